// The table of functions and the checks of an expression that need no evaluation.
#include "schema/expression.h"

#include <algorithm>

#include "base/text.h"

namespace pngine::schema {

namespace {

constexpr uint16_t kAny = 0xFFFF;
constexpr FunctionInfo kFunctions[] = {
#define FUNCTION(id, head, least, most, labels, types, help) {Function::id, head, least, most, labels, types, help},
#include "schema/functions.def"
};

consteval bool wellFormed() {
  for (size_t i = 0; i < std::size(kFunctions); ++i) {
    const FunctionInfo& f = kFunctions[i];
    if (static_cast<size_t>(f.id) != i || f.least > f.most || f.types.empty() || f.help.empty()) return false;
    for (size_t j = 0; j < i; ++j) {
      if (kFunctions[j].head == f.head) return false;
    }
    if (f.labels.empty()) continue;
    size_t labels = 1;
    for (const char c : f.labels) labels += c == ' ' ? 1 : 0;
    if (labels != f.least || labels != f.most) return false;
  }
  return true;
}
static_assert(wellFormed(), "functions.def: duplicate head, or labels that do not match the argument count");

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> out;
  while (!words.empty()) {
    const size_t blank = words.find(' ');
    out.push_back(words.substr(0, blank));
    words = blank == std::string_view::npos ? std::string_view{} : words.substr(blank + 1);
  }
  return out;
}

std::string argumentCount(const FunctionInfo& f) {
  if (f.most == kAny) return cat("at least ", counted(f.least, "argument", "arguments"));
  if (f.least == f.most) return counted(f.least, "argument", "arguments");
  return cat(f.least, " to ", f.most, " arguments");
}

class Checker {
 public:
  explicit Checker(std::vector<Problem>& problems) : problems_(problems) {}

  void check(const sjon::Node& node) {
    if (problems_.size() > 64) return;
    if (node.kind == sjon::Kind::form)
      call(node);
    else if (node.kind == sjon::Kind::vector)
      children(node);
  }

 private:
  void children(const sjon::Node& node) {
    for (const sjon::Node& child : node.children()) check(child);
  }

  Problem& add(std::string_view rule, std::string_view code, Span span, std::string message) {
    return problems_.emplace_back(Problem{rule, code, span, std::move(message), {}, {}});
  }

  void call(const sjon::Node& node) {
    const FunctionInfo* f = findFunction(node.text);
    if (f == nullptr) {
      std::vector<std::string_view> heads;
      for (const FunctionInfo& other : functions()) heads.push_back(other.head);
      Problem& p = add("form/unknown", "unknown_form", node.head, cat("there is no function ", node.text));
      const bool infix = node.first != nullptr && node.first->kind == sjon::Kind::symbol &&
                         (findFunction(node.first->text) != nullptr);
      if (infix)
        p.notes.push_back(
            {std::nullopt, cat("the function comes first: write (", node.first->text, " ", node.text, " ...)")});
      else if (std::string hint = didYouMean(node.text, heads); !hint.empty())
        p.notes.push_back({std::nullopt, hint});
      return;
    }
    const size_t before = problems_.size();
    size_t pairs = 0;
    for (const sjon::Node& child : node.children()) pairs += child.key != nullptr ? 1 : 0;
    if (pairs != 0)
      labels(node, *f, pairs);
    else if (node.count < f->least || (f->most != kAny && node.count > f->most)) {
      add("number/arity", "arity_mismatch", node.span,
          cat("(", f->head, " ...) takes ", argumentCount(*f), ", not ", node.count));
    } else if (f->id == Function::cond && node.count % 2 != 0) {
      add("number/arity", "arity_mismatch", node.span,
          "(cond ...) takes pairs of a test and a value; use true as the last test");
    }
    if (problems_.size() == before) literals(node, *f);
    children(node);
  }

