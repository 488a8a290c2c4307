// The shaders of a payload's streams, read by our own front end: entry points and bindings for reports and checks.
#pragma once
#include "inspect/inspection.h"
#include "player/executor.h"

namespace pngine::inspect {

/// Adds every shader that the stream creates and that is not there yet.
void collectShaders(const player::ExecutorStream& stream, std::vector<ShaderInfo>& shaders);

/// Findings W201 to W204: shaders and pipelines without the entry points that they need.
void checkShaders(Inspection& inspection);

}  // namespace pngine::inspect
