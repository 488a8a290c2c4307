// The compiler's public entry: SJON text in, Program and payload out, with everything there is to say about the
// document. No files and no GPU library of its own: the caller hands in a FileReader and a ModuleChecker where it has
// them, so that the same code serves the command line, the tests and a page in the browser.
#pragma once
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/diagnostic.h"
#include "compile/expand.h"
#include "format/command_program.h"
#include "program/program.h"
#include "schema/checked.h"

namespace pngine::compile {

/// Reads the files that a document names.
class FileReader {
 public:
  virtual ~FileReader() = default;
  /// The bytes of a file; `path` is as written in the document, relative to the document's folder. The error is one
  /// short reason ("no such file"). Files above 8 MiB are the reader's to refuse.
  virtual std::expected<Bytes, std::string> read(std::string_view path) = 0;
};

/// One message about a WGSL text: 1-based line and column (bytes) in that text, line 0 when there is no place.
struct ModuleMessage {
  /// `unchecked`: there is no verdict on the module; the text says why.
  enum class Kind : uint8_t { error, warning, info, unchecked } kind = Kind::error;
  uint32_t line = 1;
  uint32_t column = 1;
  uint32_t length = 0;
  std::string text;
};

/// The validator of whole shader modules (Tint).
class ModuleChecker {
 public:
  virtual ~ModuleChecker() = default;
  virtual std::vector<ModuleMessage> check(std::string_view wgsl) = 0;
};

struct CompileOptions {
  std::string_view file_name;        ///< for messages only
  FileReader* files = nullptr;       ///< null: every :file is an error
  ModuleChecker* checker = nullptr;  ///< null: modules are judged by our own front end alone
  bool minify = false;
  bool validate = true;  ///< the rules marked V, and the check of modules
  bool executor = true;  ///< embed an executor
  bool lint = false;     ///< warnings of the module checker too
  bool hints = false;    ///< remarks that are guesses or goals (the rules marked H)
  bool payload = true;   ///< false: stop after the rules
};

struct Compiled {
  Diagnostics diagnostics;
  std::unique_ptr<program::Program> program;         ///< null when the text is broken
  std::unique_ptr<format::CommandProgram> commands;  ///< null on error
  Bytes payload;                                     ///< empty on error
};

/// The whole road. Never throws; hostile text gives diagnostics. Findings are sorted by place.
Compiled compile(std::string_view source, const CompileOptions& options);

// ---- the steps one by one ----

/// Checked document -> Program: evaluates what is left, resolves references to indices, reads files, prepares shader
/// text. Reports the semantic rules that decide bytes. Forms with errors are kept, poisoned, so that later rules skip
/// them.
std::unique_ptr<program::Program> lower(const schema::CheckedDocument& document, std::string_view source,
                                        const Expansion& expansion, const CompileOptions& options,
                                        Diagnostics& diagnostics);

/// Hands each module's text to the checker and maps its messages to the document.
void checkModules(const program::Program& program, std::string_view source, const CompileOptions& options,
                  Diagnostics& diagnostics);

/// Program -> commands and tables. Precondition: no errors were reported. Of the options, `validate` adds the warnings
/// of the uniform table and `hints` remarks on resources that are made twice.
std::unique_ptr<format::CommandProgram> encode(const program::Program& program, const CompileOptions& options,
                                               Diagnostics& diagnostics);

}  // namespace pngine::compile
