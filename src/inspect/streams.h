// One command stream worded command by command, whether or not a player would take it.
#pragma once
#include "inspect/inspection.h"
#include "player/executor.h"

namespace pngine::inspect {

/// Commands in order; a malformed stream has none and says why. `wgsl`: whole shader texts instead of their first line.
DecodedStream decode(const player::ExecutorStream& stream, bool wgsl);

}  // namespace pngine::inspect
