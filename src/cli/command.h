// The commands of the program: one file each, listed once in commands.def order below; main.cpp only dispatches.
#pragma once
#include <span>

#include "cli/options.h"

namespace pngine::cli {

struct Command {
  const CommandSpec* spec;
  int (*run)(const Arguments& arguments);  ///< gives the exit code
};

extern const Command kRender, kCompile, kValidate, kRun, kInspect, kExpand, kFmt, kEmbed, kExtract, kBundle, kList,
    kDiff, kExplain;

/// All commands, in the order of the usage text; the first is the default one.
std::span<const Command* const> commands();

}  // namespace pngine::cli
