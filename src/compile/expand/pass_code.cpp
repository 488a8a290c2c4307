// What each pass of a graph is: its keys, its kind, its entry points, and everything that makes it unusable. Shapes of
// values (a :code that is no string, an unknown key) are the schema's to report; such a pass is left out here.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "compile/expand/graph.h"

namespace pngine::compile::sugar {
namespace {

using sjon::Kind;
using sjon::Node;
using Stage = Function::Stage;

constexpr size_t kMaxEntries = 16;
/// As many as a frame has steps: each pass is at least one.
constexpr size_t kMaxPasses = 2048;

class Reader {
 public:
  Reader(const sjon::Document& document, Diagnostics& diagnostics) : document_(document), diagnostics_(diagnostics) {}

  Graph read(const Node& form) {
    graph_.form = &form;
    for (const Node& child : form.children()) {
      if (child.key != nullptr || !child.isForm("pass")) continue;
      if (graph_.passes.size() == kMaxPasses) {
        diagnostics_.error(
            "frame/list-too-long", child.span,
            cat("(pass-graph) has more than ", kMaxPasses, " passes, and its frame has that many steps"));
        break;
      }
      keys(child);
    }
    if (graph_.passes.empty()) return std::move(graph_);
    for (size_t i = 0; i < graph_.passes.size(); ++i) {
      Pass& pass = graph_.passes[i];
      pass.main = (i + 1 == graph_.passes.size() && !left_out_) || pass.name == "main";
      if (!pass.failed) code(i);
    }
    names();
    readers();
    for (size_t i = 0; i < graph_.passes.size(); ++i) remarks(i);
    return std::move(graph_);
  }

 private:
  Diagnostic& error(Pass& pass, std::string_view rule, Span span, std::string message) {
    pass.failed = true;
    return diagnostics_.error(rule, span, cat("pass `", pass.name, "` ", message));
  }
  Diagnostic& warning(const Pass& pass, std::string_view rule, Span span, std::string message) {
    return diagnostics_.warning(rule, span, cat("pass `", pass.name, "` ", message));
  }

  void keys(const Node& form) {
    const Node* name = form.get("name");
    if (name == nullptr || name->kind != Kind::symbol) return leaveOut();
    if (const auto [at, fresh] = seen_.try_emplace(std::string(name->text), name->span); !fresh) {
      diagnostics_.error("name/duplicate", name->span, cat("the name ", name->text, " is taken by an earlier pass"))
          .notes.push_back({at->second, "the earlier pass"});
      return leaveOut();
    }
    Pass pass;
    pass.form = &form;
    pass.name = name->text;
    pass.name_span = name->span;
    pass.code = form.get("code");
    pass.init = form.get("init");
    const Node* feedback = form.get("feedback");
    const Node* files = form.get("file");
    pass.failed = pass.code == nullptr || pass.code->kind != Kind::string ||
                  (pass.init != nullptr && pass.init->kind != Kind::string) ||
                  (feedback != nullptr && feedback->kind != Kind::boolean) ||
                  (files != nullptr && files->kind != Kind::vector);
    pass.feedback = feedback != nullptr && feedback->boolean;
    if (!pass.failed && files != nullptr) {
      for (const Node& file : files->children()) {
        pass.failed = pass.failed || file.kind != Kind::string;
        pass.files.push_back(&file);
      }
    }
    graph_.passes.push_back(std::move(pass));
  }

  void leaveOut() {
    if (!left_out_) left_out_ = graph_.passes.size();
  }

  /// Kind and entry points by tokens, then the modules.
  void code(size_t index) {
    Pass& pass = graph_.passes[index];
    const Scan scanned = scan(pass.code->text);
    if (!entries(pass, scanned, pass.code->span, "")) return;
    pass.compute = scanned.count(Stage::compute) != 0;
    if (pass.compute)
      withoutEffect(pass);
    else if (!fragmentRules(pass, scanned))
      return;
    const bool has_post = pass.main && scanned.has(Stage::fragment, "post");
    pass.module.name = cat(pass.name, "__shader");
    pass.module.items = itemsOf(graph_, index, scanned, has_post);
    if (!ownNames(pass, *pass.code, scanned, pass.module.items)) return;
    Diagnostics unsure;
    assemble(document_, pass, *pass.code, scanned, pass.compute ? std::string_view() : fullscreenVertex(), pass.module,
             left_out_ && *left_out_ <= index ? unsure : diagnostics_);
    pass.failed = pass.failed || pass.module.reflection == nullptr || (left_out_ && *left_out_ <= index);
    if (pass.failed) return;
    if (pass.compute) {
      sizes(pass, pass.module);
    } else {
      pass.fs = pass.module.reflection->entry("fs");
      pass.post = has_post ? pass.module.reflection->entry("post") : nullptr;
      pass.failed = pass.fs == nullptr;
    }
    if (pass.init != nullptr) init(pass);
  }

