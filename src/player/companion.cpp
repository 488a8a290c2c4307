// Two ways out of the companion: its streams, as copies of the executor's memory in a file in memory, and messages
// (length u32 | bytes) on a socket. Both ends are one program of one build.
#include "player/companion.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/bytes.h"
#include "base/text.h"

namespace pngine::player {
namespace {

constexpr uint32_t kMaxMessage = 256u << 20;

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

bool sendMessage(int fd, ByteView message) {
  if (message.size() > kMaxMessage) return false;
  ByteWriter size;
  size.u32(static_cast<uint32_t>(message.size()));
  return sendAll(fd, size.bytes()) && sendAll(fd, message);
}

std::optional<Bytes> receiveMessage(int fd) {
  uint8_t size[4];
  if (!receiveAll(fd, size, sizeof size)) return std::nullopt;
  const uint32_t length = ByteReader(size).u32();
  if (length > kMaxMessage) return std::nullopt;
  Bytes out(length);
  if (!receiveAll(fd, out.data(), out.size())) return std::nullopt;
  return out;
}

void putText(ByteWriter& out, std::string_view text) { out.u32(static_cast<uint32_t>(text.size())).text(text); }
std::string takeText(ByteReader& in) { return std::string(asText(in.take(in.u32()))); }

Bytes encode(const ShaderVerdict& verdict) {
  ByteWriter out;
  putText(out, verdict.text);
  putText(out, verdict.remark);
  out.u32(static_cast<uint32_t>(verdict.errors.size()));
  for (const std::string& error : verdict.errors) putText(out, error);
  return out.take();
}

std::optional<ShaderVerdict> decodeVerdict(ByteView message) {
  ByteReader in(message);
  ShaderVerdict out;
  out.text = takeText(in);
  out.remark = takeText(in);
  for (uint32_t left = in.u32(); left != 0 && in.ok(); --left) out.errors.push_back(takeText(in));
  return in.ok() && in.done() ? std::optional(std::move(out)) : std::nullopt;
}

/// What the companion says of one stream; the executor's memory stands in the shared file.
struct StreamNote {
  bool ok = false;
  format::StreamLayout layout = format::StreamLayout::current;
  uint64_t commands = 0, length = 0;  ///< in the executor's memory
  uint64_t at = 0, size = 0;          ///< of that memory in the shared file
};

/// Appends the stream's memory to the shared file. False: no room.
bool share(const ExecutorStream& stream, int file, uint64_t& end, StreamNote& note) {
  ByteView rest = stream.memory;
  note.at = end;
  note.size = rest.size();
  while (!rest.empty()) {
    const ssize_t n = pwrite(file, rest.data(), rest.size(), static_cast<off_t>(end));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    rest = rest.subspan(static_cast<size_t>(n));
    end += static_cast<uint64_t>(n);
  }
  note.layout = stream.layout;
  note.commands = static_cast<uint64_t>(stream.commands.data() - stream.memory.data());
  note.length = stream.commands.size();
  note.ok = true;
  return true;
}

void put(ByteWriter& out, const StreamNote& note) {
  out.u8(note.ok).u8(static_cast<uint8_t>(note.layout));
  out.u64(note.commands).u64(note.length).u64(note.at).u64(note.size);
}

StreamNote takeNote(ByteReader& in) {
  StreamNote note;
  note.ok = in.u8() != 0;
  note.layout = static_cast<format::StreamLayout>(in.u8());
  note.commands = in.u64();
  note.length = in.u64();
  note.at = in.u64();
  note.size = in.u64();
  return note;
}

/// The companion's own part.
class Ahead {
 public:
  Ahead(int channel, int file, const format::PayloadView& payload, const PlayOptions& options)
      : channel_(channel),
        file_(file),
        payload_(payload),
        options_(options),
        gate_(gateHere(!options.unchecked_shaders)) {}

