// What may be behind what a viewer sees, judged from the streams alone. Every fix is worded in the document's language.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "inspect/inspection.h"
#include "webgpu/enums.h"

namespace pngine::inspect {
namespace {

using format::Opcode;
using enum format::Opcode;

constexpr std::array<std::string_view, 5> kSymptoms = {"black", "colors", "blend", "flicker", "geometry"};

std::string_view operand(const DecodedCommand& c, std::string_view name) {
  for (const auto& [key, value] : c.operands) {
    if (key == name) return value;
  }
  return {};
}

bool beginsRender(Opcode o) {
  return o == BeginRenderPass || o == BeginRenderPassMulti || o == BeginRenderPass8 || o == BeginRenderPassMulti8;
}

/// What the symptoms ask of the streams, counted once.
struct Facts {
  size_t draws = 0, bundles = 0, passes = 0, dispatches = 0, empty_draws = 0, passes_without_pipeline = 0;
  size_t frame_writes = 0, copies = 0;
  size_t most_submits = 0, fewest_submits = SIZE_MAX;
  bool first_pass_loads = false, varying_groups = false, vertex_bound = false;
};

/// The load op of a pass's first target: 1 clears.
bool loads(const DecodedCommand& c) {
  if (const std::string_view load = operand(c, "load"); !load.empty()) return load != "1";
  const std::string_view targets = operand(c, "targets");
  const size_t at = targets.find("\"load\":");
  return at != std::string_view::npos && targets.substr(at + 7, 1) != "1";
}

void countFrame(const DecodedStream& stream, Facts& f) {
  size_t submits = 0;
  bool pipeline = false, first = true;
  for (const DecodedCommand& c : stream.commands) {
    if (beginsRender(c.opcode)) {
      ++f.passes;
      pipeline = false;
      if (first) f.first_pass_loads = f.first_pass_loads || loads(c);
      first = false;
    }
    if (c.opcode == SetPipeline) pipeline = true;
    if (isDraw(c.opcode)) {
      ++f.draws;
      if (!pipeline) ++f.passes_without_pipeline;
      const std::string_view vertices = operand(c, c.opcode == Draw ? "vertices" : "indices");
      if (vertices == "0" || operand(c, "instances") == "0") ++f.empty_draws;
    }
    if (c.opcode == ExecuteBundles) ++f.bundles;
    if (c.opcode == SetVertexBuffer) f.vertex_bound = true;
    if (isDispatch(c.opcode)) ++f.dispatches;
    if (c.opcode == WriteBuffer || c.opcode == WriteTimeInputs || c.opcode == WritePointerInputs ||
        c.opcode == WriteBufferFromWasm) {
      ++f.frame_writes;
    }
    if (c.opcode == CopyBufferToBuffer || c.opcode == CopyTextureToTexture) ++f.copies;
    if (c.opcode == Submit) ++submits;
  }
  f.most_submits = std::max(f.most_submits, submits);
  f.fewest_submits = std::min(f.fewest_submits, submits);
}

/// Groups that differ between frames: something is pooled.
bool groupsVary(const Inspection& inspection) {
  const std::vector<DecodedCommand>* before = nullptr;
  for (const DecodedStream& s : inspection.streams) {
    if (s.load) continue;
    if (before && *before != s.commands) return true;
    before = &s.commands;
  }
  return false;
}

Facts count(const Inspection& inspection) {
  Facts f;
  for (const DecodedStream& s : inspection.streams) {
    if (!s.load) countFrame(s, f);
  }
  if (f.fewest_submits == SIZE_MAX) f.fewest_submits = 0;
  f.varying_groups = groupsVary(inspection);
  return f;
}

/// Collects checks; those that fail become causes.
class Builder {
 public:
  explicit Builder(Symptom symptom) { out_.symptom = symptom; }

  void check(std::string_view name, bool passed, std::string_view severity, std::string message,
             std::string suggestion = {}) {
    if (passed) suggestion.clear();
    out_.checks.push_back(
        {std::string(name), passed, std::string(severity), std::move(message), std::move(suggestion)});
  }
  /// A check whose failure explains the symptom.
  void expect(std::string_view name, bool passed, std::string_view probability, std::string message, std::string cause,
              std::string fix) {
    const std::string_view severity = probability == "high" ? "err" : probability == "medium" ? "warning" : "info";
    if (!passed) out_.causes.push_back({std::string(probability), std::move(cause), message, fix});
    check(name, passed, severity, std::move(message), std::move(fix));
  }

  Diagnosis take() {
    const auto rank = [](const Diagnosis::Cause& c) {
      return c.probability == "high" ? 0 : c.probability == "medium" ? 1 : 2;
    };
    std::ranges::stable_sort(out_.causes, {}, rank);
    out_.summary = out_.causes.empty() ? "nothing in the commands explains it; look into the shaders"
                                       : cat("most likely: ", out_.causes[0].cause);
    return std::move(out_);
  }

