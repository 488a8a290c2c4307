// The pass graph between its text and its plain forms: what each pass is, the WGSL modules assembled for it, and what
// their entry points use. Filled by pass_code.cpp and pass_module.cpp, written out by pass_forms.cpp.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "sjon/document.h"
#include "wgsl/wgsl.h"

namespace pngine::compile::sugar {

/// A name that generated text declares for the author's code, all of them in @group(0).
struct Item {
  enum class Kind : uint8_t {
    pngine,    ///< uniform of pngine-inputs
    pointer,   ///< uniform of pointer-inputs
    sampler,   ///< samp
    screen,    ///< storage texture of a compute pass, and of :init
    earlier,   ///< output of the pass `index` in this frame
    previous,  ///< own output of the previous frame
    data,      ///< D<index>
    post,      ///< postTex
  };
  Kind kind = Kind::pngine;
  uint32_t number = 0;  ///< @binding
  size_t index = 0;
  std::string name;
};

/// A function of the author's text, as its tokens show it.
struct Function {
  enum class Stage : uint8_t { none, vertex, fragment, compute } stage = Stage::none;
  std::string_view name;
};

/// What the tokens of a text say: enough to choose the generated head, before anything is parsed.
struct Scan {
  std::vector<Function> functions;
  std::set<std::string_view> words;
  std::map<std::string_view, uint32_t> declared;  ///< names of module scope, with their offset in the text
  bool samples = false;                           ///< some word begins with textureSample
  bool has_directives = false;                    ///< enable, requires, diagnostic: they must stay in front

  size_t count(Function::Stage stage) const;
  bool has(Function::Stage stage, std::string_view name) const;
};
Scan scan(std::string_view code);

/// One assembled module.
struct Module {
  std::string name;
  std::string text;
  uint32_t head = 0;  ///< bytes in front of the author's
  std::vector<Item> items;
  wgsl::ModulePtr parsed;
  const wgsl::Reflection* reflection = nullptr;  ///< null when the text does not parse

  /// The items that an entry point statically uses, in order of their numbers.
  std::vector<const Item*> uses(const wgsl::EntryPoint& entry) const;
  std::vector<const wgsl::EntryPoint*> entries(wgsl::Stage stage) const;
};

struct Pass {
  const sjon::Node* form = nullptr;
  std::string name;
  Span name_span;
  const sjon::Node* code = nullptr;      ///< string
  const sjon::Node* init = nullptr;      ///< string, or null
  std::vector<const sjon::Node*> files;  ///< strings
  bool feedback = false;
  bool main = false;
  bool compute = false;
  bool failed = false;  ///< reported; nothing but its texture is made
  Module module;
  std::optional<Module> init_module;
  const wgsl::EntryPoint* fs = nullptr;
  const wgsl::EntryPoint* post = nullptr;
  bool read_later = false;  ///< some later pass uses its output

  bool drawsCanvas() const { return main && !compute && post == nullptr; }
  bool hasTexture() const { return failed || !drawsCanvas() || read_later; }
};

struct Graph {
  const sjon::Node* form = nullptr;
  std::vector<Pass> passes;
};

/// Whether `word` can be the name of a WGSL variable.
bool isIdentifier(std::string_view word);

/// Reads the passes of a graph, assembles and reflects their modules; reports what makes a pass unusable.
Graph readGraph(const sjon::Document& document, const sjon::Node& form, Diagnostics& diagnostics);

/// Puts the generated text in front of (or, where directives must come first, behind) the author's and parses it.
/// Findings of the parser lie in the author's text. `items` are those the text mentions.
void assemble(const sjon::Document& document, const Pass& pass, const sjon::Node& code, const Scan& scanned,
              std::string_view stages, Module& module, Diagnostics& diagnostics);
/// Items of the pass' module and of its :init, numbered.
std::vector<Item> itemsOf(const Graph& graph, size_t index, const Scan& scanned, bool has_post);
std::vector<Item> itemsOfInit(const Pass& pass, const Scan& scanned);
/// The triangle that covers the picture.
std::string_view fullscreenVertex();
/// Module that copies a texture to the canvas: entries vs and fs, bindings 0 tex and 1 smp.
std::string_view blitModule();

}  // namespace pngine::compile::sugar
