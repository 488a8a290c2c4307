// The child's streams go to a file in memory: a driver library that ends the process says why on stderr, and nobody
// wants its stack trace on the terminal; the first line of it becomes part of the error.
#include "player/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/text.h"
#include "player/result_wire.h"

namespace pngine::player {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void childMain(const std::function<void(ResultSink&)>& work, int pipe, int log) {
  if (log >= 0) {
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
  }
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(SIGPIPE, SIG_IGN);
  for (const int fatal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTERM}) signal(fatal, SIG_DFL);
  WireSender sender(pipe);
  work(sender);
  sender.finished();
  _exit(0);  // no destructors of drivers: the kernel is quicker
}

/// What the library said when it ended the process; empty if nothing useful.
std::string lastWords(int log) {
  if (log < 0) return {};
  std::string text(4096, '\0');
  const ssize_t n = pread(log, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<size_t>(n) : 0);
  // A panic of a Rust library: "thread 'x' panicked at file:line:col:" and the reason on the next line. Everything else
  // on these streams is noise of drivers.
  std::string_view rest = text;
  const size_t panic = rest.find("panicked at");
  if (panic == std::string_view::npos) return {};
  rest.remove_prefix(std::min(rest.find('\n', panic), rest.size() - 1) + 1);
  std::string out;
  for (const char c : rest.substr(0, rest.find('\n'))) {
    if (static_cast<unsigned char>(c) >= 32 && out.size() < 300) out += c;
  }
  while (!out.empty() && (out.back() == '.' || out.back() == ' ')) out.pop_back();
  return out;
}

PlayError died(int status, int log) {
  std::string text = "the process that does the GPU work ended early";
  if (WIFSIGNALED(status)) {
    const char* name = sigdescr_np(WTERMSIG(status));
    text += cat(" (", name ? name : "unknown signal", ')');
  } else if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
    text += cat(" (exit code ", WEXITSTATUS(status), ')');
  }
  if (const std::string words = lastWords(log); !words.empty()) text += cat(": ", words);
  return {.kind = ErrorKind::child_died, .message = std::move(text)};
}

/// Milliseconds left for poll(); -1 = for ever.
int millisecondsLeft(Clock::time_point deadline, bool limited) {
  if (!limited) return -1;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left + 1, 0, 1'000'000));
}

enum class Silence : uint8_t { closed, late, nonsense };

Silence listen(int fd, Clock::time_point deadline, bool limited, WireReceiver& receiver) {
  Bytes chunk(size_t{1} << 16);
  while (!receiver.finished()) {
    pollfd wait = {.fd = fd, .events = POLLIN, .revents = 0};
    const int ready = poll(&wait, 1, millisecondsLeft(deadline, limited));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && limited && Clock::now() >= deadline) return Silence::late;
    if (ready <= 0) continue;
    const ssize_t n = ::read(fd, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Silence::closed;
    if (!receiver.feed(ByteView(chunk).first(static_cast<size_t>(n)))) return Silence::nonsense;
    if (limited && Clock::now() >= deadline && !receiver.finished()) return Silence::late;
  }
  return Silence::closed;
}

}  // namespace

std::optional<PlayError> runInChild(const std::function<void(ResultSink&)>& work, double seconds, ResultSink& sink) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return PlayError{ErrorKind::child_died, cat("no process can be started for the GPU work: ", strerror(errno))};
  }
  const int log = memfd_create("output", MFD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) childMain(work, ends[1], log);
  close(ends[1]);
  std::optional<PlayError> error;
  if (child < 0) {
    error = PlayError{ErrorKind::child_died, cat("no process can be started for the GPU work: ", strerror(errno))};
  } else {
    const bool limited = seconds > 0 && std::isfinite(seconds);
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limited ? std::min(seconds, 1e8) : 0));
    WireReceiver receiver(sink);
    const Silence ending = listen(ends[0], deadline, limited, receiver);
    if (ending != Silence::closed) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (ending == Silence::late) {
      error = PlayError{ErrorKind::timeout, cat("the program did not finish within ", seconds, " s (--timeout)")};
    } else if (!receiver.finished()) {
      error = died(status, log);
    }
  }
  close(ends[0]);
  if (log >= 0) close(log);
  return error;
}

}  // namespace pngine::player