  /// Whether the author's declarations have other names than those that are made for them, and these are names.
  bool ownNames(Pass& pass, const Node& code, const Scan& scanned, const std::vector<Item>& items) {
    bool fine = true;
    for (const Item& item : items) {
      // names() says so of the pass itself.
      if (item.kind == Item::Kind::earlier && !isIdentifier(item.name)) fine = false;
      const auto at = scanned.declared.find(item.name);
      if (at == scanned.declared.end()) continue;
      fine = false;
      const uint32_t begin = code.span.begin + 3 + at->second;
      const Span span = code.raw ? Span{begin, begin + static_cast<uint32_t>(item.name.size())} : code.span;
      const bool earlier = item.kind == Item::Kind::earlier;
      Diagnostic& d =
          error(pass, "name/wgsl-identifier", span,
                cat("declares `", item.name, "`, and under that name ",
                    earlier ? "the graph gives it the picture of an earlier pass" : "the graph gives it a variable"));
      if (earlier) d.notes.push_back({graph_.passes[item.index].name_span, "the earlier pass"});
      d.notes.push_back({std::nullopt, earlier ? "rename one of the two" : "give the declaration another name"});
    }
    pass.failed = pass.failed || !fine;
    return fine;
  }

  /// At least one entry point, of one kind, and not too many. False after an error.
  bool entries(Pass& pass, const Scan& scanned, Span span, std::string_view key) {
    const size_t fragments = scanned.count(Stage::fragment), computes = scanned.count(Stage::compute);
    if (fragments + computes == 0) {
      error(pass, "sugar/no-entry", span,
            key.empty() ? std::string("has neither a @fragment nor a @compute function")
                        : cat(key, " has no @compute function"));
    } else if (fragments + computes > kMaxEntries) {
      error(pass, "sugar/entries-too-many", span,
            cat(key, key.empty() ? "" : " ", "has ", fragments + computes, " entry points, and the most is ",
                kMaxEntries));
    } else if (fragments != 0 && computes != 0) {
      error(pass, "sugar/mixed", span,
            cat(key, key.empty() ? "" : " ", "has @fragment and @compute functions; a pass is of one kind"))
          .notes.push_back(
              {std::nullopt, "put the two kinds into a pass each; later passes read earlier ones by name"});
    } else {
      return true;
    }
    return false;
  }

  void withoutEffect(Pass& pass) {
    for (const std::string_view key : {"feedback", "file"}) {
      const Node* value = pass.form->get(key);
      if (value == nullptr || (key == "feedback" && !pass.feedback)) continue;
      warning(pass, "sugar/feedback-compute", value->span, cat("is a compute pass, on which :", key, " has no effect"));
    }
    pass.feedback = false;
    pass.files.clear();
  }

  bool fragmentRules(Pass& pass, const Scan& scanned) {
    if (pass.main && pass.feedback) {
      error(pass, "sugar/feedback-last", pass.form->get("feedback")->span,
            "draws the canvas, which cannot be read back, so :feedback is not for it")
          .notes.push_back({std::nullopt, "give :feedback to an earlier pass and read it here by its name"});
    }
    if (!scanned.has(Stage::fragment, "fs")) {
      std::vector<std::string_view> names;
      for (const Function& f : scanned.functions) {
        if (f.stage == Stage::fragment) names.push_back(f.name);
      }
      error(pass, "sugar/fs-name", pass.code->span,
            cat("has no @fragment function called fs; it has ", listed(names, "and")))
          .notes.push_back({std::nullopt, "the entry point of a fragment pass is called fs"});
    }
    return !pass.failed;
  }

  /// Every grid follows from the workgroup size.
  void sizes(Pass& pass, const Module& module) {
    for (const wgsl::EntryPoint* e : module.entries(wgsl::Stage::compute)) {
      if (e->workgroup_size[0] && e->workgroup_size[1]) continue;
      error(pass, "sugar/workgroup-literal", pass.form->span,
            cat("has the entry point ", e->name, ", whose @workgroup_size is not known at compile time"))
          .notes.push_back({std::nullopt, "write it with numbers or const declarations"});
    }
  }

