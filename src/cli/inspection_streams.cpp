// Command streams of a payload, decoded for reading.
#include <type_traits>

#include "base/text.h"
#include "cli/inspection.h"
#include "format/descriptors.h"
#include "format/stream.h"
#include "player/executor.h"

namespace pngine::cli {
namespace {

namespace wire = format::wire;

std::string idList(const uint16_t* ids, size_t count) {
  std::string out = "[";
  for (size_t i = 0; i < count; ++i) out += cat(i == 0 ? "" : ",", ids[i]);
  return out + "]";
}

std::string targetList(const wire::TargetList& list) {
  std::string out = "[";
  for (size_t i = 0; i < list.count; ++i) {
    const wire::Target& t = list.items[i];
    out += cat(i == 0 ? "" : ",", "{\"texture\":", t.texture, ",\"load\":", t.load, ",\"store\":", t.store,
               ",\"clear\":[", t.r, ",", t.g, ",", t.b, ",", t.a, "]}");
  }
  return out + "]";
}

template <class T>
std::string operandText(const T& value) {
  if constexpr (std::is_same_v<T, wire::Desc>)
    return cat("{\"ptr\":", value.ptr, ",\"len\":", value.len, "}");
  else if constexpr (std::is_same_v<T, wire::BundleList>)
    return idList(value.ids, value.count);
  else if constexpr (std::is_base_of_v<wire::TargetList, T>)
    return targetList(value);
  else if constexpr (std::is_same_v<T, wire::ArgBytes>)
    return cat("{\"len\":", value.count, "}");
  else {
    const std::string text = toText(static_cast<double>(value));
    return text == "nan" || text == "inf" || text == "-inf" ? cat("\"", text, "\"") : text;
  }
}

std::string hex(ByteView bytes, size_t most) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < bytes.size() && i < most; ++i) {
    if (i != 0) out += ' ';
    out += kDigits[bytes[i] >> 4];
    out += kDigits[bytes[i] & 15];
  }
  return bytes.size() > most ? out + " ..." : out;
}

// Text with its line breaks kept out of the one-line form.
std::string firstLine(std::string_view text, size_t most) {
  const std::string_view line = text.substr(0, std::min(text.find('\n', text.find_first_not_of("\n")), most));
  std::string out;
  for (const char c : line) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return line.size() < text.size() ? out + " ..." : out;
}

std::string blobText(format::Opcode opcode, ByteView blob, bool wgsl) {
  using enum format::Opcode;
  constexpr size_t kShown = 16, kLine = 200;
  switch (opcode) {
    case CreateShader:
      return wgsl ? std::string(asText(blob)) : cat(blob.size(), " bytes of WGSL: ", firstLine(asText(blob), 60));
    case CreateRenderPipeline:
    case CreateBindGroupLayout:
    case CreatePipelineLayout:
      return firstLine(asText(blob), kLine * 4);
    case CreateComputePipeline: {
      const auto d = format::decodeComputePipeline(blob);
      return d ? cat("shader ", d->shader, ", entry ", d->entry, ", layout ",
                     d->layout ? toText(uint64_t{*d->layout}) : "auto")
               : d.error().message;
    }
    case CreateBindGroup: {
      const auto d = format::decodeBindGroup(blob);
      if (!d) return d.error().message;
      constexpr std::string_view kKinds[] = {"buffer", "texture", "sampler", "external", "view"};
      std::string out = cat("group ", uint32_t{d->group});
      for (const format::BindGroupEntry& e : d->entries) {
        out += cat(", ", uint32_t{e.binding}, " = ", kKinds[static_cast<size_t>(e.kind)], " ", e.id);
        if (e.offset != 0 || e.size != 0) out += cat(" [", e.offset, " +", e.size, "]");
      }
      return out;
    }
    case CreateQuerySet: {
      const auto d = format::decodeQuerySet(blob);
      return d ? cat(webgpu::name(d->type), " x ", d->count) : d.error().message;
    }
    case CallWasm:
      return std::string(asText(blob));
    default:
      return cat(blob.size(), " bytes: ", hex(blob, kShown));
  }
}

