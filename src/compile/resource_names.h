// Names of a program's resources by the ids that the encoder gives them: for messages of players, when the source is at
// hand. The payload itself keeps those of readbacks only.
#pragma once
#include <vector>

#include "format/command_program.h"
#include "program/program.h"

namespace pngine::compile {

std::vector<format::ResourceName> resourceNames(const program::Program& program);

}  // namespace pngine::compile