  void init(Pass& pass) {
    if (!pass.compute && !pass.feedback && pass.files.empty()) {
      warning(pass, "sugar/init-ignored", pass.init->span,
              "has nothing that outlives a frame, so its :init has no effect")
          .notes.push_back(
              {std::nullopt, ":init fills the screen of a compute or :feedback pass, or the data of :file"});
      return;
    }
    const Scan scanned = scan(pass.init->text);
    if (scanned.count(Stage::fragment) != 0 && scanned.count(Stage::compute) == 0) {
      error(pass, "sugar/no-entry", pass.init->span, ":init has no @compute function");
      return;
    }
    if (!entries(pass, scanned, pass.init->span, ":init")) return;
    Module& module = pass.init_module.emplace();
    module.name = cat(pass.name, "__init_shader");
    module.items = itemsOfInit(pass, scanned);
    if (!ownNames(pass, *pass.init, scanned, module.items)) return;
    assemble(document_, pass, *pass.init, scanned, {}, module, diagnostics_);
    if (module.reflection == nullptr)
      pass.failed = true;
    else
      sizes(pass, module);
  }

  /// Names that later fragment passes, or the pass itself, read as variables.
  void names() {
    size_t last_fragment = 0;
    for (size_t i = 0; i < graph_.passes.size(); ++i) {
      if (!graph_.passes[i].compute) last_fragment = i;
    }
    for (size_t i = 0; i < graph_.passes.size(); ++i) {
      Pass& pass = graph_.passes[i];
      const bool read = i < last_fragment, by_itself = pass.feedback && !pass.main;
      if ((!read || isIdentifier(pass.name)) && (!by_itself || isIdentifier(cat("prev_", pass.name)))) continue;
      error(pass, "name/wgsl-identifier", pass.name_span,
            "has a name that is no WGSL identifier, and later passes read it under that name")
          .notes.push_back({std::nullopt, cat("such a name has letters, digits and single underscores and is no word "
                                              "of WGSL; `",
                                              asIdentifier(pass.name), "` would do")});
    }
  }

  /// The nearest name that is one.
  static std::string asIdentifier(std::string_view name) {
    std::string out;
    for (const char c : name) {
      const bool word = isIdentifier(std::string_view(&c, 1)) || (c >= '0' && c <= '9');
      if (word || (!out.empty() && out.back() != '_')) out += word ? c : '_';
    }
    if (out.empty() || !isIdentifier(out)) out.insert(0, "pass_");
    return out;
  }

  void readers() {
    for (const Pass& pass : graph_.passes) {
      if (pass.failed) continue;
      for (const wgsl::EntryPoint* e : {pass.fs, pass.post}) {
        if (e == nullptr) continue;
        for (const Item* item : pass.module.uses(*e)) {
          if (item->kind == Item::Kind::earlier) graph_.passes[item->index].read_later = true;
        }
      }
    }
  }

  void remarks(size_t index) {
    const Pass& pass = graph_.passes[index];
    const bool sound = std::ranges::none_of(graph_.passes, &Pass::failed);
    if (!sound || index + 1 == graph_.passes.size()) return;
    if (pass.main) {
      warning(pass, "sugar/main-not-last", pass.name_span,
              "draws the canvas because of its name, although it is not the last pass");
    } else if (!pass.read_later) {
      warning(pass, "sugar/unused-dep", pass.name_span, "is read by no later pass, so nobody sees its picture");
    }
  }

  const sjon::Document& document_;
  Diagnostics& diagnostics_;
  Graph graph_;
  std::map<std::string, Span, std::less<>> seen_;
  /// How many passes were read when one was left out for its name: the last one is not known then, and the texts of
  /// those that follow may mean names that nothing declares for them.
  std::optional<size_t> left_out_;
};

}  // namespace

bool isIdentifier(std::string_view word) {
  // The words of the language and those that it keeps for later, a blank on both sides of each.
  static constexpr std::string_view kKeywords =
      " alias break case const const_assert continue continuing default diagnostic discard else enable false fn for "
      "if let loop override requires return struct switch true var while NULL Self abstract active alignas alignof "
      "as asm asm_fragment async attribute auto await become cast catch class co_await co_return co_yield coherent "
      "column_major common compile compile_fragment concept const_cast consteval constexpr constinit crate debugger "
      "decltype delete demote demote_to_helper do dynamic_cast enum explicit export extends extern external "
      "fallthrough filter final finally friend from fxgroup get goto groupshared highp impl implements import "
      "inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move mut mutable "
      "namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of "
      "operator package packoffset pass patch pixelfragment precise precision premerge priv protected pub public "
      "readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof smooth "
      "snorm static static_assert static_cast std subroutine super target template this thread_local throw trait "
      "try type typedef typeid typename typeof union unless unorm unsafe unsized use using varying virtual volatile "
      "wgsl where with writeonly yield ";
  if (word.empty() || word == "_" || word.starts_with("__") || (word[0] >= '0' && word[0] <= '9')) return false;
  for (const char c : word) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    if (!letter && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return !kKeywords.contains(cat(" ", word, " "));
}

Graph readGraph(const sjon::Document& document, const Node& form, Diagnostics& diagnostics) {
  return Reader(document, diagnostics).read(form);
}

}  // namespace pngine::compile::sugar
