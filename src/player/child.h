// Work in a child process: whatever ends the child, or a time limit, becomes one error, and what it sent before stays.
#pragma once
#include <functional>
#include <optional>

#include "player/session.h"

namespace pngine::player {

/// Forks, runs `work` in the child with a sink that sends here, and feeds `sink` until the child is done. `seconds`: 0
/// = no limit. The caller must not hold locks that `work` needs; the child has no threads but its own. Result: how the
/// child ended, if not well.
std::optional<PlayError> runInChild(const std::function<void(ResultSink&)>& work, double seconds, ResultSink& sink);

}  // namespace pngine::player
