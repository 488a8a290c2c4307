// JSON descriptors: the exact text that is written, the reader's defaults and old spellings, hostile input.
#include "format/json_descriptors.h"

#include <doctest/doctest.h>

using namespace pngine;
using namespace pngine::format;

namespace {

std::string textOfBytes(const Bytes& b) { return std::string(asText(b)); }
auto pipeline(std::string_view text) { return decodeRenderPipeline(asBytes(text)); }

}  // namespace

TEST_CASE("the smallest pipeline") {
  RenderPipelineDescriptor d;
  d.entry = "vs";
  d.fragment = FragmentState{0, "fs", {{}}};
  CHECK(textOfBytes(encode(d)) == R"({"vertex":{"entryPoint":"vs"},"fragment":{"entryPoint":"fs","targets":[{}]}})");
  const auto back = decodeRenderPipeline(encode(d));
  REQUIRE(back);
  CHECK(back->fragment->targets.size() == 1);
  CHECK(back->fragment->targets[0].format == TextureFormat::preferred_canvas_format);
}

TEST_CASE("everything a pipeline can say") {
  RenderPipelineDescriptor d;
  d.layout = 2;
  d.shader = 1, d.entry = "vs";
  d.buffers = {{.stride = 20, .step_mode = StepMode::instance, .attributes = {{0, 8, VertexFormat::float32x3}}}};
  ColorTarget target;
  target.format = TextureFormat::rgba16float;
  target.color = BlendComponent{BlendFactor::src_alpha, BlendFactor::one_minus_src_alpha, {}};
  target.alpha = BlendComponent{};
  target.write_mask = 7;
  d.fragment = FragmentState{3, "fs", {target}};
  d.primitive =
      PrimitiveState{PrimitiveTopology::triangle_strip, IndexFormat::uint32, FrontFace::cw, CullMode::back, true};
  DepthStencilState ds;
  ds.format = TextureFormat::depth24plus_stencil8;
  ds.depth_write_enabled = true;
  ds.depth_compare = CompareFunction::less;
  ds.depth_bias = -2;
  ds.depth_bias_slope_scale = 0.1f;
  ds.stencil_read_mask = 255;
  ds.stencil_front = StencilFaceState{CompareFunction::equal, {}, {}, StencilOperation::increment_wrap};
  d.depth_stencil = ds;
  d.multisample = MultisampleState{4, {}, true};
  const Bytes bytes = encode(d);
  CHECK(textOfBytes(bytes) ==
        R"({"layoutId":2,"vertex":{"shader":1,"entryPoint":"vs","buffers":[{"arrayStride":20,"stepMode":"instance",)"
        R"("attributes":[{"shaderLocation":0,"offset":8,"format":"float32x3"}]}]},"fragment":{"shader":3,)"
        R"("entryPoint":"fs","targets":[{"format":"rgba16float","blend":{"color":{"srcFactor":"src-alpha",)"
        R"("dstFactor":"one-minus-src-alpha"},"alpha":{}},"writeMask":7}]},"primitive":{"topology":"triangle-strip",)"
        R"("stripIndexFormat":"uint32","frontFace":"cw","cullMode":"back","unclippedDepth":true},"depthStencil":)"
        R"({"format":"depth24plus-stencil8","depthWriteEnabled":true,"depthCompare":"less","depthBias":-2,)"
        R"("depthBiasSlopeScale":0.1,"stencilReadMask":255,"stencilFront":{"compare":"equal","passOp":)"
        R"("increment-wrap"}},"multisample":{"count":4,"alphaToCoverageEnabled":true}})");
  const auto back = decodeRenderPipeline(bytes);
  REQUIRE(back);
  CHECK(encode(*back) == bytes);
}

