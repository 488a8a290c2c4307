// Evaluation: names, control functions (which evaluate only what they need), loops. Arithmetic is in apply.cpp.
#include <algorithm>

#include "base/text.h"
#include "schema/expression.h"

namespace pngine::schema {

namespace {

constexpr uint32_t kMaxDepth = 1024;
constexpr uint16_t kMaxValueNesting = 256;

using sjon::Kind;
using sjon::Node;

}  // namespace

bool Evaluator::fail(std::string_view rule, Span span, std::string message) {
  if (outcome_ != Outcome::value) return false;
  outcome_ = Outcome::problem;
  problem_ = {rule, {}, span, std::move(message), {}, {}};
  return false;
}

bool Evaluator::spend(const Node& node, uint64_t steps) {
  steps_ += steps;
  if (steps_ > kMaxSteps || budget_ < steps) {
    return fail("number/not-a-number", node.span, "this expression takes too many steps to evaluate");
  }
  budget_ -= steps;
  return true;
}

Evaluator::Outcome Evaluator::evaluate(const Node& node, Result& result) {
  scope_.clear();
  depth_ = 0;
  steps_ = 0;
  outcome_ = Outcome::value;
  inexact_.reset();
  eval(node, result);
  return outcome_;
}

bool Evaluator::eval(const Node& node, Result& out) {
  if (!spend(node, 1)) return false;
  if (depth_ >= kMaxDepth) return fail("number/not-a-number", node.span, "this expression is nested too deeply");
  ++depth_;
  bool ok = true;
  out = {};
  switch (node.kind) {
    case Kind::number:
      out.kind = Result::Kind::number;
      out.number = node.asDouble();
      if (node.number_kind != sjon::NumberKind::f64) {
        out.exact = node.number_kind == sjon::NumberKind::i64 ? Result::Exact::i64 : Result::Exact::u64;
        out.bits = node.number.u64;
        out.integral = true;
      }
      break;
    case Kind::boolean:
      out.kind = Result::Kind::boolean;
      out.boolean = node.boolean;
      break;
    case Kind::nil:
      break;
    case Kind::string:
      out.kind = Result::Kind::text;
      out.text = node.text;
      break;
    case Kind::keyword:
    case Kind::date:
    case Kind::time:
      out.kind = Result::Kind::other;
      out.text = node.text;
      break;
    case Kind::symbol:
      ok = lookUp(node, out);
      break;
    case Kind::vector:
      ok = vector(node, out);
      break;
    case Kind::form:
      ok = call(node, out);
      break;
  }
  --depth_;
  return ok;
}

bool Evaluator::lookUp(const Node& node, Result& out) {
  if (!spend(node, scope_.size() / 8)) return false;
  for (auto at = scope_.rbegin(); at != scope_.rend(); ++at) {
    if (at->first == node.text) {
      out = at->second;
      return true;
    }
  }
  double value = 0;
  switch (constants_.constant(node.text, value)) {
    case ConstantSource::State::known:
      out.kind = Result::Kind::number;
      out.number = value;
      out.integral = value == static_cast<double>(static_cast<int64_t>(std::clamp(value, -9e15, 9e15)));
      return true;
    case ConstantSource::State::failed:
      outcome_ = Outcome::failed;
      return false;
    case ConstantSource::State::pending:
      outcome_ = Outcome::pending;
      pending_ = node.text;
      return false;
    case ConstantSource::State::unknown:
      break;
  }
  fail("number/unknown-constant", node.span, cat("no (define ...) declares ", node.text));
  problem_.missing = node.text;
  if (std::string hint = nameHint(node.text, constants_); !hint.empty()) problem_.notes.push_back({std::nullopt, hint});
  return false;
}

bool Evaluator::makeVector(const Node& node, std::vector<Result> items, Result& out) {
  uint16_t nesting = 0;
  for (const Result& item : items) nesting = std::max(nesting, item.nesting);
  if (nesting >= kMaxValueNesting) return fail("number/not-a-number", node.span, "vectors are nested too deeply");
  out = {};
  out.kind = Result::Kind::vector;
  out.nesting = static_cast<uint16_t>(nesting + 1);
  out.items = std::make_shared<const std::vector<Result>>(std::move(items));
  return true;
}

bool Evaluator::vector(const Node& node, Result& out) {
  std::vector<Result> items;
  items.reserve(node.count);
  for (const Node& child : node.children()) {
    Result item;
    if (!eval(child, item)) return false;
    items.push_back(std::move(item));
  }
  return makeVector(node, std::move(items), out);
}

bool Evaluator::call(const Node& node, Result& out) {
  const FunctionInfo* f = findFunction(node.text);
  if (f == nullptr) return fail("form/unknown", node.head, cat("there is no function ", node.text));
  if (f->types == "c") return control(f->id, node, out);
  std::vector<Result> args;
  args.reserve(node.count);
  bool labelled = false;
  for (const Node& child : node.children()) {
    Result& arg = args.emplace_back();
    if (!eval(child, arg)) return false;
    labelled |= child.key != nullptr;
  }
  if (labelled) {  // from written order to the order of the parameters
    std::vector<Result> ordered;
    for (std::string_view rest = f->labels; !rest.empty();) {
      const std::string_view label = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), label.size() + 1));
      size_t i = 0;
      for (const Node& child : node.children()) {
        if (child.key->text == label) ordered.push_back(args[i]);
        ++i;
      }
    }
    args = std::move(ordered);
  }
  return apply(*f, node, args, out);
}

