// The prebuilt executors, and fitting one to a payload: addresses and memory size are constants of the module, so that
// small programs take one 64 KiB page and large ones what they need.
#pragma once
#include <cstdint>

#include "base/bytes.h"
#include "executor/bytecode.h"

namespace pngine::executor {

/// Addresses in the memory of an executor fitted to a payload.
struct Layout {
  uint32_t data = 0;      ///< the data section; the head starts at kHeadAddress
  uint32_t commands = 0;  ///< command buffer
  uint32_t pages = 0;     ///< 64 KiB each
};
/// For a payload of `total` bytes whose data section starts at `data_offset`; both at most 64 MiB.
Layout layoutFor(uint32_t data_offset, uint32_t total);

/// Bytes of the module for a set of Feature bits, the same before and after fitting.
uint32_t imageSize(unsigned features);
/// The module with its constants set.
Bytes fitImage(unsigned features, const Layout& layout);

}  // namespace pngine::executor
