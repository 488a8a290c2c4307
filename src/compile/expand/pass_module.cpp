// Assembly of the WGSL modules of a pass: which names the author's text mentions, the declarations generated for them,
// and the parse of the whole.
#include "base/text.h"
#include "compile/expand/graph.h"
#include "compile/shader_place.h"
#include "program/program.h"
#include "wgsl/lexer.h"

namespace pngine::compile::sugar {
namespace {

constexpr std::string_view kPngine = "pngine", kPointer = "pointer", kSampler = "samp", kScreen = "screen",
                           kPost = "postTex";

Function::Stage stageOf(std::string_view attribute) {
  if (attribute == "fragment") return Function::Stage::fragment;
  if (attribute == "compute") return Function::Stage::compute;
  if (attribute == "vertex") return Function::Stage::vertex;
  return Function::Stage::none;
}

/// Whether a word stands in front of the name that it declares.
bool declares(std::string_view word) {
  for (const std::string_view keyword : {"fn", "struct", "alias", "const", "override", "var"}) {
    if (word == keyword) return true;
  }
  return false;
}

/// What declares an item, without its @group and @binding.
std::string declaration(const Item& item, bool writable_data) {
  switch (item.kind) {
    case Item::Kind::pngine:
      return "var<uniform> pngine:PngineInputs;";
    case Item::Kind::pointer:
      return "var<uniform> pointer:PointerInputs;";
    case Item::Kind::sampler:
      return "var samp:sampler;";
    case Item::Kind::screen:
      return "var screen:texture_storage_2d<rgba8unorm,write>;";
    case Item::Kind::earlier:
    case Item::Kind::previous:
    case Item::Kind::post:
      return cat("var ", item.name, ":texture_2d<f32>;");
    case Item::Kind::data:
      return cat("var<storage,", writable_data ? "read_write" : "read", "> ", item.name, ":array<f32>;");
  }
  return {};
}

std::string_view structureOf(Item::Kind kind) {
  if (kind == Item::Kind::pngine) return "struct PngineInputs{time:f32,width:f32,height:f32,aspect:f32}\n";
  if (kind == Item::Kind::pointer) {
    return "struct PointerInputs{x:f32,y:f32,clickX:f32,clickY:f32,dx:f32,dy:f32,buttons:f32,pressure:f32,"
           "modifiers:f32,scrollX:f32,scrollY:f32,_pad:f32}\n";
  }
  return {};
}

/// Counts the items that exist and keeps those that the text mentions. Names that nothing mentions have a number and no
/// declaration, so numbers do not depend on what else the code does.
class Numbering {
 public:
  explicit Numbering(const Scan& scanned) : scanned_(scanned) {}

  void add(Item::Kind kind, std::string name, size_t index = 0, std::string_view also = {}) {
    if (scanned_.words.contains(name) || (!also.empty() && scanned_.words.contains(also)))
      out_.push_back({kind, next_, index, std::move(name)});
    ++next_;
  }
  void addIfMentioned(Item::Kind kind, std::string_view name, size_t index = 0, std::string_view also = {}) {
    if (scanned_.words.contains(name) || (!also.empty() && scanned_.words.contains(also)))
      add(kind, std::string(name), index, also);
  }
  /// The last number that a binding can carry is 255; a graph with more passes counts only what is mentioned.
  std::vector<Item> take() {
    if (next_ > 256) {
      for (uint32_t i = 0; i < out_.size(); ++i) out_[i].number = i;
    }
    return std::move(out_);
  }

