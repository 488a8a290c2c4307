// Roots and names: what may stand at the document root, one namespace for all names, constants; and how findings are
// made.
#include <algorithm>

#include "base/text.h"
#include "schema/checker.h"
#include "sjon/sjon.h"

namespace pngine::schema {

using sjon::Kind;
using sjon::Node;

namespace {

constexpr size_t kMaxFindings = 10000;

constexpr std::string_view kReserved[] = {"auto",
                                          "canvas",
                                          "context-current-texture",
                                          "preferred-canvas-format",
                                          "pngine-inputs",
                                          "scene-time-inputs",
                                          "pointer-inputs",
                                          "all",
                                          "canvas-width",
                                          "canvas-height",
                                          "time-total",
                                          "time-delta"};

struct SpecificRule {
  FormId form;
  std::string_view key, general, specific;
};
constexpr SpecificRule kSpecific[] = {
#define SPECIFIC(form, key, general, name) {FormId::form, key, general, name},
#include "schema/specific_rules.def"
};

// Kinds that one slot may name together.
bool sameSet(FormId a, FormId b) {
  static constexpr FormId kSets[][4] = {
      {FormId::render_pipeline, FormId::compute_pipeline, FormId::bind_group_layout, FormId::bind_group_layout},
      {FormId::render_pass, FormId::compute_pass, FormId::queue, FormId::init},
      {FormId::data, FormId::wasm_call, FormId::wasm_call, FormId::wasm_call}};
  if (a == b) return true;
  for (const auto& set : kSets) {
    if (std::find(std::begin(set), std::end(set), a) != std::end(set) &&
        std::find(std::begin(set), std::end(set), b) != std::end(set))
      return true;
  }
  return false;
}

// Head without the namespace that roots may carry.
std::string_view rootHead(std::string_view head) {
  constexpr std::string_view kPrefix = "pngine/";
  return head.starts_with(kPrefix) && head.size() > kPrefix.size() ? head.substr(kPrefix.size()) : head;
}

}  // namespace

const Value* Form::find(PropId prop) const {
  for (const auto& [id_, value] : properties) {
    if (id_ == prop) return &value;
  }
  return nullptr;
}

std::vector<const Form*> Form::childrenOf(FormId wanted) const {
  std::vector<const Form*> out;
  for (const auto& child : children) {
    if (child->id == wanted) out.push_back(child.get());
  }
  return out;
}

const Form* Form::childOf(FormId wanted) const {
  for (const auto& child : children) {
    if (child->id == wanted) return child.get();
  }
  return nullptr;
}

const Form* CheckedDocument::find(std::string_view name) const {
  for (const auto& root : roots) {
    if (root->name == name) return root.get();
  }
  return nullptr;
}

CheckedDocument check(const sjon::Document& document, Diagnostics& diagnostics) {
  return Checker(document, diagnostics).run();
}

Checker::Checker(const sjon::Document& document, Diagnostics& diagnostics)
    : document_(document), diagnostics_(diagnostics), lines_(document.source()), constants_(document) {
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.rule.starts_with("syntax/")) broken_.emplace(d.span.begin, d.span.end);
  }
}

CheckedDocument Checker::run() {
  const bool syntax_errors = diagnostics_.hasErrors();
  collectRoots();
  if (document_.rootCount() == 0 && !syntax_errors) error("input/empty", {}, {0, 0}, "the document holds no form");
  collectNames();
  constants_.resolve(diagnostics_);
  std::vector<Span> failed_sugar;  // what was made of it would only repeat its errors
  for (const Root& r : roots_) {
    const bool echo =
        r.form->synthesized && std::find(failed_sugar.begin(), failed_sugar.end(), r.form->span) != failed_sugar.end();
    if (tooMany() || echo) {
      r.form->failed = true;
      continue;
    }
    path_ = {{formInfo(r.form->id).head, false}};
    form(*r.node, *r.form);
    if (r.form->id == FormId::init && r.form->failed) failed_sugar.push_back(r.form->span);
    for (const auto& child : r.form->children) {
      if (child->id == FormId::pass && child->failed) failed_sugar.push_back(child->span);
    }
  }
  warnAboutConstants(syntax_errors);
  return std::move(out_);
}

void Checker::collectRoots() {
  const Node* last = nullptr;
  for (const Node& node : document_.roots()) {
    if (node.kind == Kind::form || !strayAtom(node, last)) root(node);
    last = &node;
  }
  // Authored forms first, then those of sugar, each in the order found.
  std::stable_partition(out_.roots.begin(), out_.roots.end(), [](const auto& f) { return !f->synthesized; });
  size_t order = 0;
  for (const auto& f : out_.roots) f->order = order++;
}

bool Checker::tooMany() const { return findings_ > kMaxFindings; }

