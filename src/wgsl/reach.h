// What an entry point reaches through calls, types and initialisers, and which textures meet which samplers on the way.
#pragma once
#include <vector>

#include "wgsl/module.h"

namespace pngine::wgsl {

/// Per declaration: its index in the lists of the reflection, or kNone.
struct ReachTables {
  std::vector<uint32_t> binding, override_, workgroup;
};

/// Fills bindings, workgroup variables, overrides and sampling pairs of the entry points, which are the declarations
/// `entries` in the order of Reflection::entry_points. False when it would take too many steps.
bool fillReach(Module& module, const ReachTables& tables, const std::vector<uint32_t>& entries);

/// Declarations reached from the roots, the roots included.
std::vector<bool> reachedFrom(const Module& module, const std::vector<uint32_t>& roots);

}  // namespace pngine::wgsl
