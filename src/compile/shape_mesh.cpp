// Stands in for the mesh generators in a build without them: every generator form is an error.
#include "compile/shape_mesh.h"

#if !__has_include("compile/shapes/shapes.h")
namespace pngine::shapes {
std::expected<Mesh, Error> generate(const schema::Form& form, uint64_t, std::vector<Error>&) {
  return std::unexpected(Error{"shape/unavailable", form.head, "needs a mesh generator, and this build has none"});
}
}  // namespace pngine::shapes
#endif
