// Does this device run long loops to their end? llvmpipe of some versions stops them silently at about 65,535 turns.
#pragma once
#include <string>

#include "player/gpu.h"

namespace pngine::player {

/// Runs 70,000 turns of a loop; empty = counted right, else a sentence for the user.
std::string longLoopWarning(Gpu& gpu);

}  // namespace pngine::player