 private:
  Diagnosis out_;
};

void black(Builder& b, const Facts& f) {
  b.expect("render pass", f.passes != 0, "high",
           cat(counted(f.passes, "render pass", "render passes"), " in the frames"), "no frame has a render pass",
           "name a (render-pass ...) in the :perform of the (frame ...)");
  b.expect("draws", f.draws + f.bundles != 0, "high",
           cat(counted(f.draws, "draw", "draws"), " and ", counted(f.bundles, "replay", "replays"), " of bundles"),
           "nothing is drawn", "put a (draw :vertex-count N) into the (render-pass ...), or :execute-bundles");
  b.expect("pipeline before draw", f.passes_without_pipeline == 0, "high",
           cat(counted(f.passes_without_pipeline, "draw", "draws"), " without a pipeline"),
           "a pass draws without a pipeline", "give the (render-pass ...) a :pipeline");
  b.expect("counts", f.empty_draws == 0, "high", cat(counted(f.empty_draws, "draw", "draws"), " of nothing"),
           "a draw has no vertices or no instances",
           "make :vertex-count and :instance-count of the (draw ...) larger than 0");
  b.expect("submit", f.fewest_submits != 0, "high", cat("at least ", f.fewest_submits, " submits in each frame"),
           "a frame hands in no work", "list the passes in the :perform of the (frame ...)");
}

void colors(Builder& b, const Facts& f) {
  b.expect("first pass clears", !f.first_pass_loads, "medium",
           f.first_pass_loads ? "the first pass loads what its target held" : "the first pass clears its target",
           "the picture starts from what an earlier frame left",
           "write :load-op clear and a :clear-value in the (color-attachment ...)");
  b.expect("inputs written", f.frame_writes != 0, "medium",
           cat(counted(f.frame_writes, "write", "writes"), " of buffers in the frames"),
           "no buffer is written in a frame, so time, size and colours from outside are missing",
           "add (write-buffer :buffer B :data pngine-inputs) to a (queue ...) that the frame performs");
}

void blend(Builder& b, const Inspection& inspection) {
  size_t render = 0, blending = 0;
  for (const PipelineInfo& p : inspection.pipelines) {
    render += p.compute ? 0 : 1;
    blending += p.blends ? 1 : 0;
  }
  b.expect("render pipeline", render != 0, "high", counted(render, "render pipeline", "render pipelines"),
           "there is no render pipeline", "add a (render-pipeline ...)");
  b.expect("blend state", blending != 0, "high", cat(blending, " of them blend"),
           "no target has a blend state, so every fragment replaces what is there",
           "add (blend (color :src-factor src-alpha :dst-factor one-minus-src-alpha) (alpha ...)) to the (target ...)");
  b.check("order", true, "info", "where targets blend, the order of the draws counts: draw from back to front");
}

void flicker(Builder& b, const Inspection& inspection, const Facts& f) {
  b.expect("one submit", f.most_submits <= 1, "medium", cat("up to ", f.most_submits, " submits in a frame"),
           "a frame hands in its work in parts", "put all passes into one (frame ...)");
  const bool simulates = f.dispatches != 0 && !inspection.buffers.empty();
  const bool several = std::ranges::count_if(inspection.streams, [](const auto& s) { return !s.load; }) > 1;
  if (simulates && several) {
    b.expect(
        "ping-pong", f.varying_groups || f.copies != 0, "medium",
        f.varying_groups ? "bound resources alternate between frames" : "the same resources are bound in every frame",
        "a computed buffer may be read while it is written",
        "give the (buffer ...) a :pool 2 and the (entry ...) of the (bind-group ...) a :ping-pong offset");
  } else if (simulates) {
    b.check("ping-pong", true, "info",
            "compute passes write buffers; inspect --frames 0,1 shows whether they alternate");
  }
}

void geometry(Builder& b, const Inspection& inspection, const Facts& f) {
  constexpr auto kVertex = static_cast<uint32_t>(webgpu::BufferUsage::vertex);
  constexpr auto kUniform = static_cast<uint32_t>(webgpu::BufferUsage::uniform);
  constexpr uint64_t kTriangle = 3 * 12;  // three positions of three f32
  size_t vertex = 0, small = 0, uniform = 0;
  for (const BufferInfo& info : inspection.buffers) {
    vertex += info.usage & kVertex ? 1 : 0;
    small += (info.usage & kVertex) && info.size < kTriangle ? 1 : 0;
    uniform += info.usage & kUniform ? 1 : 0;
  }
  b.expect("vertex buffer bound", vertex == 0 || f.vertex_bound || f.bundles != 0, "high",
           cat(counted(vertex, "vertex buffer", "vertex buffers"), ", ", f.vertex_bound ? "some" : "none", " bound"),
           "a vertex buffer exists and is never bound", "name it in the :vertex-buffers of the (render-pass ...)");
  b.expect("vertex data", small == 0, "medium", cat(small, " of them hold less than a triangle"),
           "a vertex buffer is too small for three positions", "fill it from (data ...) by :data, or raise its :size");
  b.expect("uniforms", uniform != 0, "low", counted(uniform, "uniform buffer", "uniform buffers"),
           "no uniform buffer carries a matrix or the aspect ratio",
           "add a (buffer ... :usage [uniform copy-dst]) written from pngine-inputs, and use its aspect");
}

}  // namespace

std::optional<Symptom> symptomOf(std::string_view word) {
  const auto at = std::ranges::find(kSymptoms, word);
  if (at == kSymptoms.end()) return std::nullopt;
  return static_cast<Symptom>(at - kSymptoms.begin());
}
std::string_view symptomName(Symptom symptom) { return kSymptoms[static_cast<size_t>(symptom)]; }

Diagnosis diagnose(const Inspection& inspection, Symptom symptom) {
  const Facts facts = count(inspection);
  Builder b(symptom);
  switch (symptom) {
    case Symptom::black:
      black(b, facts);
      break;
    case Symptom::colors:
      colors(b, facts);
      break;
    case Symptom::blend:
      blend(b, inspection);
      break;
    case Symptom::flicker:
      flicker(b, inspection, facts);
      break;
    case Symptom::geometry:
      geometry(b, inspection, facts);
      break;
  }
  return b.take();
}

}  // namespace pngine::inspect