bool Evaluator::control(Function id, const Node& node, Result& out) {
  switch (id) {
    case Function::let:
      return let(node, out);
    case Function::cond:
      return cond(node, out);
    case Function::fold:
      return fold(node, out);
    case Function::map:
    case Function::filter:
    case Function::any:
    case Function::all:
      return loop(id, node, out);
    case Function::if_: {
      const Node* then = node.first->next;
      if (!eval(*node.first, out)) return false;
      const Node* chosen = out.truthy() ? then : then->next;
      out = {};
      return chosen == nullptr || eval(*chosen, out);
    }
    default:
      break;
  }
  // and, or
  out = {};
  out.kind = Result::Kind::boolean;
  out.boolean = id == Function::and_;
  for (const Node& child : node.children()) {
    Result value;
    if (!eval(child, value)) return false;
    const bool decides = value.truthy() == (id == Function::or_);
    if (decides || id == Function::and_) out = std::move(value);
    if (decides) return true;
  }
  return true;
}

bool Evaluator::cond(const Node& node, Result& out) {
  for (const Node* test = node.first; test != nullptr; test = test->next->next) {
    if (!eval(*test, out)) return false;
    if (out.truthy()) return eval(*test->next, out);
  }
  out = {};
  return true;
}

bool Evaluator::let(const Node& node, Result& out) {
  const Node& bindings = *node.first;
  if (bindings.kind != Kind::vector || bindings.count % 2 != 0) {
    return fail("number/not-a-number", bindings.span, "(let ...) begins with a vector of names and values, [a 1 b 2]");
  }
  const size_t outer = scope_.size();
  bool ok = true;
  for (const Node* name = bindings.first; ok && name != nullptr; name = name->next->next) {
    if (name->kind != Kind::symbol) {
      ok = fail("number/not-a-number", name->span, "(let ...) binds symbols");
      break;
    }
    Result value;
    ok = eval(*name->next, value);
    if (ok) scope_.emplace_back(name->text, std::move(value));
  }
  ok = ok && eval(*bindings.next, out);
  scope_.resize(outer);
  return ok;
}

bool Evaluator::binder(const Node& node, size_t count, std::vector<std::string_view>& names) {
  bool right = node.kind == Kind::vector && node.count == count;
  if (right) {
    for (const Node& name : node.children()) {
      right = right && name.kind == Kind::symbol;
      names.push_back(name.text);
    }
  }
  right = right && (count < 2 || names[0] != names[1]);
  return right || fail("number/not-a-number", node.span,
                       count == 1 ? "this takes a vector of one symbol, [x]"
                                  : "this takes a vector of two different symbols, [sum x]");
}

bool Evaluator::loop(Function id, const Node& node, Result& out) {
  std::vector<std::string_view> names;
  const Node& list = *node.first->next;
  const Node& body = *list.next;
  Result source;
  if (!binder(*node.first, 1, names) || !eval(list, source)) return false;
  if (source.kind != Result::Kind::vector)
    return fail("number/not-a-number", list.span, cat("(", node.text, " ...) goes over a vector"));
  std::vector<Result> items;
  bool decided = false;
  for (const Result& item : *source.items) {
    Result value;
    scope_.emplace_back(names[0], item);
    const bool ok = eval(body, value);
    scope_.pop_back();
    if (!ok) return false;
    if (id == Function::map)
      items.push_back(std::move(value));
    else if (id == Function::filter) {
      if (value.truthy()) items.push_back(item);
    } else if (value.truthy() == (id == Function::any)) {
      decided = true;
      break;
    }
  }
  if (id == Function::map || id == Function::filter) return makeVector(node, std::move(items), out);
  out = {};
  out.kind = Result::Kind::boolean;
  out.boolean = decided == (id == Function::any);
  return true;
}

bool Evaluator::fold(const Node& node, Result& out) {
  std::vector<std::string_view> names;
  const Node& start = *node.first->next;
  const Node& list = *start.next;
  Result source;
  if (!binder(*node.first, 2, names) || !eval(start, out) || !eval(list, source)) return false;
  if (source.kind != Result::Kind::vector)
    return fail("number/not-a-number", list.span, "(fold ...) goes over a vector");
  for (const Result& item : *source.items) {
    scope_.emplace_back(names[0], std::move(out));
    scope_.emplace_back(names[1], item);
    const bool ok = eval(*list.next, out);
    scope_.resize(scope_.size() - 2);
    if (!ok) return false;
  }
  return true;
}

}  // namespace pngine::schema
