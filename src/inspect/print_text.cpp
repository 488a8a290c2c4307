// An inspection as text for people.
#include "base/text.h"
#include "inspect/print.h"
#include "webgpu/enums.h"

namespace pngine::inspect {
namespace {

std::string flagsText(const format::PayloadView& p) {
  std::string out;
  constexpr std::string_view kNames[] = {"executor", "animation", "limits", "premultiplied", "names"};
  for (size_t bit = 0; bit < std::size(kNames); ++bit) {
    if ((p.flags >> bit & 1) != 0) out += cat(out.empty() ? "" : " ", kNames[bit]);
  }
  return out.empty() ? "none" : out;
}

std::string pluginsText(uint8_t plugins) {
  std::string out;
  constexpr std::string_view kNames[] = {"core", "render", "compute", "wasm", "animation", "texture"};
  for (size_t bit = 0; bit < std::size(kNames); ++bit) {
    if ((plugins >> bit & 1) != 0) out += cat(out.empty() ? "" : " ", kNames[bit]);
  }
  return out;
}

size_t dataBytes(const format::PayloadView& p) {
  size_t n = 0;
  for (const ByteView blob : p.data) n += blob.size();
  return n;
}

}  // namespace

std::string tablesText(const format::PayloadView& p) {
  std::string out = cat("payload: ", counted(p.bytes.size(), "byte", "bytes"), ", version 0, flags: ", flagsText(p),
                        ", uses: ", pluginsText(p.plugins), "\n");
  out += cat("  executor ", p.executor.size(), ", bytecode ", p.bytecode.size(), ", data ", dataBytes(p), " in ",
             counted(p.data.size(), "blob", "blobs"), ", ", counted(p.strings.size(), "string", "strings"), ", ",
             counted(p.shaders.size(), "shader", "shaders"), "\n");
  for (size_t i = 0; i < p.strings.size(); ++i) out += cat("  string ", i, ": ", p.strings[i], "\n");
  for (size_t i = 0; i < p.data.size(); ++i)
    out += cat("  blob ", i, ": ", counted(p.data[i].size(), "byte", "bytes"), "\n");
  for (const format::UniformBinding& b : p.uniforms) {
    out += cat("  uniform ", b.name, " (buffer ", b.buffer, ", group ", uint32_t{b.group}, ", binding ",
               uint32_t{b.binding}, ")\n");
    for (const format::UniformField& f : b.fields) {
      out += cat("    ", f.path, ": offset ", f.offset, ", size ", f.size, ", type ", uint32_t{f.type});
      out += f.elements == 0 ? "\n" : cat(", elements ", uint32_t{f.elements}, "\n");
    }
  }
  for (const auto& l : p.limits) out += cat("  limit ", l.name, " = ", l.value, "\n");
  for (const format::ResourceName& n : p.names) out += cat("  name ", n.name, " = buffer ", n.id, "\n");
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

std::string summaryText(const Inspection& inspection) {
  std::string out;
  for (const DecodedStream& s : inspection.streams) {
    const StreamSummary n = summarise(s);
    out += cat(s.load ? std::string("load") : cat("frame ", s.frame), ": ", counted(n.total, "command", "commands"),
               ", ", n.created, " created, ", counted(n.draws, "draw", "draws"), ", ",
               counted(n.dispatches, "dispatch", "dispatches"), ", ",
               counted(n.queue, "queue operation", "queue operations"), "\n");
  }
  for (const PipelineInfo& p : inspection.pipelines) {
    out += cat("pipeline ", p.id, p.compute ? ": compute " : ": vertex ", p.entry, " of shader ", p.shader);
    if (!p.fragment.empty()) out += cat(", fragment ", p.fragment, " of shader ", p.fragment_shader);
    out += "\n";
  }
  for (const BufferInfo& b : inspection.buffers) {
    out += cat("buffer ", b.id, b.name.empty() ? std::string() : cat(" (", b.name, ")"), ": ",
               counted(b.size, "byte", "bytes"), ",");
    for (uint32_t bit = 1; bit != 0 && bit <= b.usage; bit <<= 1) {
      const std::string_view name = webgpu::textOf(webgpu::EnumId::BufferUsage, static_cast<uint16_t>(bit));
      if (b.usage & bit) out += cat(" ", name.empty() ? "unknown" : name);
    }
    out += "\n";
  }
  return out;
}

std::string findingsText(const Inspection& inspection, bool warnings_too) {
  std::string out;
  for (const Finding& f : inspection.findings) {
    if (!f.error && !warnings_too) continue;
    out += cat(f.error ? "error " : "warning ", f.code, ": ", f.load ? std::string("load") : cat("frame ", f.frame));
    if (f.command) out += cat(", command ", *f.command);
    out += cat(": ", f.message, " [", f.rule, "]\n");
  }
  return out;
}

std::string diagnosisText(const Diagnosis& d) {
  std::string out = cat(symptomName(d.symptom), ": ", d.summary, "\n");
  for (const Diagnosis::Cause& c : d.causes) {
    out += cat("  ", c.probability, ": ", c.cause, " (", c.evidence, ")\n    ", c.fix, "\n");
  }
  for (const Diagnosis::Check& c : d.checks)
    out += cat("  ", c.passed ? "ok   " : "FAIL ", c.name, ": ", c.message, "\n");
  return out;
}

}  // namespace pngine::inspect
