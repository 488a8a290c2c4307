// Binary descriptors: known bytes, round trips, tolerance for what other writers may add, and damage.
#include "format/descriptors.h"

#include <doctest/doctest.h>

using namespace pngine;
using namespace pngine::format;

namespace {

/// Every shorter prefix is an error or a value, never a read past the end (the sanitizers see to that).
template <class F>
void tryPrefixes(const Bytes& bytes, F decode) {
  for (size_t n = 0; n < bytes.size(); ++n) {
    const Bytes prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
    (void)decode(ByteView(prefix));
  }
}

}  // namespace

TEST_CASE("texture") {
  TextureDescriptor d;
  d.width = 512, d.height = 256, d.samples = 4, d.layers = 1;
  d.format = TextureFormat::rgba16float;
  d.usage = 0x14;
  const Bytes bytes = encode(d);
  CHECK(bytes == Bytes{1, 5, 1, 0, 0, 2, 0, 0, 2, 0, 0, 1, 0, 0, 7, 7, 5, 8, 7, 0x14, 5, 0, 4, 0, 0, 0});
  const auto back = decodeTexture(bytes);
  REQUIRE(back);
  CHECK(back->width == 512);
  CHECK(back->height == 256);
  CHECK(back->samples == 4);
  CHECK_FALSE(back->layers);
  CHECK(back->format == TextureFormat::rgba16float);
  CHECK(back->usage == 0x14);
  tryPrefixes(bytes, decodeTexture);

  TextureDescriptor image;
  image.image = 3;
  image.dimension = TextureDimension::d3;
  const auto other = decodeTexture(encode(image));
  REQUIRE(other);
  CHECK(other->image == 3);
  CHECK(other->dimension == TextureDimension::d3);
  CHECK(other->format == TextureFormat::preferred_canvas_format);
}

TEST_CASE("unknown fields are skipped by width, unknown codes fall back") {
  // field 99 as bool, as u16, as f32; format code 0xEE; dimension 9; then width.
  const Bytes bytes = {1, 6, 99, 5, 1, 99, 6, 1, 2, 99, 1, 0, 0, 0, 0, 7, 7, 0xEE, 6, 7, 9, 1, 0, 64, 0, 0, 0};
  const auto d = decodeTexture(bytes);
  REQUIRE(d);
  CHECK(d->format == TextureFormat::preferred_canvas_format);
  CHECK(d->dimension == TextureDimension::d2);
  CHECK(d->width == 64);
  // An unknown array has no width that a reader could know: what stands before it counts.
  const auto cut = decodeTexture(Bytes{1, 3, 1, 0, 8, 0, 0, 0, 50, 3, 1, 2, 0});
  REQUIRE(cut);
  CHECK(cut->width == 8);
  CHECK(decodeTexture({}));
}

TEST_CASE("texture view and sampler") {
  TextureViewDescriptor v;
  v.dimension = ViewDimension::cube;
  v.aspect = TextureAspect::depth_only;
  v.base_mip = 0, v.mip_count = 2, v.base_layer = 6;
  const Bytes view = encode(v);
  CHECK(view == Bytes{9, 4, 2, 7, 3, 3, 7, 2, 5, 0, 2, 0, 0, 0, 6, 0, 6, 0, 0, 0});
  const auto view_back = decodeTextureView(view);
  REQUIRE(view_back);
  CHECK(view_back->dimension == ViewDimension::cube);
  CHECK_FALSE(view_back->base_mip);
  CHECK(view_back->base_layer == 6);
  tryPrefixes(view, decodeTextureView);

  SamplerDescriptor s;
  s.mag = FilterMode::linear;
  s.address_u = AddressMode::repeat;
  s.lod_max = 1.0f;
  s.anisotropy = 4;
  s.compare = CompareFunction::less_equal;
  const Bytes sampler = encode(s);
  CHECK(sampler == Bytes{2, 7, 4, 7, 1, 5, 7, 0, 1, 7, 1, 2, 7, 0, 8, 1, 0, 0, 0x80, 0x3F, 10, 6, 4, 0, 9, 7, 3});
  const auto sampler_back = decodeSampler(sampler);
  REQUIRE(sampler_back);
  CHECK(sampler_back->address_u == AddressMode::repeat);
  CHECK(sampler_back->lod_max == 1.0f);
  CHECK(sampler_back->compare == CompareFunction::less_equal);
  CHECK_FALSE(sampler_back->mipmap);
  tryPrefixes(sampler, decodeSampler);
}