TEST_CASE("old and incomplete pipelines") {
  const auto old = pipeline(R"({"vertex":{"entryPoint":"v"},"fragment":{"entryPoint":"f"}})");
  REQUIRE(old);
  CHECK(old->fragment->targets.size() == 1);
  const auto named = pipeline(
      R"({"vertex":{"shader":4,"entryPoint":"v","buffers":[null]},"fragment":{"entryPoint":"f","targetFormat":"preferredCanvasFormat"}})");
  REQUIRE(named);
  CHECK(named->fragment->shader == 4);
  CHECK(named->buffers[0].hole);
  const auto empty = pipeline(
      R"({"extra":[1],"vertex":{"entryPoint":"v"},"fragment":{"entryPoint":"f","targets":[{"format":""},{"format":null},null]}})");
  REQUIRE(empty);
  CHECK(empty->fragment->targets.size() == 3);
  CHECK(empty->fragment->targets[2].hole);
  CHECK_FALSE(pipeline("{}"));
  CHECK_FALSE(pipeline(R"({"vertex":{}})"));
  CHECK_FALSE(pipeline(R"({"vertex":{"entryPoint":"v"},"fragment":{}})"));
  CHECK(pipeline(R"({"vertex":{"entryPoint":"v"},"primitive":{"topology":"triangles"}})").error().message ==
        "render pipeline descriptor has the topology \"triangles\", which WebGPU does not know");
}

TEST_CASE("hostile JSON") {
  CHECK_FALSE(pipeline(""));
  CHECK_FALSE(pipeline("[]"));
  CHECK_FALSE(pipeline("{"));
  CHECK_FALSE(pipeline(std::string(100000, '[')));
  CHECK_FALSE(pipeline(std::string(2 << 20, ' ')));
  CHECK_FALSE(pipeline(R"({"vertex":{"entryPoint":"v","shader":1e99}})"));
  CHECK_FALSE(pipeline(R"({"vertex":{"entryPoint":"v","shader":-1}})"));
  CHECK_FALSE(pipeline(R"({"vertex":[]})"));
  CHECK_FALSE(pipeline(R"({"vertex":{"entryPoint":"v","buffers":[3]}})"));
  CHECK_FALSE(pipeline("{\"vertex\":{\"entryPoint\":\"\xFF\xFE\"}}"));
  CHECK(pipeline(R"({"x":"[[[[[[[[[[[[[[[[[[[[[[\"","vertex":{"entryPoint":"v"}})"));
}

TEST_CASE("layouts") {
  BindGroupLayoutDescriptor d;
  d.entries = {{0, 4, BufferLayout{BufferBindingType::storage, false, 0}},
               {1, 2, SamplerLayout{}},
               {2, 2, TextureLayout{TextureSampleType::depth, ViewDimension::d2, true}},
               {3, 4, StorageTextureLayout{}}};
  const Bytes bytes = encode(d);
  CHECK(textOfBytes(bytes) ==
        R"({"entries":[{"binding":0,"visibility":4,"buffer":{"type":"storage"}},{"binding":1,"visibility":2,)"
        R"("sampler":{}},{"binding":2,"visibility":2,"texture":{"sampleType":"depth","multisampled":true}},)"
        R"({"binding":3,"visibility":4,"storageTexture":{"format":"rgba8unorm"}}]})");
  const auto back = decodeBindGroupLayout(bytes);
  REQUIRE(back);
  CHECK(encode(*back) == bytes);
  CHECK_FALSE(decodeBindGroupLayout(asBytes(R"({"entries":[{"binding":0,"visibility":1}]})")));
  CHECK_FALSE(decodeBindGroupLayout(asBytes(R"({"entries":[{"binding":0,"visibility":1,"storageTexture":{}}]})")));

  CHECK(textOfBytes(encode(PipelineLayoutDescriptor{{3, 0}})) == R"({"bindGroupLayouts":[3,0]})");
  const auto layout = decodePipelineLayout(asBytes(R"({"bindGroupLayouts":[3,null,99999]})"));
  REQUIRE(layout);
  CHECK(layout->layouts == std::vector<uint16_t>{3, 0xFFFF, 0xFFFF});
}
