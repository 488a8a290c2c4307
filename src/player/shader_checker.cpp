// The wire between player and checker process, both ways: count u32 | { length u32 | text } x count.
#include "player/shader_checker.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>

#include "base/bytes.h"
#include "base/text.h"
#include "check/shader_guard.h"
#include "check/wgsl_checker.h"

namespace pngine::player {
namespace {

constexpr uint32_t kMaxText = 64u << 20;
constexpr uint32_t kMaxTexts = 1u << 16;

class LocalChecker final : public ShaderChecker {
 public:
  void open() {
    if (opened_) return;
    opened_ = true;
    auto checker = check::WgslChecker::open();
    if (checker) {
      checker_ = std::move(*checker);
    } else {
      failure_ = checker.error();
    }
  }

  std::vector<std::string> errors(std::string_view wgsl) override {
    if (const auto refused = check::refuseShader(wgsl)) return {placed(*refused)};
    open();
    if (!checker_) return {cat("it cannot be checked: ", failure_)};
    std::vector<std::string> out;
    for (const check::ShaderMessage& message : checker_->check(wgsl)) {
      if (message.kind == check::ShaderMessage::Kind::error) out.push_back(placed(message));
    }
    // Words newer than the checker prove nothing by being refused; the device has the last word on such a module.
    if (!out.empty() && !check::newerThanLibrary(wgsl).empty()) out.clear();
    return out;
  }

 private:
  static std::string placed(const check::ShaderMessage& m) {
    return m.line ? cat(m.line, ':', m.column, ' ', m.text) : m.text;
  }

  bool opened_ = false;
  std::unique_ptr<check::WgslChecker> checker_;
  std::string failure_;
};

bool sendAll(int fd, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

bool receiveAll(int fd, uint8_t* to, size_t size) {
  while (size != 0) {
    const ssize_t n = ::recv(fd, to, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

std::optional<uint32_t> receiveNumber(int fd, uint32_t limit) {
  uint8_t bytes[4];
  if (!receiveAll(fd, bytes, sizeof bytes)) return std::nullopt;
  const uint32_t value = ByteReader(bytes).u32();
  return value <= limit ? std::optional(value) : std::nullopt;
}

bool sendTexts(int fd, const std::vector<std::string>& texts) {
  ByteWriter out;
  out.u32(static_cast<uint32_t>(texts.size()));
  for (const std::string& text : texts) out.u32(static_cast<uint32_t>(text.size())).text(text);
  return sendAll(fd, out.bytes());
}

std::optional<std::vector<std::string>> receiveTexts(int fd) {
  const auto count = receiveNumber(fd, kMaxTexts);
  if (!count) return std::nullopt;
  std::vector<std::string> out;
  for (uint32_t i = 0; i < *count; ++i) {
    const auto size = receiveNumber(fd, kMaxText);
    if (!size) return std::nullopt;
    std::string text(*size, '\0');
    if (!receiveAll(fd, reinterpret_cast<uint8_t*>(text.data()), text.size())) return std::nullopt;
    out.push_back(std::move(text));
  }
  return out;
}

/// Answers until the other end closes.
[[noreturn]] void serve(int fd) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  LocalChecker checker;
  checker.open();
  while (const auto request = receiveTexts(fd)) {
    if (request->size() != 1 || !sendTexts(fd, checker.errors((*request)[0]))) break;
  }
  _exit(0);
}

class ProcessChecker final : public ShaderChecker {
 public:
  ProcessChecker(pid_t child, int fd) : child_(child), fd_(fd) {}
  ~ProcessChecker() override {
    close(fd_);
    kill(child_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  std::vector<std::string> errors(std::string_view wgsl) override {
    if (wgsl.size() <= kMaxText && sendTexts(fd_, {std::string(wgsl)})) {
      if (auto answer = receiveTexts(fd_)) return std::move(*answer);
    }
    return {"it cannot be checked: the checker ended early"};
  }

 private:
  const pid_t child_;
  const int fd_;
};

}  // namespace

std::unique_ptr<ShaderChecker> checkHere() { return std::make_unique<LocalChecker>(); }

std::unique_ptr<ShaderChecker> checkInProcess() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return checkHere();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    serve(ends[1]);
  }
  close(ends[1]);
  if (child > 0) return std::make_unique<ProcessChecker>(child, ends[0]);
  close(ends[0]);
  return checkHere();
}

}  // namespace pngine::player