 private:
  const Scan& scanned_;
  std::vector<Item> out_;
  uint32_t next_ = 0;
};

/// A parser's message about the assembled text, at its place in the document.
void report(const sjon::Document& document, const Pass& pass, const sjon::Node& code, const Module& module,
            const std::string& text, const wgsl::Message& message, Diagnostics& diagnostics) {
  program::ShaderModule m;
  m.origin.name = module.name;
  m.origin.form = m.origin.name_span = pass.form->span;
  m.authored = module.text;
  m.text = text;
  m.generated_head = module.head;
  m.code_span = code.span;
  m.code_is_raw = code.raw;
  m.code_offset = code.span.begin + (code.raw ? 3 : 1);
  const LineColumn at = LineIndex(text).at(message.span.begin);
  const Span span = documentSpan(m, document.source(), at.line, at.column, message.span.size());
  Diagnostic& d = diagnostics.error("module/wgsl-error", span, cat("pass `", pass.name, "`: ", message.text));
  d.shader = shaderPlace(m, at.line, at.column);
}

}  // namespace

size_t Scan::count(Function::Stage stage) const {
  size_t n = 0;
  for (const Function& f : functions) n += f.stage == stage ? 1 : 0;
  return n;
}

bool Scan::has(Function::Stage stage, std::string_view name) const {
  for (const Function& f : functions) {
    if (f.stage == stage && f.name == name) return true;
  }
  return false;
}

Scan scan(std::string_view code) {
  Scan out;
  const auto tokens = wgsl::lex(code, true);
  if (!tokens) return out;
  const auto word = [&](size_t i) { return code.substr((*tokens)[i].begin, (*tokens)[i].end - (*tokens)[i].begin); };
  const auto is = [&](size_t i, wgsl::Tok kind) { return i < tokens->size() && (*tokens)[i].kind == kind; };
  Function::Stage pending = Function::Stage::none;  // of the attributes since the last declaration
  size_t braces = 0;
  for (size_t i = 0; i < tokens->size(); ++i) {
    if (is(i, wgsl::Tok::semicolon) || is(i, wgsl::Tok::brace_close)) pending = Function::Stage::none;
    if (is(i, wgsl::Tok::brace_open)) ++braces;
    if (is(i, wgsl::Tok::brace_close) && braces > 0) --braces;
    if (!is(i, wgsl::Tok::identifier)) continue;
    const std::string_view w = word(i);
    if (braces == 0 && declares(w)) {
      size_t name = i + 1;  // behind the template list of `var<private>`
      if (is(name, wgsl::Tok::template_open)) {
        while (name < tokens->size() && !is(name, wgsl::Tok::template_close)) ++name;
        ++name;
      }
      if (is(name, wgsl::Tok::identifier)) out.declared.try_emplace(word(name), (*tokens)[name].begin);
    }
    out.words.insert(w);
    out.samples = out.samples || w.starts_with("textureSample");
    if (i > 0 && is(i - 1, wgsl::Tok::at)) {
      if (stageOf(w) != Function::Stage::none) pending = stageOf(w);
    } else if (w == "fn" && is(i + 1, wgsl::Tok::identifier)) {
      out.functions.push_back({pending, word(i + 1)});
      pending = Function::Stage::none;
    } else if (i == 0 && (w == "enable" || w == "requires" || w == "diagnostic")) {
      out.has_directives = true;
    }
  }
  return out;
}

std::vector<const Item*> Module::uses(const wgsl::EntryPoint& entry) const {
  std::vector<const Item*> out;
  for (const Item& item : items) {
    for (const uint32_t b : entry.bindings) {
      const wgsl::Binding& binding = reflection->bindings[b];
      if (binding.group == 0 && binding.binding == item.number && binding.name == item.name) {
        out.push_back(&item);
        break;
      }
    }
  }
  return out;
}

std::vector<const wgsl::EntryPoint*> Module::entries(wgsl::Stage stage) const {
  std::vector<const wgsl::EntryPoint*> out;
  for (const wgsl::EntryPoint& e : reflection->entry_points) {
    if (e.stage == stage) out.push_back(&e);
  }
  return out;
}

std::vector<Item> itemsOf(const Graph& graph, size_t index, const Scan& scanned, bool has_post) {
  const Pass& pass = graph.passes[index];
  Numbering n(scanned);
  n.addIfMentioned(Item::Kind::pngine, kPngine, 0, "PngineInputs");
  n.addIfMentioned(Item::Kind::pointer, kPointer, 0, "PointerInputs");
  if (pass.compute) {
    n.add(Item::Kind::screen, std::string(kScreen));
    return n.take();
  }
  if (has_post || scanned.samples || scanned.words.contains(kSampler))
    n.add(Item::Kind::sampler, std::string(kSampler));
  for (size_t i = 0; i < index; ++i) n.add(Item::Kind::earlier, graph.passes[i].name, i);
  if (pass.feedback) n.add(Item::Kind::previous, cat("prev_", pass.name));
  for (size_t i = 0; i < pass.files.size(); ++i) n.add(Item::Kind::data, cat("D", i), i);
  if (has_post) n.add(Item::Kind::post, std::string(kPost));
  return n.take();
}

std::vector<Item> itemsOfInit(const Pass& pass, const Scan& scanned) {
  Numbering n(scanned);
  n.addIfMentioned(Item::Kind::pngine, kPngine, 0, "PngineInputs");
  n.addIfMentioned(Item::Kind::pointer, kPointer, 0, "PointerInputs");
  if (pass.compute || pass.feedback) n.addIfMentioned(Item::Kind::screen, kScreen);
  for (size_t i = 0; i < pass.files.size(); ++i) n.addIfMentioned(Item::Kind::data, cat("D", i), i);
  return n.take();
}

void assemble(const sjon::Document& document, const Pass& pass, const sjon::Node& code, const Scan& scanned,
              std::string_view stages, Module& module, Diagnostics& diagnostics) {
  std::string generated;
  for (const Item& item : module.items) {
    generated += structureOf(item.kind);
    generated += cat("@group(0) @binding(", item.number, ") ", declaration(item, &code == pass.init), "\n");
  }
  generated += stages;
  if (scanned.has_directives) {
    module.text = cat(code.text, "\n", generated);
  } else {
    module.head = static_cast<uint32_t>(generated.size());
    module.text = generated + std::string(code.text);
  }
  const std::string text = wgsl::replaceMathConstants(module.text);
  std::expected<wgsl::ModulePtr, std::vector<wgsl::Message>> parsed = wgsl::parse(text);
  if (!parsed) {
    for (const wgsl::Message& message : parsed.error())
      report(document, pass, code, module, text, message, diagnostics);
    return;
  }
  module.parsed = std::move(*parsed);
  module.reflection = &wgsl::reflect(*module.parsed);
}

std::string_view fullscreenVertex() {
  return "@vertex fn vs(@builtin(vertex_index) i:u32)->@builtin(position) vec4f{"
         "return vec4f(f32(i&1u)*4.-1.,f32(i>>1u)*4.-1.,0.,1.);}\n";
}

std::string_view blitModule() {
  return "@group(0) @binding(0) var tex:texture_2d<f32>;\n"
         "@group(0) @binding(1) var smp:sampler;\n"
         "struct V{@builtin(position) p:vec4f,@location(0) uv:vec2f}\n"
         "@vertex fn vs(@builtin(vertex_index) i:u32)->V{\n"
         "let q=vec2f(f32(i&1u)*4.-1.,f32(i>>1u)*4.-1.);\n"
         "return V(vec4f(q,0.,1.),vec2f(q.x,-q.y)*.5+.5);}\n"
         "@fragment fn fs(v:V)->@location(0) vec4f{return textureSample(tex,smp,v.uv);}\n";
}

}  // namespace pngine::compile::sugar
