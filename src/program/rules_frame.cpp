// Rules over frames by themselves.
#include "program/rule_context.h"

namespace pngine::program {

void checkFrames(RuleContext& c) {
  for (const Frame& f : c.program.frames) {
    if (!f.origin.poisoned && f.perform.empty() && f.before.empty() && f.init.empty())
      c.warning("frame/perform-empty", f.origin.name_span, cat(label(f.origin), " performs nothing"));
  }
  for (size_t i = 1; i < c.program.frames.size(); ++i) {
    const Origin& later = c.program.frames[i].origin;
    if (later.poisoned) continue;
    const Origin& played = c.program.frames[0].origin;
    c.warning("frame/after-first", later.name_span,
              cat(label(later), " never plays by itself: players run the first frame, ", label(played),
                  "; merge them, or draw it with pngine --frame --scene ", later.name))
        .notes.push_back({played.name_span, "the first frame"});
  }
  if (c.hasFrame() || c.program.passes.empty()) return;
  const Origin& first = c.program.passes.front().origin;
  c.warning(
       "frame/none", first.name_span,
       cat("the document has ", counted(c.program.passes.size(), "pass", "passes"), " but no frame, so nothing runs"))
      .notes.push_back({std::nullopt, cat("add (frame :name main :perform [", first.name, "])")});
}

}  // namespace pngine::program
