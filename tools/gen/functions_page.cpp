// docs/functions.md out of functions.def.
#include "base/text.h"
#include "pages.h"
#include "schema/expression.h"

namespace pngine::gen {
namespace {

std::string arity(const schema::FunctionInfo& f) {
  if (f.least == f.most) return toText(uint64_t{f.least});
  return f.most == 0xFFFF ? cat(f.least, " or more") : cat(f.least, " to ", f.most);
}

constexpr std::string_view kIntroduction =
    R"(A form in a numeric slot is an expression: `(buffer :size (* COUNT 16) ...)`. Expressions are evaluated once, when the document
is compiled, over numbers of 64 bits (`f64`), booleans, `nil` and vectors `[1 2 3]`; integers made by `+`, `-` and `*` alone stay exact
up to 2^53. The result is the same on every machine: the transcendental functions are pngine's own. Arguments may be labelled
where the table names them: `(clamp :x 5 :lo 0 :hi 1)`. An expression may take 1,048,576 steps.

| function | arguments | labels | gives |
|---|---|---|---|
)";

}  // namespace

std::string functionsPage() {
  std::string out = cat("# Functions of expressions\n\n", generatedFrom("src/schema/functions.def"), kIntroduction);
  for (const schema::FunctionInfo& f : schema::functions()) {
    const bool spelled = f.help.starts_with("(");
    out += cat("| `", f.head, "` | ", arity(f), " | ", f.labels, " | ", spelled ? "`" : "", cell(f.help),
               spelled ? "`" : "", " |\n");
  }
  return out;
}

}  // namespace pngine::gen
