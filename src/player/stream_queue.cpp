// Queue commands, copies, wasm calls, submit and readback. Queue writes act at once and so come before every pass of
// the same submit, wherever they stand in the stream.
#include <cstring>

#include "base/text.h"
#include "player/stream_player.h"
#include "player/uniforms.h"

namespace pngine::player {

namespace command = format::command;
using format::CommandPlace;

std::expected<void, std::string> StreamPlayer::run(const ExecutorStream& stream, double time, double delta) {
  memory_ = stream.memory;
  time_ = time;
  delta_ = delta;
  stopped_.clear();
  canvas_in_frame_ = false;
  const auto decoded = format::decodeStream(stream.commands, stream.memory.size(), stream.layout,
                                            [this](const auto& c, CommandPlace place) {
                                              if (stopped_.empty()) on(c, place);
                                            });
  std::string text = gpu_.takeError();
  if (!text.empty()) report("uncaptured", std::move(text));
  if (!decoded) return std::unexpected(decoded.error().message);
  if (stopped_.empty()) return {};
  resetSubmit();
  return std::unexpected(stopped_);
}

/// Forgets what a stopped stream has begun.
void StreamPlayer::resetSubmit() {
  gpu_.discardEncoder();
  for (const GpuBuffer buffer : scratch_) gpu_.release(buffer);
  scratch_.clear();
  readbacks_.clear();
  invalid_.clear();
  pass_ = Pass::none;
  pipeline_.reset();
  gpu_.takeError();
}

// ---- queue ----

bool StreamPlayer::writeRange(uint16_t id, uint32_t offset, ByteView bytes, const std::string& where) {
  const Buffer* b = find(buffers_, id);
  if (!b || bytes.empty()) return false;
  const std::string what = label(Kind::buffer, id);
  const auto refuse = [&](std::string why) {
    report("validation", cat(where, ": ", what, ' ', why));
    return false;
  };
  if (b->state == State::failed) return refuse("failed");
  if (!(b->usage & 8u)) return refuse("is not a copy destination (copy-dst)");
  if (offset % 4) return refuse(cat("is written at ", offset, ", which is no multiple of 4"));
  if (offset > b->size || bytes.size() > b->size - offset) {
    return refuse(cat("has ", b->size, " bytes, the write needs ", uint64_t{offset} + bytes.size()));
  }
  gpu_.writeBuffer(b->gpu, offset, bytes);
  reportDevice(cat(where, ": ", what));
  return true;
}

bool StreamPlayer::writeUniform(uint16_t buffer, uint32_t offset, ByteView bytes) {
  return find(buffers_, buffer) && writeRange(buffer, offset, bytes, "uniform");
}

void StreamPlayer::on(const command::WriteBuffer& c, CommandPlace place) {
  if (!find(buffers_, c.id)) return report("command", cat(at(c, place), ": buffer ", c.id, " does not exist"));
  if (c.data.len % 4) return stop(cat(at(c, place), ": a write of ", c.data.len, " bytes, which is no multiple of 4"));
  writeRange(c.id, c.offset, blob(c.data), at(c, place));
}

void StreamPlayer::on(const command::WriteTimeInputs& c, CommandPlace place) {
  if (!find(buffers_, c.id)) return report("command", cat(at(c, place), ": buffer ", c.id, " does not exist"));
  ByteWriter block;
  const auto width = static_cast<float>(host_.width), height = static_cast<float>(host_.height);
  block.f32(static_cast<float>(time_)).f32(width).f32(height).f32(width / (height > 0 ? height : 1));
  writeRange(c.id, c.offset, ByteView(block.bytes()).first(std::min<size_t>(c.size, 16)), at(c, place));
}

void StreamPlayer::on(const command::WritePointerInputs& c, CommandPlace place) {
  if (!find(buffers_, c.id)) return report("command", cat(at(c, place), ": buffer ", c.id, " does not exist"));
  const uint8_t zeros[48] = {};
  writeRange(c.id, c.offset, ByteView(zeros).first(std::min<size_t>(c.size, 48)), at(c, place));
}

void StreamPlayer::on(const command::CopyImageToTexture& c, CommandPlace place) {
  const Image* image = find(images_, c.image);
  const Texture* t = find(textures_, c.texture);
  if (!image || !t) return report("command", cat(at(c, place), ": the image or the texture does not exist"));
  const std::string what = label(Kind::texture, c.texture);
  const auto refuse = [&](std::string_view why) { report("validation", cat(at(c, place), ": ", what, ' ', why)); };
  if (t->state == State::failed) return refuse("failed");
  if ((t->info.usage & 0x12u) != 0x12u) return refuse("needs the usages copy-dst and render-attachment");
  if (t->info.samples != 1 || t->info.dimension != webgpu::TextureDimension::d2)
    return refuse("is not a plain 2d texture");
  if (c.mip >= t->info.mips || c.z >= t->info.depth) return refuse("has no such mip level or layer");
  const uint32_t width = std::max(t->info.width >> c.mip, 1u), height = std::max(t->info.height >> c.mip, 1u);
  const DecodedImage& pixels = image->pixels;
  if (c.x + uint64_t{pixels.width} > width || c.y + uint64_t{pixels.height} > height) {
    return refuse(cat("is too small for the image of ", pixels.width, " x ", pixels.height));
  }
  const Bytes texels = toTexels(pixels, t->info.format);
  if (texels.empty()) return refuse("has a format that takes no images");
  gpu_.writeTexture({.texture = t->gpu, .mip = c.mip, .x = c.x, .y = c.y, .z = c.z}, texels,
                    static_cast<uint32_t>(texels.size() / pixels.height), pixels.width, pixels.height);
  reportDevice(at(c, place));
}

// ---- wasm ----

std::vector<double> StreamPlayer::wasmArguments(ByteView bytes) const {
  using Tag = format::WasmCallArgument::Tag;
  std::vector<double> out;
  const auto decoded = format::decodeWasmArguments(bytes);
  if (!decoded) return out;
  for (const format::WasmCallArgument& a : *decoded) {
    switch (a.tag) {
      case Tag::f32:
        out.push_back(static_cast<double>(std::bit_cast<float>(a.bits)));
        break;
      case Tag::i32:
        out.push_back(static_cast<int32_t>(a.bits));
        break;
      case Tag::u32:
        out.push_back(a.bits);
        break;
      case Tag::canvas_width:
        out.push_back(host_.width);
        break;
      case Tag::canvas_height:
        out.push_back(host_.height);
        break;
      case Tag::time:
        out.push_back(time_);
        break;
      case Tag::time_delta:
        out.push_back(delta_);
        break;
    }
  }
  return out;
}

void StreamPlayer::on(const command::CallWasm& c, CommandPlace place) {
  const WasmModule* m = find(modules_, c.module);
  if (!m) return;
  const auto function = m->instance->function(asText(blob(c.name)));
  if (!function) return;
  const std::vector<double> values = wasmArguments({c.args.bytes, c.args.count});
  std::vector<wasmtime::Val> arguments;
  for (size_t i = 0; i < function->params.size(); ++i) {
    const auto value = wasmArgument(i < values.size() ? values[i] : 0, function->params[i]);
    if (!value) return stop(cat(at(c, place), ": parameter ", i, " of the function takes no number"));
    arguments.push_back(*value);
  }
  const auto result = m->instance->call(*function, arguments);
  if (!result) return stop(cat(at(c, place), ": ", label(Kind::wasm_module, c.module), " failed: ", result.error()));
  call_results_[c.call] = {.module = c.module, .value = wasmNumber(*result)};
}

/// The data module that a write names in place of a call: it has its memory as "m". A call whose module exports
/// "memory" comes first, since the compiler gives data modules such a memory and a function that returns the address.
const StreamPlayer::WasmModule* StreamPlayer::dataModule(uint32_t call) {
  const auto known = call_results_.find(call);
  if (known != call_results_.end()) {
    const WasmModule* called = find(modules_, known->second.module);
    if (called && called->instance->exportsMemory("memory")) return nullptr;
  }
  const WasmModule* data = call <= 0xFFFF ? find(modules_, static_cast<uint16_t>(call)) : nullptr;
  return data && data->instance->exportsMemory("m") ? data : nullptr;
}

/// The bytes that a call left behind: at the returned address; for a data module, which has its memory as "m", at the
/// address that stands in the command.
std::optional<std::span<const uint8_t>> StreamPlayer::wasmBytes(const command::WriteBufferFromWasm& c) {
  const auto known = call_results_.find(c.call);
  std::span<const uint8_t> memory;
  double address = 0;
  const WasmModule* data = dataModule(c.call);
  if (known != call_results_.end() && !data) {
    const WasmModule* m = find(modules_, known->second.module);
    if (!m) return std::nullopt;
    memory = m->instance->memory();
    address = known->second.value;
  } else if (data) {
    memory = data->instance->memory("m");
    address = c.offset;
  } else {
    return std::nullopt;
  }
  if (address < 0) address += 4294967296.0;  // an i32 address above 2 GiB
  if (!(address >= 0) || address > static_cast<double>(memory.size())) return std::nullopt;
  const auto at = static_cast<size_t>(address);
  if (c.size > memory.size() - at) return std::nullopt;
  return memory.subspan(at, c.size);
}

void StreamPlayer::on(const command::WriteBufferFromWasm& c, CommandPlace place) {
  if (!find(buffers_, c.buffer) || c.size == 0) return;
  const auto bytes = wasmBytes(c);
  if (!bytes) return report("command", cat(at(c, place), ": no result of that size is there"));
  if (c.size % 4) return stop(cat(at(c, place), ": a write of ", c.size, " bytes, which is no multiple of 4"));
  writeRange(c.buffer, dataModule(c.call) ? 0 : c.offset, *bytes, at(c, place));
}

// ---- copies ----

void StreamPlayer::on(const command::CopyBufferToBuffer& c, CommandPlace place) {
  const Buffer* from = find(buffers_, c.source);
  const Buffer* to = find(buffers_, c.destination);
  if (!from || !to) {
    return stop(cat(at(c, place), ": buffer ", from ? c.destination : c.source, " does not exist"));
  }
  gpu_.openEncoder();
  if (from->state == State::failed || to->state == State::failed) {
    return invalidate(cat(at(c, place), ": ",
                          label(Kind::buffer, from->state == State::failed ? c.source : c.destination), " failed"));
  }
  if (pass_ != Pass::none) return invalidate(cat(at(c, place), ": a pass is open"));
  if (!(from->usage & 4u) || !(to->usage & 8u)) {
    return invalidate(cat(at(c, place), ": ",
                          !(from->usage & 4u)
                              ? cat(label(Kind::buffer, c.source), " is no copy source (copy-src)")
                              : cat(label(Kind::buffer, c.destination), " is no copy destination (copy-dst)")));
  }
  if (uint64_t{c.source_offset} + c.size > from->size || uint64_t{c.destination_offset} + c.size > to->size) {
    return invalidate(cat(at(c, place), ": ", c.size, " bytes from ", c.source_offset, " of ",
                          label(Kind::buffer, c.source), " (", from->size, " bytes) do not fit at ",
                          c.destination_offset, " of ", label(Kind::buffer, c.destination), " (", to->size, " bytes)"));
  }
  if (!invalid_.empty()) return;
  gpu_.copyBuffer(from->gpu, c.source_offset, to->gpu, c.destination_offset, c.size);
  if (!(to->usage & 1u) || c.size == 0) return;
  for (const Range& known : readbacks_) {
    if (known.buffer == c.destination) return;  // a buffer is mapped once per submit
  }
  readbacks_.push_back({c.destination, c.destination_offset, c.size});
}

StreamPlayer::Texture* StreamPlayer::copySide(uint16_t id, bool destination, const std::string& where) {
  Texture* t = find(textures_, id);
  if (!t) return nullptr;
  if (t->state == State::failed) invalidate(cat(where, ": ", label(Kind::texture, id), " failed"));
  if (!(t->info.usage & (destination ? 2u : 1u))) {
    invalidate(cat(where, ": ", label(Kind::texture, id),
                   destination ? " is no copy destination (copy-dst)" : " is no copy source (copy-src)"));
  }
  return t;
}

void StreamPlayer::on(const command::CopyTextureToTexture& c, CommandPlace place) {
  const std::string where = at(c, place);
  const bool from_canvas = c.source == format::kCanvasTexture, to_canvas = c.destination == format::kCanvasTexture;
  if ((!from_canvas && !find(textures_, c.source)) || (!to_canvas && !find(textures_, c.destination))) {
    return report("command", cat(where, ": a texture does not exist"));
  }
  if (to_canvas) return invalidate(cat(where, ": the canvas is no copy destination"));
  const Texture* from = from_canvas ? nullptr : copySide(c.source, false, where);
  const Texture* to = copySide(c.destination, true, where);
  gpu_.openEncoder();
  if (pass_ != Pass::none) return invalidate(cat(where, ": a pass is open"));
  if (from_canvas && canvasView(false) == GpuView::none) invalidate(cat(where, ": the canvas failed"));
  if (!invalid_.empty()) return;
  gpu_.copyTexture({.texture = from_canvas ? canvas_ : from->gpu}, {.texture = to->gpu},
                   c.width ? c.width : host_.width, c.height ? c.height : host_.height);
}

/// Resolves only queries that were written: some drivers wait for ever for the others, which WebGPU says read zero.
/// A run in the middle cannot be resolved in place (offsets must be multiples of 256), so it takes a detour.
void StreamPlayer::resolveRuns(QuerySet& set, const command::ResolveQuerySet& c, GpuBuffer buffer) {
  for (uint32_t i = 0; i < c.count;) {
    const bool written = set.written[c.first + i];
    uint32_t end = i + 1;
    while (end < c.count && set.written[c.first + end] == written) ++end;
    const uint64_t bytes = uint64_t{end - i} * 8, offset = c.offset + uint64_t{i} * 8;
    if (!written) {
      gpu_.clearBuffer(buffer, offset, bytes);
    } else if (offset % 256 == 0) {
      gpu_.resolveQueries(set.gpu, c.first + i, end - i, buffer, offset);
    } else {
      const GpuBuffer scratch = gpu_.createBuffer(bytes, 0x204, "query results");
      if (scratch == GpuBuffer::none) return invalidate("the device has no room for query results");
      scratch_.push_back(scratch);
      gpu_.resolveQueries(set.gpu, c.first + i, end - i, scratch, 0);
      gpu_.copyBuffer(scratch, 0, buffer, offset, bytes);
    }
    i = end;
  }
}

void StreamPlayer::on(const command::ResolveQuerySet& c, CommandPlace place) {
  QuerySet* set = find(query_sets_, c.set);
  const Buffer* b = find(buffers_, c.buffer);
  if (!set || !b) return report("command", cat(at(c, place), ": the query set or the buffer does not exist"));
  gpu_.openEncoder();
  if (pass_ != Pass::none) return invalidate(cat(at(c, place), ": a pass is open"));
  if (set->state == State::failed || b->state == State::failed) return invalidate(cat(at(c, place), ": a part failed"));
  if (uint64_t{c.first} + c.count > set->written.size()) {
    return invalidate(
        cat(at(c, place), ": queries ", c.first, " to ", uint64_t{c.first} + c.count, " of ", set->written.size()));
  }
  if (!(b->usage & 0x200u) || c.offset % 256 || c.offset + uint64_t{c.count} * 8 > b->size) {
    return invalidate(cat(at(c, place), ": ", label(Kind::buffer, c.buffer), " takes no results of ", c.count,
                          " queries at ", c.offset));
  }
  if (invalid_.empty()) resolveRuns(*set, c, b->gpu);
}

// ---- submit ----

void StreamPlayer::on(const command::Submit&, CommandPlace) {
  if (pass_ != Pass::none) invalidate("the frame ends inside a pass");
  if (!invalid_.empty()) return resetSubmit();
  const bool done = gpu_.submit();
  if (!done) {
    report("validation", cat("the submit was refused: ", gpu_.takeError()));
    return resetSubmit();
  }
  reportDevice("submit");
  deliverReadbacks();
  for (const GpuBuffer buffer : scratch_) gpu_.release(buffer);
  scratch_.clear();
}

void StreamPlayer::deliverReadbacks() {
  if (readbacks_.empty()) return;
  std::vector<ReadRange> ranges;
  std::vector<Range> kept;
  for (const Range& r : readbacks_) {
    const std::string what = label(Kind::buffer, r.buffer);
    if (r.offset % 8) {
      report("readback", cat(what, " is read back from ", r.offset, ", which is no multiple of 8"));
      continue;
    }
    if (r.size % 8)
      report("readback", cat(what, " is read back with ", r.size, " bytes, which are not whole 64-bit lanes"));
    ranges.push_back({buffers_[r.buffer].gpu, r.offset, r.size});
    kept.push_back(r);
  }
  readbacks_.clear();
  auto results = gpu_.read(ranges);
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i]) {
      if (host_.readback) host_.readback(kept[i].buffer, kept[i].offset, std::move(*results[i]));
    } else {
      report("readback", cat(label(Kind::buffer, kept[i].buffer), " cannot be read back: ", results[i].error()));
    }
  }
}

