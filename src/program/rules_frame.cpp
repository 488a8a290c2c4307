// Rules over frames by themselves.
#include "program/rule_context.h"

namespace pngine::program {

void checkFrames(RuleContext& c) {
  for (const Frame& f : c.program.frames) {
    if (!f.origin.poisoned && f.perform.empty() && f.before.empty() && f.init.empty())
      c.warning("frame/perform-empty", f.origin.name_span, cat(label(f.origin), " performs nothing"));
  }
  if (c.hasFrame() || c.program.passes.empty()) return;
  const Origin& first = c.program.passes.front().origin;
  c.warning(
       "frame/none", first.name_span,
       cat("the document has ", counted(c.program.passes.size(), "pass", "passes"), " but no frame, so nothing runs"))
      .notes.push_back({std::nullopt, cat("add (frame :name main :perform [", first.name, "])")});
}

}  // namespace pngine::program