void Checker::root(const Node& node) {
  if (node.kind != Kind::form && tooMany()) return;
  if (node.kind != Kind::form) {
    Diagnostic& d =
        warning("form/stray-atom", node.span, cat(sjon::describe(node.kind), " at the document root has no effect"));
    if (node.text.starts_with("//")) d.notes.push_back({std::nullopt, "a comment begins with ;"});
    return;
  }
  if (node.text.empty()) return;  // reported by the parser
  const FormInfo* info = findForm(rootHead(node.text));
  if (info == nullptr || !info->root) return strayRoot(node);
  auto form = std::make_unique<Form>();
  form->id = info->id;
  form->span = node.span;
  form->head = form->name_span = node.head;
  form->synthesized = node.synthesized;
  roots_.push_back({&node, form.get()});
  out_.roots.push_back(std::move(form));
}

// True for an atom that continues a row of them on its line: one finding is enough for the row.
bool Checker::strayAtom(const Node& node, const Node* last) {
  return last != nullptr && last->kind != Kind::form && line(last->span) == line(node.span);
}

// References to a form that could not be read would only repeat its error.
void Checker::loseName(const Node& node, const FormInfo* info) {
  const Node* name = node.get("name");
  const bool readable = name != nullptr && (name->kind == Kind::symbol || name->kind == Kind::string);
  if (readable) lost_names_.insert(name->text);
  if (!readable && info != nullptr) nameless_.insert(info->id);
}

bool Checker::lost(std::string_view name, const Type* type) const {
  if (lost_names_.contains(name)) return true;
  if (type == nullptr) return nameless_.contains(FormId::define);
  const auto kinds = type->references();
  return std::any_of(kinds.begin(), kinds.end(), [&](FormId id) { return nameless_.contains(id); });
}

void Checker::strayRoot(const Node& node) {
  const std::string_view head = rootHead(node.text);
  loseName(node, nullptr);
  std::vector<std::string_view> parents;
  for (const FormInfo& f : forms()) {
    if (f.head != head || f.root) continue;
    for (const FormId parent : parentsOf(f.id)) {
      if (std::find(parents.begin(), parents.end(), formInfo(parent).head) == parents.end()) {
        parents.push_back(formInfo(parent).head);
      }
    }
  }
  if (!parents.empty()) {
    error("form/stray-root", {}, node.head,
          cat("(", head, " ...) has no effect at the document root; it belongs into ", listed(parents)));
    return;
  }
  if (findFunction(head) != nullptr) {
    error("form/stray-root", {}, node.head,
          cat("(", head, " ...) is an expression and has no effect at the document root"));
    return;
  }
  std::vector<std::string_view> heads;
  for (const FormInfo& f : forms()) heads.push_back(f.head);
  Diagnostic& d = error("form/unknown", "unknown_form", node.head, cat("there is no form ", node.text));
  if (std::string hint = didYouMean(head, heads); !hint.empty()) d.notes.push_back({std::nullopt, hint});
}

void Checker::collectNames() {
  std::map<FormId, Span> singles;
  for (const Root& r : roots_) {
    if (!r.form->synthesized) checkName(r, singles);
  }
  for (const Root& r : roots_) {
    if (r.form->synthesized) checkName(r, singles);
  }
}

void Checker::checkName(const Root& r, std::map<FormId, Span>& singles) {
  Form& form = *r.form;
  form_ = &form;
  key_ = {};
  const FormInfo& info = formInfo(form.id);
  path_ = {{info.head, false}};
  if (info.once) {
    const auto [first, fresh] = singles.emplace(form.id, form.head);
    if (!fresh) {
      Diagnostic& d = error(
          form.id == FormId::limits ? "limits/duplicate" : "canvas/duplicate", {}, form.head,
          cat("a document has at most one (", info.head, " ...); the first stands on line ", line(first->second)));
      d.notes.push_back({first->second, "the first one"});
    }
  }
  const PropInfo* prop = findProp(form.id, "name");
  const Node* name = r.node->get("name");
  if (prop == nullptr || prop->type.base != Type::Base::declares) return;
  if (name == nullptr || name->kind != Kind::symbol) return loseName(*r.node, &info);
  form.name = name->text;
  form.name_span = name->span;
  path_.push_back({"name", true});
  if (std::find(std::begin(kReserved), std::end(kReserved), name->text) != std::end(kReserved)) {
    error("name/reserved", {}, name->span,
          cat("the name ", name->text, " always means the built-in; choose another one"));
  }
  std::vector<Form*>& taken = names_[name->text];
  if (!taken.empty() && !tooMany()) duplicateName(form, *taken.front());
  taken.push_back(&form);
}

