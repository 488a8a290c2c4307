// An inspection as JSON: the members and their order are a contract with tools (docs/inspect.md).
#include <algorithm>

#include "base/text.h"
#include "inspect/print.h"

namespace pngine::inspect {
namespace {

void moduleJson(const format::PayloadView& p, JsonWriter& json) {
  json.key("module").beginObject();
  json.member("version", 0).member("has_executor", !p.executor.empty());
  json.member("executor_size", uint64_t{p.executor.size()}).member("bytecode_size", uint64_t{p.bytecode.size()});
  json.member("strings_count", uint64_t{p.strings.size()}).member("data_blobs_count", uint64_t{p.data.size()});
  json.member("wgsl_entries_count", uint64_t{p.shaders.size()})
      .member("uniform_entries_count", uint64_t{p.uniforms.size()});
  json.member("has_animation", (p.flags & 2) != 0).member("scene_count", p.scenes);
  json.member("flags", uint32_t{p.flags})
      .member("plugins", uint32_t{p.plugins})
      .member("bytes", uint64_t{p.bytes.size()});
  json.endObject();
}

void tablesJson(const format::PayloadView& p, JsonWriter& json) {
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

void commandsJson(const DecodedStream& stream, JsonWriter& json) {
  json.key("commands").beginArray();
  for (const DecodedCommand& c : stream.commands) {
    json.beginObject().member("index", c.index).member("cmd", std::string_view(c.name));
    for (const auto& [name, value] : c.operands) json.key(name).raw(value);
    if (!c.blob.empty()) json.member("blob", std::string_view(c.blob));
    json.endObject();
  }
  json.endArray();
}

void streamJson(const DecodedStream& stream, const InspectOptions& options, JsonWriter& json) {
  json.beginObject().member("phase", stream.load ? "init" : "frame");
  if (!stream.load) {
    json.member("time", stream.time).key("canvas_size").beginArray();
    json.unsignedInteger(options.width).unsignedInteger(options.height).endArray();
  }
  commandsJson(stream, json);
  const StreamSummary n = summarise(stream);
  json.key("summary").beginObject().member("total_commands", n.total).member("resources_created", n.created);
  json.member("draw_calls", n.draws).member("compute_dispatches", n.dispatches).member("queue_operations", n.queue);
  json.endObject();
  if (!stream.load) json.member("frame_index", stream.frame);
  json.member("bytes", stream.bytes);
  if (!stream.error.empty()) json.member("error", std::string_view(stream.error));
  json.endObject();
}

void framesJson(const std::vector<const DecodedStream*>& frames, JsonWriter& json) {
  json.key("frames").beginArray();
  for (const DecodedStream* s : frames) {
    const StreamSummary n = summarise(*s);
    json.beginObject().member("frame_index", s->frame).member("time", s->time).member("command_count", n.total);
    json.member("draw_count", n.draws).member("dispatch_count", n.dispatches);
    commandsJson(*s, json);
    json.endObject();
  }
  json.endArray();
}

/// What changes between the frames, command by command at the same place.
void differenceJson(const std::vector<const DecodedStream*>& frames, JsonWriter& json) {
  size_t most = 0, fixed = 0;
  for (const DecodedStream* s : frames) most = std::max(most, s->commands.size());
  for (size_t i = 0; i < most; ++i) {
    fixed += std::ranges::all_of(frames,
                                 [&](const DecodedStream* s) {
                                   return i < s->commands.size() && i < frames[0]->commands.size() &&
                                          s->commands[i] == frames[0]->commands[i];
                                 })
                 ? 1
                 : 0;
  }
  const auto timed = [](const DecodedCommand& c) { return c.opcode == format::Opcode::WriteTimeInputs; };
  const bool time = std::ranges::any_of(frames, [&](const auto* s) { return std::ranges::any_of(s->commands, timed); });
  const bool draws =
      std::ranges::all_of(frames, [&](const auto* s) { return summarise(*s).draws == summarise(*frames[0]).draws; });
  json.key("frame_diff").beginObject().member("static_command_count", uint64_t{fixed});
  json.member("varying_command_count", uint64_t{most - fixed}).member("time_is_varying", time);
  json.member("draw_counts_consistent", draws);
  const std::string summary = most == fixed ? "every frame has the same commands"
                                            : cat(most - fixed, " of ", most, " commands change between frames");
  json.member("summary", std::string_view(summary)).endObject();
}

void findingsJson(const Inspection& inspection, bool errors, JsonWriter& json) {
  json.key(errors ? "errors" : "warnings").beginArray();
  for (const Finding& f : inspection.findings) {
    if (f.error != errors) continue;
    json.beginObject().member("code", std::string_view(f.code)).member("severity", errors ? "error" : "warning");
    json.member("message", std::string_view(f.message));
    if (f.command) json.member("command_index", *f.command);
    json.member("rule", std::string_view(f.rule)).member("phase", f.load ? "init" : "frame");
    if (!f.load) json.member("frame_index", f.frame);
    json.endObject();
  }
  json.endArray();
}

void diagnosisJson(const Diagnosis& d, JsonWriter& json) {
  json.key("diagnosis")
      .beginObject()
      .member("symptom", symptomName(d.symptom))
      .member("summary", std::string_view(d.summary));
  json.key("likely_causes").beginArray();
  for (const Diagnosis::Cause& c : d.causes) {
    json.beginObject()
        .member("probability", std::string_view(c.probability))
        .member("cause", std::string_view(c.cause));
    json.member("evidence", std::string_view(c.evidence)).member("fix", std::string_view(c.fix)).endObject();
  }
  json.endArray().key("checks").beginArray();
  for (const Diagnosis::Check& c : d.checks) {
    json.beginObject().member("check", std::string_view(c.name)).member("passed", c.passed);
    json.member("severity", std::string_view(c.severity)).member("message", std::string_view(c.message));
    if (!c.suggestion.empty()) json.member("suggestion", std::string_view(c.suggestion));
    json.endObject();
  }
  json.endArray().endObject();
}

std::string_view spaceOf(wgsl::BindingKind kind) {
  using enum wgsl::BindingKind;
  switch (kind) {
    case uniform:
      return "uniform";
    case storage_read:
      return "storage_read";
    case storage_read_write:
      return "storage_read_write";
    case sampler:
    case sampler_comparison:
      return "sampler";
    default:
      return "texture";
  }
}

void shadersJson(const Inspection& inspection, JsonWriter& json) {
  constexpr size_t kMostText = 4096;
  json.key("wgsl_shaders").beginArray();
  for (const ShaderInfo& s : inspection.shaders) {
    json.beginObject().member("shader_id", uint32_t{s.id}).key("entry_points").beginArray();
    for (const wgsl::EntryPoint& e : s.entry_points) {
      json.beginObject().member("name", std::string_view(e.name)).member("stage", wgsl::stageName(e.stage));
      if (e.stage == wgsl::Stage::compute) {
        json.key("workgroup_size").beginArray();
        for (const auto& axis : e.workgroup_size) json.unsignedInteger(axis.value_or(0));
        json.endArray();
      }
      json.endObject();
    }
    json.endArray().key("bindings").beginArray();
    for (size_t i = 0; i < s.bindings.size(); ++i) {
      const wgsl::Binding& b = s.bindings[i];
      json.beginObject().member("group", b.group).member("binding", b.binding).member("address_space", spaceOf(b.kind));
      json.member("name", std::string_view(b.name));
      if (!s.binding_types[i].empty()) json.member("type", std::string_view(s.binding_types[i]));
      json.endObject();
    }
    json.endArray().member("source_length", uint64_t{s.text.size()});
    if (s.text.size() <= kMostText) json.member("source", std::string_view(s.text));
    json.endObject();
  }
  json.endArray();
}

}  // namespace

std::string reportJson(const Report& r) {
  JsonWriter json;
  const Inspection& in = *r.inspection;
  const std::string_view status = !in.clean(false) ? "err" : in.clean(true) ? "ok" : "warning";
  json.beginObject().member("status", status).member("input", r.input);
  moduleJson(*r.payload, json);
  findingsJson(in, true, json);
  findingsJson(in, false, json);
  std::vector<const DecodedStream*> frames;
  for (const DecodedStream& s : in.streams) {
    if (!s.load) {
      frames.push_back(&s);
    } else if (r.load) {
      json.key("initialization");
      streamJson(s, *r.options, json);
    }
  }
  if (r.frames && frames.size() == 1) {
    json.key("first_frame");
    streamJson(*frames[0], *r.options, json);
  } else if (r.frames && !frames.empty()) {
    framesJson(frames, json);
    differenceJson(frames, json);
  }
  if (r.diagnosis) diagnosisJson(*r.diagnosis, json);
  if (r.options->wgsl) shadersJson(in, json);
  tablesJson(*r.payload, json);
  return json.endObject().take() + "\n";
}

}  // namespace pngine::inspect
