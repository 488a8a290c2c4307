// Command streams of a payload, decoded for reading, and checked on the way.
#include "inspect/streams.h"

#include <type_traits>

#include "base/text.h"
#include "format/descriptors.h"
#include "format/stream.h"
#include "inspect/findings.h"
#include "inspect/print.h"
#include "inspect/shaders.h"

namespace pngine::inspect {
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

}  // namespace

DecodedStream decode(const player::ExecutorStream& stream, bool wgsl) {
  DecodedStream out;
  out.bytes = static_cast<uint32_t>(stream.commands.size());
  const auto decoded = format::decodeStream(
      stream.commands, stream.memory.size(), stream.layout, [&](const auto& command, format::CommandPlace place) {
        using C = std::remove_cvref_t<decltype(command)>;
        DecodedCommand d{.index = place.index, .opcode = C::kOpcode, .name = std::string(C::kName)};
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

StreamSummary summarise(const DecodedStream& stream) {
  using enum format::Opcode;
  StreamSummary out{.total = stream.commands.size()};
  for (const DecodedCommand& c : stream.commands) {
    const auto code = static_cast<uint8_t>(c.opcode);
    if (code <= static_cast<uint8_t>(CreateRenderBundle) || c.opcode == InitWasmModule) ++out.created;
    if (isDraw(c.opcode) || c.opcode == ExecuteBundles) ++out.draws;
    if (isDispatch(c.opcode)) ++out.dispatches;
    const bool copies = code >= static_cast<uint8_t>(WriteBuffer) && code <= static_cast<uint8_t>(ResolveQuerySet);
    if (copies || c.opcode == CallWasm || c.opcode == Submit) ++out.queue;
  }
  return out;
}

/// One run of an executor over all wanted streams.
class Run {
 public:
  Run(const format::PayloadView& payload, const InspectOptions& options)
      : payload_(payload), options_(options), checker_(payload, out_) {}

  std::expected<Inspection, std::string> play() {
    if (payload_.bytecode.empty()) out_.add(false, "W001", "payload/no-bytecode", "the payload has no bytecode");
    const auto engine = player::WasmEngine::open();
    if (!engine) return std::unexpected(engine.error());
    if (const auto executor = player::Executor::load(**engine, payload_)) {
      playStreams(**executor);
    } else {
      out_.add(true, "E010", "executor/load", executor.error());
    }
    if (out_.shaders.empty()) out_.add(false, "W002", "payload/no-shader", "the file has no shader");
    checkShaders(out_);
    return std::move(out_);
  }

 private:
  void playStreams(player::Executor& executor) {
    const auto load = executor.init();
    if (!take(load, true, 0, 0)) return;
    uint32_t next = 0;
    for (const uint32_t wanted : options_.frames) {
      for (; next <= wanted; ++next) {
        const double time = options_.time + options_.step * next;
        const auto stream = executor.frame(static_cast<float>(time), options_.width, options_.height);
        if (next == wanted) {
          take(stream, false, next, time);
        } else if (stream) {
          checker_.check(*stream, false, next);
        }
      }
    }
  }

  bool take(const std::expected<player::ExecutorStream, player::ExecutorError>& stream, bool load, uint32_t frame,
            double time) {
    DecodedStream decoded;
    if (stream) {
      decoded = decode(*stream, options_.wgsl);
      collectShaders(*stream, out_.shaders);
      checker_.check(*stream, load, frame);
    } else {
      decoded.error = stream.error().message;
      Finding& finding =
          out_.add(true, load ? "E010" : "E011", load ? "executor/init" : "executor/frame", stream.error().message);
      finding.load = load;
      finding.frame = frame;
    }
    decoded.load = load;
    decoded.frame = frame;
    decoded.time = time;
    out_.streams.push_back(std::move(decoded));
    return stream.has_value();
  }

  const format::PayloadView& payload_;
  const InspectOptions& options_;
  Inspection out_;
  StreamChecker checker_;
};

std::expected<Inspection, std::string> inspect(const format::PayloadView& payload, const InspectOptions& options) {
  return Run(payload, options).play();
}

Finding& Inspection::add(bool error, std::string_view code, std::string_view rule, std::string message) {
  return findings.emplace_back(Finding{.error = error,
                                       .code = std::string(code),
                                       .rule = std::string(rule),
                                       .message = std::move(message),
                                       .command = {},
                                       .load = true,
                                       .frame = 0});
}

bool Inspection::clean(bool warnings_too) const {
  for (const Finding& f : findings) {
    if (f.error || warnings_too) return false;
  }
  return true;
}

}  // namespace pngine::inspect