TEST_CASE("bind group") {
  BindGroupDescriptor d{1, {{0, BindGroupEntry::Kind::buffer, 7, 256, 64}, {1, BindGroupEntry::Kind::sampler, 2}}};
  const Bytes bytes = encode(d);
  CHECK(bytes == Bytes{3, 2, 1, 7, 1, 2, 3, 2, 0, 0, 7, 0, 0, 1, 0, 0, 64, 0, 0, 0, 1, 2, 2, 0});
  const auto back = decodeBindGroup(bytes);
  REQUIRE(back);
  CHECK(back->group == 1);
  REQUIRE(back->entries.size() == 2);
  CHECK(back->entries[0].offset == 256);
  CHECK(back->entries[0].size == 64);
  CHECK(back->entries[1].kind == BindGroupEntry::Kind::sampler);
  tryPrefixes(bytes, decodeBindGroup);
  CHECK_FALSE(decodeBindGroup(Bytes{3, 1, 2, 3, 1, 0, 9, 0, 0}));
}

TEST_CASE("compute pipeline") {
  CHECK(encode(ComputePipelineDescriptor{2, "main", {}}) == Bytes{6, 2, 0, 4, 'm', 'a', 'i', 'n'});
  const auto with = decodeComputePipeline(encode(ComputePipelineDescriptor{2, "main", 5}));
  REQUIRE(with);
  CHECK(with->entry == "main");
  CHECK(with->layout == 5);
  const auto none = decodeComputePipeline(Bytes{6, 2, 0, 1, 'm', 0xFF, 0xFF});
  REQUIRE(none);
  CHECK_FALSE(none->layout);
  CHECK_FALSE(decodeComputePipeline(Bytes{6, 2, 0, 0}));
  CHECK_FALSE(decodeComputePipeline(Bytes{6, 2, 0, 9, 'm'}));
  CHECK(encode(ComputePipelineDescriptor{0, std::string(300, 'x'), {}}).size() == 4 + 255);
}

TEST_CASE("render bundle") {
  RenderBundleDescriptor d;
  d.colors = {TextureFormat::preferred_canvas_format, TextureFormat::rgba8unorm};
  d.depth_stencil = TextureFormat::depth24plus;
  d.samples = 4, d.pipeline = 1;
  d.bind_groups = {3}, d.vertex_buffers = {4, 5};
  d.index_buffer = 6;
  d.indexed = true;
  d.arguments = {36, 2, 0, 0xFFFFFFFF, 1};
  const Bytes bytes = encode(d);
  const auto back = decodeRenderBundle(bytes);
  REQUIRE(back);
  CHECK(back->colors == d.colors);
  CHECK(back->depth_stencil == d.depth_stencil);
  CHECK(back->vertex_buffers == d.vertex_buffers);
  CHECK(back->index_buffer == 6);
  CHECK(back->arguments == d.arguments);
  for (size_t n = 0; n < bytes.size(); ++n) CHECK_FALSE(decodeRenderBundle(ByteView(bytes).first(n)));
  // No color format is the old spelling of one canvas target.
  const auto old =
      decodeRenderBundle(Bytes{0, 0xFF, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  REQUIRE(old);
  CHECK(old->colors == std::vector{TextureFormat::preferred_canvas_format});
  CHECK(old->arguments[0] == 3);
}

TEST_CASE("query set, image, wasm arguments") {
  CHECK(encode(QuerySetDescriptor{QueryType::timestamp, 2}) == Bytes{1, 2, 0});
  CHECK(decodeQuerySet(Bytes{7, 1, 0})->type == QueryType::occlusion);
  CHECK_FALSE(decodeQuerySet(Bytes{1, 2}));

  const Bytes pixels = {1, 2, 3};
  const Bytes image = encode(ImageDescriptor{"image/png", pixels});
  CHECK(decodeImage(image)->mime == "image/png");
  CHECK(decodeImage(image)->encoded.size() == 3);
  CHECK_FALSE(decodeImage(Bytes{9, 'x'}));

  using Tag = WasmCallArgument::Tag;
  CHECK(encode(std::vector<WasmCallArgument>{}) == Bytes{0});
  const Bytes args = encode({{Tag::u32, 7}, {Tag::canvas_width, 0}});
  CHECK(args == Bytes{2, 5, 7, 0, 0, 0, 1});
  CHECK(decodeWasmArguments(args)->size() == 2);
  CHECK(decodeWasmArguments(Bytes{3, 1, 77, 2})->size() == 1);
  CHECK_FALSE(decodeWasmArguments(Bytes{1, 5, 7}));
  CHECK_FALSE(decodeWasmArguments(Bytes{33}));
}
