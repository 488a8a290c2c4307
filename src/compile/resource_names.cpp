// Ids count up in document order; a pooled form takes one for each of its instances (encoder.h).
#include "compile/resource_names.h"

namespace pngine::compile {

std::vector<format::ResourceName> resourceNames(const program::Program& program) {
  using Kind = format::ResourceName::Kind;
  std::vector<format::ResourceName> out;
  const auto add = [&](Kind kind, uint64_t id, const auto& item) {
    if (id <= 0xFFFF && !item.origin.name.empty()) {
      out.push_back({kind, static_cast<uint16_t>(id), std::string(item.origin.name)});
    }
  };
  const auto pooled = [&](Kind kind, const auto& all) {
    uint64_t id = 0;
    for (const auto& item : all) {
      for (uint64_t k = 0; k < item.pool.value; ++k) add(kind, id++, item);
    }
  };
  const auto plain = [&](Kind kind, const auto& all) {
    for (size_t i = 0; i < all.size(); ++i) add(kind, i, all[i]);
  };
  pooled(Kind::buffer, program.buffers);
  pooled(Kind::texture, program.textures);
  pooled(Kind::bind_group, program.bind_groups);
  plain(Kind::texture_view, program.views);
  plain(Kind::sampler, program.samplers);
  plain(Kind::shader, program.modules);
  plain(Kind::pipeline, program.pipelines);
  plain(Kind::bind_group_layout, program.bind_group_layouts);
  plain(Kind::pipeline_layout, program.pipeline_layouts);
  plain(Kind::query_set, program.query_sets);
  plain(Kind::bundle, program.bundles);
  plain(Kind::image, program.images);
  return out;
}

}  // namespace pngine::compile