  void labels(const sjon::Node& node, const FunctionInfo& f, size_t pairs) {
    if (f.labels.empty()) {
      add("number/arity", "expr_kvpair_not_allowed", node.span, cat("(", f.head, " ...) takes no labels"));
      return;
    }
    if (pairs != node.count) {
      add("number/arity", "expr_mixed_args", node.span,
          cat("(", f.head, " ...) takes either labels or positions, not both"));
      return;
    }
    const auto names = split(f.labels);
    std::vector<std::string_view> seen;
    for (const sjon::Node& child : node.children()) {
      const std::string_view label = child.key->text;
      if (std::find(names.begin(), names.end(), label) == names.end()) {
        Problem& p = add("number/arity", "expr_unknown_label", child.key->span,
                         cat("(", f.head, " ...) has no label :", label, "; it has ", listed(names, "and")));
        if (std::string hint = didYouMean(label, names); !hint.empty()) p.notes.push_back({std::nullopt, hint});
      } else if (std::find(seen.begin(), seen.end(), label) != seen.end()) {
        add("number/arity", "expr_duplicate_label", child.key->span, cat("label :", label, " stands twice"));
      }
      seen.push_back(label);
    }
    // A label that is unknown was meant to be one of those that lack.
    const bool strange =
        std::ranges::any_of(seen, [&](std::string_view s) { return std::ranges::find(names, s) == names.end(); });
    for (const std::string_view name : names) {
      if (!strange && std::find(seen.begin(), seen.end(), name) == seen.end()) {
        add("number/arity", "expr_missing_label", node.span, cat("(", f.head, " ...) lacks :", name));
      }
    }
  }

  void literals(const sjon::Node& node, const FunctionInfo& f) {
    size_t position = 0;
    const auto names = split(f.labels);
    for (const sjon::Node& child : node.children()) {
      size_t at = position++;
      if (child.key != nullptr) {
        at = static_cast<size_t>(std::find(names.begin(), names.end(), child.key->text) - names.begin());
      }
      const char type = f.types[std::min(at, f.types.size() - 1)];
      const sjon::Kind kind = child.kind;
      if (kind == sjon::Kind::symbol || kind == sjon::Kind::form || type == 'a' || type == 'c') continue;
      if (kind == (type == 'n' ? sjon::Kind::number : sjon::Kind::vector)) continue;
      add("number/not-a-number", "expr_type_mismatch", child.span,
          cat("(", f.head, " ...) takes a ", type == 'n' ? "number" : "vector", " here, not ", sjon::describe(kind)));
    }
  }

  std::vector<Problem>& problems_;
};

}  // namespace

std::span<const FunctionInfo> functions() { return kFunctions; }

const FunctionInfo* findFunction(std::string_view head) {
  for (const FunctionInfo& f : kFunctions) {
    if (f.head == head) return &f;
  }
  return nullptr;
}

std::string nameHint(std::string_view name, const ConstantSource& constants) {
  if (const FunctionInfo* f = findFunction(name))
    return cat(name, " is a function: write (", name, f->most == 0 ? ")" : " ...)");
  const size_t sign = name.starts_with('+') || name.starts_with('-') ? 1 : 0;
  const std::string_view digits = name.substr(sign);
  const bool point = digits.starts_with('.');
  if (digits.size() > size_t{point} && digits.find_first_not_of("0123456789.") == std::string_view::npos)
    return cat("a number begins with a digit: write ", name.starts_with('-') ? "-" : "", point ? "0" : "", digits);
  if (name.starts_with("canvas-") || name.starts_with("time-"))
    return "canvas and time are known at run time only; a texture follows the canvas with :size canvas";
  const size_t at = name.find_first_of("*/+", 1);
  if (at != std::string_view::npos && at + 1 < name.size())
    return cat("this is one word; an operation is a form: write (", name[at], " ", name.substr(0, at), " ",
               name.substr(at + 1), ")");
  return didYouMean(name, constants.names());
}

void checkExpression(const sjon::Node& node, std::vector<Problem>& problems) { Checker(problems).check(node); }

}  // namespace pngine::schema
