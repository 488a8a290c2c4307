// Constant expressions: the functions of functions.def over numbers, booleans, vectors. Evaluated once, at compile
// time, in f64 without fused multiply-add and with our own transcendental functions, so that every machine gets the
// same bytes.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "sjon/document.h"

namespace pngine::schema {

enum class Function : uint8_t {
#define FUNCTION(id, ...) id,
#include "schema/functions.def"
};

struct FunctionInfo {
  Function id;
  std::string_view head;
  uint16_t least, most;     ///< arguments; 0xFFFF = any number
  std::string_view labels;  ///< names of the parameters, separated by blanks; empty when it has none
  std::string_view types;   ///< see functions.def
  std::string_view help;
};
std::span<const FunctionInfo> functions();
/// nullptr when there is none.
const FunctionInfo* findFunction(std::string_view head);

/// What an expression evaluates to.
struct Result {
  enum class Kind : uint8_t { number, boolean, nil, text, vector, other } kind = Kind::nil;
  enum class Exact : uint8_t { none, i64, u64 } exact = Exact::none;  ///< integer literals before any arithmetic
  bool integral = false;                                              ///< made of integers by + - * alone
  bool boolean = false;
  uint16_t nesting = 0;  ///< of vectors
  double number = 0;
  uint64_t bits = 0;  ///< the exact integer
  std::string_view text;
  std::shared_ptr<const std::vector<Result>> items;

  bool truthy() const { return !(kind == Kind::nil || (kind == Kind::boolean && !boolean)); }
};

/// Why a value could not be had.
struct Problem {
  std::string_view rule;
  std::string_view code;
  Span span;
  std::string message;
  std::vector<Note> notes;
  std::string missing;  ///< the name that nothing declares, when that is the reason
};

/// Where the names of constants come from.
class ConstantSource {
 public:
  enum class State : uint8_t {
    known,
    unknown,  ///< nothing declares it
    failed,   ///< declared, with an error that was reported
    pending,  ///< declared, not evaluated yet
  };
  virtual ~ConstantSource() = default;
  virtual State constant(std::string_view name, double& value) = 0;
  /// Names for "did you mean".
  virtual std::vector<std::string_view> names() const = 0;
};

/// "a vector", "nil": what a value is, in words.
std::string_view describe(const Result& value);
/// What a name that nothing declares may have been meant to be: a function without its parentheses, a number that lacks
/// a digit in front, a constant of nearly that name. Empty when nothing comes to mind.
std::string nameHint(std::string_view name, const ConstantSource& constants);

/// What is wrong with an expression before it is evaluated: unknown functions, argument counts, labels, literals of the
/// wrong kind, in every branch.
void checkExpression(const sjon::Node& node, std::vector<Problem>& problems);

inline constexpr uint32_t kMaxSteps = 1u << 20;

class Evaluator {
 public:
  enum class Outcome : uint8_t {
    value,
    problem,  ///< see problem()
    failed,   ///< a constant it needs has an error that was reported
    pending,  ///< it needs the constant pendingName() first
  };
  /// `budget` counts down over all evaluations of a document.
  Evaluator(ConstantSource& constants, uint64_t& budget) : constants_(constants), budget_(budget) {}
  /// `node` has passed checkExpression().
  Outcome evaluate(const sjon::Node& node, Result& result);
  const Problem& problem() const { return problem_; }
  std::string_view pendingName() const { return pending_; }
  /// An integer beyond 2^53 that lost its exactness on the way, if any.
  std::optional<double> inexact() const { return inexact_; }

 private:
  bool eval(const sjon::Node& node, Result& out);
  bool lookUp(const sjon::Node& node, Result& out);
  bool vector(const sjon::Node& node, Result& out);
  bool call(const sjon::Node& node, Result& out);
  bool control(Function id, const sjon::Node& node, Result& out);
  bool let(const sjon::Node& node, Result& out);
  bool cond(const sjon::Node& node, Result& out);
  bool loop(Function id, const sjon::Node& node, Result& out);
  bool fold(const sjon::Node& node, Result& out);
  bool apply(const FunctionInfo& function, const sjon::Node& node, std::vector<Result>& args, Result& out);
  bool arithmetic(Function id, const sjon::Node& node, std::span<const Result> args, Result& out);
  bool scalar(Function id, const sjon::Node& node, const std::vector<double>& x, Result& out);
  bool vectors(Function id, const sjon::Node& node, std::span<const Result> args, Result& out);
  bool random(Function id, const sjon::Node& node, std::span<const Result> args, Result& out);
  bool equal(const Result& a, const Result& b, bool& same);
  bool makeVector(const sjon::Node& node, std::vector<Result> items, Result& out);
  bool binder(const sjon::Node& node, size_t count, std::vector<std::string_view>& names);
  bool spend(const sjon::Node& node, uint64_t steps);
  bool fail(std::string_view rule, Span span, std::string message);

  ConstantSource& constants_;
  uint64_t& budget_;
  std::vector<std::pair<std::string_view, Result>> scope_;
  uint32_t depth_ = 0;
  uint64_t steps_ = 0;
  Outcome outcome_ = Outcome::value;
  Problem problem_;
  std::string_view pending_;
  std::optional<double> inexact_;
};

}  // namespace pngine::schema
