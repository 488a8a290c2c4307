// Files, standard streams and terminals for the commands: size caps, kinds of input, outputs that appear whole or not
// at all. Messages are ready to print and name the path and the system's reason.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace pngine::cli {

/// Exit codes of the program (the command line's contract).
enum Exit : int {
  kExitOk = 0,
  kExitUsage = 1,       ///< bad arguments, refused terminal write, or "the answer is no"
  kExitIo = 2,          ///< reading or writing failed, input too large
  kExitCompile = 3,     ///< the document does not compile
  kExitFormat = 4,      ///< wrong or broken file format
  kExitExecution = 5,   ///< the GPU, the executor or a time limit
  kExitWarning = 6,     ///< inspect: descriptor warning; render: no such frame
  kExitNoGpu = 7,       ///< built without a native player
  kExitValidation = 8,  ///< the GPU refused a call
};

struct Failure {
  int exit = kExitIo;
  std::string message;
};

inline constexpr size_t kMaxInput = size_t{16} << 20;
inline constexpr size_t kMaxAsset = size_t{8} << 20;

enum class InputKind : uint8_t { source, payload, png, zip, unknown };

struct Input {
  std::string path;   ///< "-" for standard input
  std::string shown;  ///< for messages: the path, or "<stdin>"
  Bytes bytes;
  InputKind kind = InputKind::unknown;
};

/// Reads a file or standard input, at most `limit` bytes. The kind comes from a named file's extension, and from the
/// leading bytes for standard input. Errors: exit 2 (missing, a directory, unreadable, too large).
std::expected<Input, Failure> readInput(const std::string& path, size_t limit = kMaxInput);
std::expected<Bytes, std::string> readFile(const std::string& path, size_t limit);
/// The kind that a file's extension tells, in either case of letters.
InputKind kindOfName(std::string_view path);
/// Exit 1 when the name of an output tells another kind than what will be written: every command would take the file
/// for that kind. Other extensions, none, and "-" are the caller's choice.
std::expected<void, Failure> checkOutputName(std::string_view path, InputKind written);
/// The kind that the leading bytes tell.
InputKind kindOfBytes(ByteView bytes);

/// Writes to "-" (standard output) or to a file, by way of a temporary file beside it, so that a failure leaves an
/// earlier file as it was. A file that is replaced keeps its permissions, a symbolic link to it stays. `binary` output
/// to a terminal is refused (exit 1).
std::expected<void, Failure> writeOutput(const std::string& path, ByteView bytes, bool binary = true);
/// Standard output, for documents and results; a closed pipe is not an error.
void printOut(std::string_view text);
/// Standard error, for people.
void printErr(std::string_view text);
/// "pngine: error: ..." on standard error; gives the exit code back.
int fail(const Failure& failure);

/// Directory part with the slash, or empty.
std::string directoryOf(std::string_view path);
/// `path` with its extension replaced ("a/b.sjon", ".png" -> "a/b.png"; "-" gives "-").
std::string withExtension(std::string_view path, std::string_view extension);
bool stderrIsTerminal();

}  // namespace pngine::cli
