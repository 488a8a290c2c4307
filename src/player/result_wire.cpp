// Field order is the order of the structures in player.h.
#include "player/result_wire.h"

#include <errno.h>
#include <unistd.h>

namespace pngine::player {
namespace {

enum Tag : uint8_t { kAdapter = 1, kWarning, kReport, kReadback, kPicture, kFrame, kStats, kError, kFinished };
constexpr uint32_t kMaxMessage = 0x7FFFFFFF;
constexpr size_t kFlushAt = 1 << 16;

ByteWriter& putText(ByteWriter& out, std::string_view text) {
  return out.u32(static_cast<uint32_t>(text.size())).text(text);
}
std::string takeText(ByteReader& in) {
  const uint32_t size = in.u32();
  return std::string(asText(in.take(size)));
}
ByteWriter& putDouble(ByteWriter& out, double value) { return out.u64(std::bit_cast<uint64_t>(value)); }
double takeDouble(ByteReader& in) { return std::bit_cast<double>(in.u64()); }

}  // namespace

void WireSender::put(uint8_t tag, ByteWriter& fields) {
  const Bytes& body = fields.bytes();
  ByteWriter head;
  head.u8(tag).u32(static_cast<uint32_t>(body.size()));
  pending_.insert(pending_.end(), head.bytes().begin(), head.bytes().end());
  pending_.insert(pending_.end(), body.begin(), body.end());
  if (pending_.size() >= kFlushAt) flush();
}

void WireSender::flush() {
  size_t at = 0;
  while (at < pending_.size()) {
    const ssize_t n = ::write(fd_, pending_.data() + at, pending_.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;  // nobody listens any more
    at += static_cast<size_t>(n);
  }
  pending_.clear();
}

void WireSender::adapter(const AdapterInfo& info) {
  ByteWriter out;
  putText(out, info.name);
  putText(out, info.driver);
  putText(out, info.backend).u8(info.software);
  put(kAdapter, out);
  flush();
}
void WireSender::warning(std::string text) {
  ByteWriter out;
  putText(out, text);
  put(kWarning, out);
}
void WireSender::report(GpuReport report) {
  ByteWriter out;
  out.u32(report.frame).u8(report.load);
  putText(out, report.source);
  putText(out, report.message);
  put(kReport, out);
}
void WireSender::readback(Readback readback) {
  ByteWriter out;
  out.u32(readback.frame).u16(readback.buffer);
  putText(out, readback.name).u32(readback.offset).raw(readback.bytes);
  put(kReadback, out);
}
void WireSender::picture(Picture picture) {
  ByteWriter out;
  out.u32(picture.frame).u32(picture.width).u32(picture.height).raw(picture.rgba);
  put(kPicture, out);
}
void WireSender::frameDone(uint32_t frame) {
  ByteWriter out;
  out.u32(frame);
  put(kFrame, out);
  flush();
}
void WireSender::stats(const PlayStats& stats) {
  ByteWriter out;
  out.u32(stats.frames);
  putDouble(out, stats.load_ms);
  putDouble(out, stats.first_frame_ms);
  putDouble(out, stats.frames_ms).u64(stats.gpu_bytes);
  put(kStats, out);
}
void WireSender::error(PlayError error) {
  ByteWriter out;
  out.u8(static_cast<uint8_t>(error.kind));
  putText(out, error.message);
  put(kError, out);
}
void WireSender::finished() {
  ByteWriter out;
  put(kFinished, out);
  flush();
}

bool WireReceiver::feed(ByteView bytes) {
  pending_.insert(pending_.end(), bytes.begin(), bytes.end());
  size_t at = 0;
  bool good = true;
  while (good && pending_.size() - at >= 5) {
    ByteReader head(ByteView(pending_).subspan(at));
    const uint8_t tag = head.u8();
    const uint32_t size = head.u32();
    if (size > kMaxMessage) return false;
    if (pending_.size() - at - 5 < size) break;
    good = deliver(tag, ByteView(pending_).subspan(at + 5, size));
    at += 5 + size_t{size};
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(at));
  return good;
}

bool WireReceiver::deliver(uint8_t tag, ByteView fields) {
  ByteReader in(fields);
  switch (tag) {
    case kAdapter: {
      AdapterInfo info{.name = takeText(in), .driver = takeText(in), .backend = takeText(in), .software = in.u8() != 0};
      if (in.ok()) sink_.adapter(info);
      return in.ok();
    }
    case kWarning:
      sink_.warning(takeText(in));
      return in.ok();
    case kReport: {
      GpuReport report{.frame = in.u32(), .load = in.u8() != 0, .source = takeText(in), .message = takeText(in)};
      if (in.ok()) sink_.report(std::move(report));
      return in.ok();
    }
    case kReadback: {
      Readback readback{.frame = in.u32(), .buffer = in.u16(), .name = takeText(in), .offset = in.u32(), .bytes = {}};
      const ByteView rest = in.take(in.left());
      readback.bytes.assign(rest.begin(), rest.end());
      if (in.ok()) sink_.readback(std::move(readback));
      return in.ok();
    }
    case kPicture: {
      Picture picture{.frame = in.u32(), .width = in.u32(), .height = in.u32(), .rgba = {}};
      const ByteView rest = in.take(in.left());
      if (!in.ok() || rest.size() != uint64_t{picture.width} * picture.height * 4) return false;
      picture.rgba.assign(rest.begin(), rest.end());
      sink_.picture(std::move(picture));
      return true;
    }
    case kFrame:
      sink_.frameDone(in.u32());
      return in.ok();
    case kStats: {
      PlayStats stats{.frames = in.u32(),
                      .load_ms = takeDouble(in),
                      .first_frame_ms = takeDouble(in),
                      .frames_ms = takeDouble(in),
                      .gpu_bytes = in.u64()};
      if (in.ok()) sink_.stats(stats);
      return in.ok();
    }
    case kError: {
      const uint8_t kind = in.u8();
      if (kind > static_cast<uint8_t>(ErrorKind::child_died)) return false;
      PlayError error{.kind = static_cast<ErrorKind>(kind), .message = takeText(in)};
      if (in.ok()) sink_.error(std::move(error));
      return in.ok();
    }
    case kFinished:
      finished_ = true;
      return true;
    default:
      return false;
  }
}

}  // namespace pngine::player
