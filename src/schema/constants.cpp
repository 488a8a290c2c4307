// Resolution of constants: depth first with an explicit stack, so that a long chain of defines costs no machine stack.
#include "schema/constants.h"

#include <algorithm>

#include "base/text.h"

namespace pngine::schema {

using sjon::Kind;
using sjon::Node;

Diagnostic toDiagnostic(const Problem& problem) {
  Diagnostic d;
  d.rule = problem.rule;
  d.code = problem.code;
  d.span = problem.span;
  d.message = problem.message;
  d.notes = problem.notes;
  return d;
}

Constants::Constants(const sjon::Document& document) {
  for (const Node& root : document.roots()) {
    if (!root.isForm("define") && !root.isForm("pngine/define")) continue;
    const Node* name = root.get("name");
    const Node* value = root.get("value");
    if (name == nullptr || name->kind != Kind::symbol) continue;
    if (!by_name_.emplace(name->text, entries_.size()).second) continue;
    if (value != nullptr) by_value_.emplace(value, entries_.size());
    entries_.push_back({name->text, &root, value});
    if (value == nullptr) entries_.back().status = Status::failed;
  }
}

void Constants::resolve(Diagnostics& diagnostics) {
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].status == Status::todo) resolveFrom(i, diagnostics);
  }
}

void Constants::resolveFrom(size_t first, Diagnostics& diagnostics) {
  std::vector<size_t> stack = {first};
  while (!stack.empty()) {
    Entry& entry = entries_[stack.back()];
    entry.status = Status::active;
    evaluate(entry, stack, diagnostics);
    if (entry.status != Status::active) stack.pop_back();
  }
}

// Settles the entry, or pushes the constant that it needs first.
void Constants::evaluate(Entry& entry, std::vector<size_t>& stack, Diagnostics& diagnostics) {
  const Node& value = *entry.value;
  const bool literal = value.kind != Kind::symbol && value.kind != Kind::form;
  if (literal) {
    entry.number = value.asDouble();
    entry.status = value.kind == Kind::number && !value.hasUnit() ? Status::known : Status::failed;
    return;
  }
  std::vector<Problem> problems;
  checkExpression(value, problems);
  for (const Problem& p : problems) diagnostics.add(toDiagnostic(p));
  if (!problems.empty()) {
    entry.status = Status::failed;
    return;
  }
  Evaluator evaluator(*this, budget_);
  Result result;
  switch (evaluator.evaluate(value, result)) {
    case Evaluator::Outcome::failed:
      entry.status = Status::failed;
      return;
    case Evaluator::Outcome::pending: {
      const size_t needed = by_name_.find(evaluator.pendingName())->second;
      if (entries_[needed].status != Status::active) return stack.push_back(needed);
      return reportCycle(stack, needed, diagnostics);
    }
    case Evaluator::Outcome::problem: {
      Diagnostic d = toDiagnostic(evaluator.problem());
      d.rule = evaluator.problem().missing.empty() ? "define/not-a-number" : "define/unknown-name";
      d.message = cat("(define ", entry.name, ") cannot be evaluated: ", d.message);
      d.path = "define :value";
      diagnostics.add(std::move(d));
      entry.status = Status::failed;
      return;
    }
    case Evaluator::Outcome::value:
      break;
  }
  if (const auto inexact = evaluator.inexact()) {
    diagnostics.warning("number/precision", value.span,
                        cat("(define ", entry.name, ") passes through ", *inexact,
                            ", beyond 2^53, where integers are no longer exact"));
  }
  finish(entry, result, diagnostics);
}

void Constants::finish(Entry& entry, const Result& result, Diagnostics& diagnostics) {
  entry.status = Status::failed;
  if (result.kind != Result::Kind::number) {
    Diagnostic& d = diagnostics.error("define/not-a-number", entry.value->span,
                                      cat("(define ", entry.name, ") takes a number; its value is ", describe(result)));
    d.path = "define :value";
    return;
  }
  entry.number = result.number;
  entry.status = Status::known;
}

void Constants::reportCycle(const std::vector<size_t>& stack, size_t again, Diagnostics& diagnostics) {
  const auto begin = std::find(stack.begin(), stack.end(), again);
  std::vector<size_t> cycle(begin, stack.end());
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  std::string path;
  for (size_t i = 0; i < cycle.size() && i < 16; ++i) path += cat(entries_[cycle[i]].name, " -> ");
  if (cycle.size() > 16) path += "... -> ";
  path += entries_[cycle.front()].name;
  const Entry& first = entries_[cycle.front()];
  Diagnostic& d = diagnostics.error("define/cycle", first.value->span, cat("constants depend on each other: ", path));
  d.path = "define :value";
  for (size_t i = 1; i < cycle.size() && i < 16; ++i) {
    d.notes.push_back({entries_[cycle[i]].value->span, cat(entries_[cycle[i]].name, " is part of the cycle")});
  }
  for (const size_t i : cycle) entries_[i].status = Status::failed;
}

ConstantSource::State Constants::constant(std::string_view name, double& value) {
  const auto at = by_name_.find(name);
  if (at == by_name_.end()) return State::unknown;
  Entry& entry = entries_[at->second];
  entry.used = true;
  value = entry.number;
  switch (entry.status) {
    case Status::known:
      return State::known;
    case Status::failed:
      return State::failed;
    case Status::todo:
    case Status::active:
      return State::pending;
  }
  return State::unknown;
}

std::vector<std::string_view> Constants::names() const {
  std::vector<std::string_view> out;
  if (entries_.size() > suggestions_) return out;
  suggestions_ -= entries_.size();
  for (const Entry& e : entries_) out.push_back(e.name);
  return out;
}

const Constants::Entry* Constants::find(std::string_view name) const {
  const auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : &entries_[at->second];
}

const Constants::Entry* Constants::ofValue(const Node& node) const {
  const auto at = by_value_.find(&node);
  return at == by_value_.end() ? nullptr : &entries_[at->second];
}

void Constants::markUsed(const Node& node) {
  if (node.kind == Kind::symbol) {
    if (const auto at = by_name_.find(node.text); at != by_name_.end()) entries_[at->second].used = true;
  }
  for (const Node& child : node.children()) markUsed(child);
}

}  // namespace pngine::schema
