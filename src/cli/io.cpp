// POSIX file access behind the commands.
#include "cli/io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

namespace pngine::cli {
namespace {

std::string reason(int error) { return std::strerror(error); }  // NOLINT(concurrency-mt-unsafe): one thread

// Reads until the end or until one byte more than the limit.
std::expected<Bytes, std::string> readAll(int file, const std::string& shown, size_t limit) {
  Bytes out;
  uint8_t block[65536];
  for (;;) {
    const ssize_t n = ::read(file, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::unexpected(cat("cannot read ", shown, ": ", reason(errno)));
    if (n == 0) return out;
    out.insert(out.end(), block, block + n);
    if (out.size() > limit) {
      return std::unexpected(cat(shown, " is larger than ", limit >> 20, " MiB, the most that is read"));
    }
  }
}

bool writeAll(int file, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

std::expected<void, Failure> writeStdout(ByteView bytes, bool binary) {
  if (binary && ::isatty(STDOUT_FILENO) != 0) {
    return std::unexpected(
        Failure{kExitUsage, "refusing to write a binary file to the terminal; use -o PATH or a pipe"});
  }
  if (!writeAll(STDOUT_FILENO, bytes)) {
    return std::unexpected(Failure{kExitIo, cat("cannot write <stdout>: ", reason(errno))});
  }
  return {};
}

// The file that a symbolic link leads to, so that the link survives; the path itself where there is none.
std::string behindLinks(const std::string& path) {
  char* const real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string out(real);
  std::free(real);  // NOLINT(cppcoreguidelines-no-malloc): how realpath hands it over
  return out;
}

}  // namespace

std::expected<Bytes, std::string> readFile(const std::string& path, size_t limit) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::unexpected(cat("cannot read ", path, ": ", reason(errno)));
  struct stat info{};
  if (::fstat(file, &info) == 0 && S_ISDIR(info.st_mode)) {
    ::close(file);
    return std::unexpected(cat("cannot read ", path, ": it is a directory"));
  }
  auto bytes = readAll(file, path, limit);
  ::close(file);
  return bytes;
}

InputKind kindOfName(std::string_view path) {
  const size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return InputKind::unknown;
  std::string extension(path.substr(dot));
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (extension == ".sjon") return InputKind::source;
  if (extension == ".pngb") return InputKind::payload;
  if (extension == ".png") return InputKind::png;
  if (extension == ".zip") return InputKind::zip;
  return InputKind::unknown;
}

std::expected<void, Failure> checkOutputName(std::string_view path, InputKind written) {
  struct Kind {
    std::string_view name, command;
  };
  static constexpr Kind kKinds[] = {
      {"an SJON document", ""}, {"a payload", "compile"}, {"a PNG", "render"}, {"a ZIP", "bundle"}};
  const InputKind told = kindOfName(path);
  if (told == written || told == InputKind::unknown) return {};
  const Kind& is = kKinds[static_cast<size_t>(written)];
  const Kind& says = kKinds[static_cast<size_t>(told)];
  std::string message = cat("the output is ", is.name, ", but ", path, " is the name of ", says.name);
  if (!says.command.empty()) message += cat("; pngine ", says.command, " writes ", says.name);
  return std::unexpected(Failure{kExitUsage, std::move(message)});
}

InputKind kindOfBytes(ByteView bytes) {
  const auto starts = [bytes](std::string_view magic) { return asText(bytes).substr(0, magic.size()) == magic; };
  if (starts("\x89PNG\r\n\x1a\n")) return InputKind::png;
  if (starts("PNGB")) return InputKind::payload;
  if (starts("PK\x03\x04") || starts("PK\x05\x06")) return InputKind::zip;
  if (bytes.empty() || std::find(bytes.begin(), bytes.end(), uint8_t{0}) != bytes.end()) return InputKind::unknown;
  return InputKind::source;
}

std::expected<Input, Failure> readInput(const std::string& path, size_t limit) {
  Input input{.path = path, .shown = path == "-" ? "<stdin>" : path};
  auto bytes = path == "-" ? readAll(STDIN_FILENO, input.shown, limit) : readFile(path, limit);
  if (!bytes) return std::unexpected(Failure{kExitIo, bytes.error()});
  input.bytes = std::move(*bytes);
  input.kind = path == "-" ? kindOfBytes(input.bytes) : kindOfName(path);
  return input;
}

std::expected<void, Failure> writeOutput(const std::string& path, ByteView bytes, bool binary) {
  if (path == "-") return writeStdout(bytes, binary);
  const auto failed = [&path](int error) {
    return std::unexpected(Failure{kExitIo, cat("cannot write ", path, ": ", reason(error))});
  };
  struct stat info{};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) return failed(EISDIR);
  if (exists && !S_ISREG(info.st_mode)) {  // a device or a pipe cannot be replaced by a rename
    const int device = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (device < 0) return failed(errno);
    const bool good = writeAll(device, bytes);
    const int error = errno;
    ::close(device);
    if (!good) return failed(error);
    return {};
  }
  const std::string target = exists ? behindLinks(path) : path;
  std::string temporary = target + ".XXXXXX.tmp";
  const int file = ::mkstemps(temporary.data(), 4);
  if (file < 0) return failed(errno);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const mode_t mode = exists ? info.st_mode & 0777 : 0666 & ~mask;
  const bool written = writeAll(file, bytes) && ::fchmod(file, mode) == 0 && ::fsync(file) == 0;
  const int error = errno;
  if (::close(file) != 0 || !written || ::rename(temporary.c_str(), target.c_str()) != 0) {
    const int why = written ? errno : error;
    ::unlink(temporary.c_str());
    return failed(why);
  }
  return {};
}

void printOut(std::string_view text) { writeAll(STDOUT_FILENO, asBytes(text)); }
void printErr(std::string_view text) { writeAll(STDERR_FILENO, asBytes(text)); }

int fail(const Failure& failure) {
  printErr(cat("pngine: error: ", failure.message, "\n"));
  return failure.exit;
}

std::string directoryOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string{} : std::string(path.substr(0, slash + 1));
}

std::string withExtension(std::string_view path, std::string_view extension) {
  if (path == "-") return "-";
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  const bool has = dot != std::string_view::npos && (slash == std::string_view::npos || dot > slash + 1);
  return cat(has ? path.substr(0, dot) : path, extension);
}

bool stderrIsTerminal() { return ::isatty(STDERR_FILENO) != 0; }

}  // namespace pngine::cli