  void serve() {
    runExecutor();
    ByteWriter notes;
    put(notes, load_);
    put(notes, first_frame_);
    if (!sendMessage(channel_, notes.bytes())) return;
    for (const std::string& shader : shaders_) gate_->verdict(shader);
    while (const auto wgsl = receiveMessage(channel_)) {
      if (!sendMessage(channel_, encode(gate_->verdict(asText(*wgsl))))) return;
    }
  }

 private:
  void runExecutor() {
    const auto engine = WasmEngine::open();
    if (!engine) return;
    const auto executor = Executor::load(**engine, payload_);
    if (!executor) return;
    const auto load = (*executor)->init();
    if (!load || !share(*load, file_, end_, load_)) return;
    collectShaders(*load);
    const auto frame = (*executor)->frame(static_cast<float>(options_.start), options_.width, options_.height);
    if (frame) share(*frame, file_, end_, first_frame_);
  }

  void collectShaders(const ExecutorStream& stream) {
    const auto ignored = format::decodeOnly<format::command::CreateShader>(
        stream.commands, stream.memory.size(), stream.layout, [&](const auto& c) {
          if (c.code.len == 0) return;
          shaders_.emplace_back(asText(stream.memory.subspan(c.code.ptr, c.code.len)));
        });
    static_cast<void>(ignored);  // whoever plays the stream decodes it again, and reports
  }

  const int channel_, file_;
  const format::PayloadView& payload_;
  const PlayOptions& options_;
  const std::unique_ptr<ShaderGate> gate_;
  uint64_t end_ = 0;
  StreamNote load_, first_frame_;
  std::vector<std::string> shaders_;
};

std::optional<ExecutorStream> streamOf(const StreamNote& note, ByteView file) {
  if (!note.ok || note.at > file.size() || note.size > file.size() - note.at) return std::nullopt;
  const ByteView memory = file.subspan(note.at, note.size);
  if (note.commands > memory.size() || note.length > memory.size() - note.commands) return std::nullopt;
  return ExecutorStream{
      .commands = memory.subspan(note.commands, note.length), .memory = memory, .layout = note.layout};
}

}  // namespace

std::unique_ptr<Companion> Companion::start(const format::PayloadView& payload, const PlayOptions& options) {
  const int memory = memfd_create("streams", MFD_CLOEXEC);
  if (memory < 0) return nullptr;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    close(memory);
    return nullptr;
  }
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    Ahead(ends[1], memory, payload, options).serve();
    _exit(0);
  }
  close(ends[1]);
  if (child > 0) return std::unique_ptr<Companion>(new Companion(child, ends[0], memory));
  close(ends[0]);
  close(memory);
  return nullptr;
}

Companion::~Companion() {
  close(channel_);
  close(memory_);
  if (!mapped_.empty()) munmap(const_cast<uint8_t*>(mapped_.data()), mapped_.size());
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Companion::awaitStreams() {
  if (arrived_) return;
  arrived_ = true;
  const auto message = receiveMessage(channel_);
  const off_t size = lseek(memory_, 0, SEEK_END);
  if (!message || size <= 0) return;
  void* const at = mmap(nullptr, static_cast<size_t>(size), PROT_READ, MAP_SHARED, memory_, 0);
  if (at == MAP_FAILED) return;
  mapped_ = {static_cast<const uint8_t*>(at), static_cast<size_t>(size)};
  ByteReader in(*message);
  load_ = streamOf(takeNote(in), mapped_);
  first_frame_ = streamOf(takeNote(in), mapped_);
}

std::optional<ExecutorStream> Companion::load() {
  awaitStreams();
  return load_;
}

std::optional<ExecutorStream> Companion::firstFrame() {
  awaitStreams();
  return first_frame_;
}

ShaderVerdict Companion::verdict(std::string_view wgsl) {
  awaitStreams();
  if (sendMessage(channel_, asBytes(wgsl))) {
    if (const auto answer = receiveMessage(channel_)) {
      if (auto verdict = decodeVerdict(*answer)) return std::move(*verdict);
    }
  }
  return {.text = {}, .errors = {"it cannot be checked: the checker ended early"}, .remark = {}};
}

}  // namespace pngine::player