void StreamPlayer::on(const command::End&, CommandPlace) {}

// ---- the picture ----

std::expected<Picture, std::string> StreamPlayer::capture() {
  Picture out{.width = host_.width, .height = host_.height};
  out.rgba.assign(size_t{host_.width} * host_.height * 4, 0);
  if (!canvas_drawn_) return out;
  const uint32_t row = (host_.width * 4 + 255) / 256 * 256;
  const uint64_t size = uint64_t{row} * host_.height;
  const GpuBuffer buffer = gpu_.createBuffer(size, 9, "picture");
  if (buffer == GpuBuffer::none) return std::unexpected(gpu_.takeError());
  gpu_.openEncoder();
  gpu_.copyTextureToBuffer(canvas_, buffer, row, host_.width, host_.height);
  if (!gpu_.submit()) return std::unexpected(gpu_.takeError());
  const ReadRange range{buffer, 0, size};
  auto bytes = gpu_.read({&range, 1});
  gpu_.release(buffer);
  if (bytes.empty() || !bytes[0]) return std::unexpected(bytes.empty() ? "nothing was read" : bytes[0].error());
  for (uint32_t y = 0; y < host_.height; ++y) {
    toStraightRgba(ByteView(*bytes[0]).subspan(size_t{y} * row, size_t{host_.width} * 4), host_.premultiplied,
                   std::span(out.rgba).subspan(size_t{y} * host_.width * 4, size_t{host_.width} * 4));
  }
  return out;
}

}  // namespace pngine::player
