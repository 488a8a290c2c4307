// The (define ...) forms of a document as a set: each evaluated once, in whatever order their values need.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/expression.h"

namespace pngine::schema {

class Constants : public ConstantSource {
 public:
  enum class Status : uint8_t { todo, active, known, failed };
  struct Entry {
    std::string_view name;
    const sjon::Node* form;
    const sjon::Node* value;
    Status status = Status::todo;
    bool used = false;
    double number = 0;
  };

  /// Gathers the root forms; the first of several with one name counts.
  explicit Constants(const sjon::Document& document);
  /// Evaluates all. Literals of the wrong kind are left to the check of the slot and only make the constant `failed`.
  void resolve(Diagnostics& diagnostics);

  State constant(std::string_view name, double& value) override;
  std::vector<std::string_view> names() const override;
  /// Marks every constant that the expression mentions.
  void markUsed(const sjon::Node& node);
  const Entry* find(std::string_view name) const;
  /// The constant whose :value is this very node; nullptr for any other node.
  const Entry* ofValue(const sjon::Node& node) const;
  const std::vector<Entry>& entries() const { return entries_; }
  /// Evaluations of the document share one budget of steps.
  uint64_t& budget() { return budget_; }

 private:
  void resolveFrom(size_t first, Diagnostics& diagnostics);
  void evaluate(Entry& entry, std::vector<size_t>& stack, Diagnostics& diagnostics);
  void reportCycle(const std::vector<size_t>& stack, size_t again, Diagnostics& diagnostics);
  void finish(Entry& entry, const Result& result, Diagnostics& diagnostics);

  std::vector<Entry> entries_;
  std::map<std::string_view, size_t> by_name_;
  std::map<const sjon::Node*, size_t> by_value_;
  uint64_t budget_ = uint64_t{1} << 25;
  mutable size_t suggestions_ = 500000;  // candidates that may still be compared, over the whole document
};

/// Turns a problem of an expression into an error.
Diagnostic toDiagnostic(const Problem& problem);

}  // namespace pngine::schema
