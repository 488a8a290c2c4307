// Encodes command lists as the executor's private bytecode (executor/bytecode.h).
#pragma once
#include <span>
#include <vector>

#include "base/bytes.h"
#include "format/command_program.h"

namespace pngine::format {

/// Where blobs and strings will lie in executor memory. Sizes do not depend on them: zeros give the length.
struct Addresses {
  std::vector<uint32_t> blobs, strings;
};

/// executor::Feature bits that this frame needs.
unsigned featuresOf(const FrameProgram& frame);

/// The load program and the frame program for an executor with these features.
Bytes encodeBytecode(const CommandList& load, const FrameProgram& frame, unsigned features, const Addresses& addresses);

}  // namespace pngine::format
