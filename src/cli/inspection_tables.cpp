// The tables of a payload, as text and as JSON.
#include "base/text.h"
#include "cli/inspection.h"

namespace pngine::cli {
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

void tablesJson(const format::PayloadView& p, JsonWriter& json) {
  json.key("module").beginObject();
  json.member("version", 0).member("has_executor", !p.executor.empty());
  json.member("executor_size", uint64_t{p.executor.size()}).member("bytecode_size", uint64_t{p.bytecode.size()});
  json.member("strings_count", uint64_t{p.strings.size()}).member("data_blobs_count", uint64_t{p.data.size()});
  json.member("wgsl_entries_count", uint64_t{p.shaders.size()})
      .member("uniform_entries_count", uint64_t{p.uniforms.size()});
  json.member("has_animation", (p.flags & 2) != 0).member("scene_count", 0);
  json.member("flags", uint32_t{p.flags})
      .member("plugins", uint32_t{p.plugins})
      .member("bytes", uint64_t{p.bytes.size()});
  json.endObject();
  json.key("strings").beginArray();
  for (const std::string_view s : p.strings) json.string(s);
  json.endArray().key("uniforms").beginArray();
  for (const format::UniformBinding& b : p.uniforms) {
    json.beginObject().member("name", std::string_view(b.name)).member("buffer", uint32_t{b.buffer});
    json.member("group", uint32_t{b.group}).member("binding", uint32_t{b.binding}).key("fields").beginArray();
    for (const format::UniformField& f : b.fields) {
      json.beginObject().member("path", std::string_view(f.path)).member("offset", uint32_t{f.offset});
      json.member("size", uint32_t{f.size})
          .member("type", uint32_t{f.type})
          .member("elements", uint32_t{f.elements})
          .endObject();
    }
    json.endArray().endObject();
  }
  json.endArray().key("limits").beginObject();
  for (const auto& l : p.limits) json.member(l.name, l.value);
  json.endObject().key("names").beginArray();
  for (const format::ResourceName& n : p.names) {
    json.beginObject().member("buffer", uint32_t{n.id}).member("name", std::string_view(n.name)).endObject();
  }
  json.endArray();
}

}  // namespace pngine::cli
