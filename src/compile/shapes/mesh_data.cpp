// The built-in meshes as bytes of the program. ./dev setup makes the files out of the packages that publish them
// (tools/meshes/make_meshes.mjs); they are no part of the source tree.
#include "compile/shapes/baked.h"

namespace pngine::shapes {
namespace {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
// clang-format off: it puts a space into the names
constexpr uint8_t kTeapot[] = {
#embed <teapot.bin>
};
constexpr uint8_t kDragon[] = {
#embed <dragon.bin>
};
// clang-format on
#pragma clang diagnostic pop

}  // namespace

std::span<const uint8_t> teapotContainer() { return kTeapot; }
std::span<const uint8_t> dragonContainer() { return kDragon; }

}  // namespace pngine::shapes