DecodedStream decode(const player::ExecutorStream& stream, bool wgsl) {
  DecodedStream out;
  out.bytes = static_cast<uint32_t>(stream.commands.size());
  const auto decoded = format::decodeStream(
      stream.commands, stream.memory.size(), stream.layout, [&](const auto& command, format::CommandPlace place) {
        using C = std::remove_cvref_t<decltype(command)>;
        DecodedCommand d{.index = place.index, .name = std::string(C::kName)};
        format::forEachField(command, [&](std::string_view name, const auto& value) {
          d.operands.emplace_back(name, operandText(value));
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, wire::Desc>) {
            if (value.len != 0) d.blob = blobText(C::kOpcode, stream.memory.subspan(value.ptr, value.len), wgsl);
          }
        });
        out.commands.push_back(std::move(d));
      });
  if (!decoded) out.error = decoded.error().message;
  return out;
}

DecodedStream decodeResult(const std::expected<player::ExecutorStream, player::ExecutorError>& stream, bool wgsl) {
  if (stream) return decode(*stream, wgsl);
  DecodedStream out;
  out.error = stream.error().message;
  return out;
}

}  // namespace

std::expected<std::vector<DecodedStream>, Failure> decodeStreams(const format::PayloadView& payload,
                                                                 const InspectOptions& options) {
  if (payload.executor.empty()) {
    return std::unexpected(
        Failure{kExitFormat, "the payload carries no executor, so its command streams cannot be had"});
  }
  const auto engine = player::WasmEngine::open();
  if (!engine) return std::unexpected(Failure{kExitExecution, engine.error()});
  const auto executor = player::Executor::load(**engine, payload);
  if (!executor) return std::unexpected(Failure{kExitExecution, executor.error()});
  std::vector<DecodedStream> out;
  out.push_back(decodeResult((*executor)->init(), options.wgsl));
  out.back().load = true;
  if (!out.back().error.empty()) return out;
  uint32_t next = 0;
  for (const uint32_t wanted : options.frames) {
    for (; next <= wanted; ++next) {
      const double time = options.time + options.step * next;
      const auto stream = (*executor)->frame(static_cast<float>(time), options.width, options.height);
      if (next != wanted) continue;
      out.push_back(decodeResult(stream, options.wgsl));
      out.back().frame = wanted;
      out.back().time = time;
    }
  }
  return out;
}

std::string streamText(const DecodedStream& stream) {
  std::string out = stream.load ? std::string("load") : cat("frame ", stream.frame, " (t=", stream.time, " s)");
  if (!stream.error.empty()) return cat(out, ": ", stream.error, "\n");
  out += cat(": ", counted(stream.commands.size(), "command", "commands"), ", ", counted(stream.bytes, "byte", "bytes"),
             "\n");
  for (const DecodedCommand& c : stream.commands) {
    out += cat("  ", c.index, "  ", c.name);
    for (const auto& [name, value] : c.operands) out += cat(" ", name, "=", value);
    out += c.blob.empty() ? "\n" : cat("\n       ", c.blob, "\n");
  }
  return out;
}

void streamJson(const DecodedStream& stream, JsonWriter& json) {
  json.beginObject().member("phase", stream.load ? "init" : "frame");
  if (!stream.load) json.member("frame_index", stream.frame).member("time", stream.time);
  json.member("bytes", stream.bytes);
  if (!stream.error.empty()) json.member("error", std::string_view(stream.error));
  json.key("commands").beginArray();
  for (const DecodedCommand& c : stream.commands) {
    json.beginObject().member("index", c.index).member("cmd", std::string_view(c.name));
    for (const auto& [name, value] : c.operands) json.key(name).raw(value);
    if (!c.blob.empty()) json.member("blob", std::string_view(c.blob));
    json.endObject();
  }
  json.endArray().endObject();
}

}  // namespace pngine::cli
