// Rules over the dispatches of compute passes, and over indirect arguments of draws and dispatches alike.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

constexpr std::array<char, 3> kAxes = {'x', 'y', 'z'};

void checkWorkgroups(RuleContext& c, const Pass& p, const Dispatch& d) {
  const uint64_t most = effectiveLimit(c.program, Limit::max_compute_workgroups_per_dimension);
  for (size_t axis = 0; axis < 3; ++axis) {
    const At<uint32_t>& n = d.workgroups[axis];
    const Span place = placeOf(n.span.empty() ? d.form : n.span, p.origin);
    if (n.value > most)
      c.error("dispatch/limit", place,
              cat(label(p.origin), " dispatches ", n.value, " workgroups in ", kAxes[axis], "; at most ", most,
                  " are allowed"))
          .notes = {{std::nullopt, "spread the work over a second dimension"},
                    {std::nullopt, raiseHint(Limit::max_compute_workgroups_per_dimension, n.value)}};
    if (n.value == 0)
      c.warning("dispatch/zero", place,
                cat(label(p.origin), " dispatches 0 workgroups in ", kAxes[axis], ", so nothing runs"));
  }
}

// Argument bytes of the three indirect forms: 12, 16, 20.
void checkIndirect(RuleContext& c, const Origin& owner, std::string_view head, const At<Index>& buffer,
                   const At<uint32_t>& offset, uint64_t bytes) {
  const Buffer* b = c.buffer(buffer.value);
  if (b == nullptr) return;
  if (!hasBit(b->usage.value, BufferUsage::indirect)) {
    c.error("draw/indirect-usage", placeOf(buffer.span, owner),
            cat(label(owner), " ", head, " :buffer names ", label(b->origin), ", which lacks usage indirect"))
        .notes.push_back({b->usage.span.empty() ? b->origin.name_span : b->usage.span, "add indirect here"});
    return c.fail("draw/indirect-usage", b->origin);
  }
  if (b->size.written() && uint64_t{offset.value} + bytes > b->size.value)
    c.error("draw/indirect-range", placeOf(offset.span.empty() ? buffer.span : offset.span, owner),
            cat(label(owner), " ", head, " reads ", bytes, " bytes at offset ", offset.value, " but ", label(b->origin),
                " has ", b->size.value));
}

// The first-instance word of arguments that are known at compile time.
void checkFirstInstance(RuleContext& c, const Origin& owner, const Draw& d) {
  const Buffer* b = c.buffer(d.buffer.value);
  const Bytes* bytes = b == nullptr ? nullptr : c.initialBytes(*b);
  if (bytes == nullptr ||
      c.bufferTouched(d.buffer.value, {Touch::write, Touch::copy_destination, Touch::storage_write, Touch::bound}))
    return;
  const size_t at = d.offset.value + (d.indexed() ? 16U : 12U);
  if (at + 4 > bytes->size()) return;
  ByteReader reader(ByteView(*bytes).subspan(at, 4));
  if (const uint32_t first = reader.u32(); first != 0)
    c.warning("draw/indirect-first-instance", placeOf(d.buffer.span, owner),
              cat(label(owner), " draws indirectly with first instance ", first,
                  ", which needs the device feature indirect-first-instance"))
        .notes.push_back({b->origin.name_span, cat("without it the draw does nothing; store 0 at byte ", at)});
}

void checkDraw(RuleContext& c, const Origin& owner, const Draw& d) {
  if (!d.indirect()) return;
  checkIndirect(c, owner, d.indexed() ? "draw-indexed-indirect" : "draw-indirect", d.buffer, d.offset,
                d.indexed() ? 20 : 16);
  checkFirstInstance(c, owner, d);
}

}  // namespace

void checkDispatches(RuleContext& c) {
  for (const Pass& p : c.program.passes) {
    if (p.origin.poisoned) continue;
    for (const Dispatch& d : p.dispatches) {
      if (d.indirect)
        checkIndirect(c, p.origin, "dispatch-indirect", d.buffer, d.offset, 12);
      else if (!d.canvas_grid)
        checkWorkgroups(c, p, d);
    }
    for (const Draw* d : drawsOf(p)) checkDraw(c, p.origin, *d);
  }
}

}  // namespace pngine::program