void Checker::duplicateName(Form& form, const Form& first) {
  const std::string_view head = formInfo(form.id).head, other = formInfo(first.id).head;
  const bool shared = sameSet(form.id, first.id);
  if (form.synthesized && !first.synthesized) {
    // An init and the compute pass that it becomes are one thing; other kinds cannot be confused by any slot.
    if (first.id == FormId::init || !shared) return;
    Diagnostic& d = error("name/synthesized", "duplicate_cross_ref_target", first.name_span,
                          cat("the name ", form.name, " is taken by a ", head, " that (pass ...) or (init ...) makes"));
    d.notes.push_back({form.span, "made here"});
    return;
  }
  if (form.synthesized && !shared) return;
  Diagnostic& d = error(
      "name/duplicate", shared ? "duplicate_cross_ref_target" : "", form.name_span,
      cat("the name ", form.name, " of this ", head, " is taken by the ", other, " of line ", line(first.name_span)));
  d.notes.push_back({first.name_span, cat("the ", other, " ", form.name)});
}

void Checker::warnAboutConstants(bool syntax_errors) {
  form_ = nullptr;
  // Without a frame nothing is ever reached: a fragment to teach or to build on, of which no part counts as idle.
  const bool plays = std::ranges::any_of(
      roots_, [](const Root& r) { return r.form->id == FormId::frame || r.form->id == FormId::pass_graph; });
  for (const Constants::Entry& e : constants_.entries()) {
    if (e.status == Constants::Status::known) out_.constants.emplace(e.name, e.number);
    if (e.used) out_.used_constants.emplace(e.name);
    path_ = {{"define", false}, {"name", true}};
    const Span span = e.form->get("name")->span;
    // Text that could not be read may hold the use.
    if (plays && !e.used && !syntax_errors) warning("define/unused", span, cat("nothing uses the constant ", e.name));
    if (e.name == "PI" || e.name == "TAU" || e.name == "E") {
      warning(
          "define/shadows-math", span,
          cat("inside WGSL ", e.name, " is replaced by the mathematical constant; this define does not change that"));
    }
  }
}

// ---- reporting
// -------------------------------------------------------------------------------------------------------

std::string_view Checker::specific(std::string_view rule) const {
  if (form_ == nullptr) return rule;
  for (const SpecificRule& s : kSpecific) {
    const bool general = s.general == rule || (s.general.ends_with('/') && rule.starts_with(s.general));
    if (s.form == form_->id && general && (s.key == "*" || s.key == key_)) return s.specific;
  }
  return rule;
}

Diagnostic& Checker::error(std::string_view rule, std::string_view code, Span span, std::string message) {
  for (Form* f = form_; f != nullptr; f = const_cast<Form*>(f->parent)) f->failed = true;
  if (++findings_ > kMaxFindings) return dropped_ = {};
  Diagnostic& d = diagnostics_.error(specific(rule), span, std::move(message), code);
  d.path = path();
  return d;
}

Diagnostic& Checker::warning(std::string_view rule, Span span, std::string message) {
  if (++findings_ > kMaxFindings) return dropped_ = {};
  Diagnostic& d = diagnostics_.warning(rule, span, std::move(message));
  d.path = path();
  return d;
}

std::string Checker::path() const {
  std::string out;
  for (const PathStep& step : path_) {
    if (!out.empty()) out += ' ';
    out += cat(step.is_key ? ":" : "", step.text);
    if (step.index >= 0) out += cat(" [", step.index, "]");
  }
  return out;
}

std::string Checker::where() const {
  std::string out = "this value";
  if (form_ != nullptr) {
    const Form* named = form_;
    while (named != nullptr && named->name.empty()) named = named->parent;
    out = cat("(", formInfo(form_->id).head, form_ == named ? cat(" ", named->name) : std::string(), ")");
    if (named != nullptr && named != form_) out += cat(" of ", named->name);
  }
  if (path_.empty() || !path_.back().is_key) return out;
  out += cat(" :", path_.back().text);
  if (path_.back().index >= 0) out += cat(" [", path_.back().index, "]");
  return out;
}

std::string Checker::written(const Node& node) const {
  std::string text;
  const bool simple = node.kind != Kind::form && node.kind != Kind::vector && node.kind != Kind::string;
  if (!node.synthesized && node.span.end <= document_.source().size()) {
    text = document_.source().substr(node.span.begin, std::min(node.span.size(), 61u));
  } else if (simple) {
    text = sjon::print(node);
  } else {
    return std::string(sjon::describe(node.kind));
  }
  if (const size_t newline = text.find('\n'); newline != std::string::npos) text = text.substr(0, newline) + "...";
  if (text.size() > 60) {
    text.resize(57);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.pop_back();
    text += "...";
  }
  return text;
}

}  // namespace pngine::schema
