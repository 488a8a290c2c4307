// Descriptors and initial contents of every kind of resource, read back with the decoders of the file format.
#include "compile/support.h"  // first: doctest has a macro WHEN, and so has the table of forms

#include <doctest/doctest.h>

#include "compile/wasm_module.h"
#include "format/descriptors.h"

using namespace pngine;
using namespace pngine::test;

namespace {

/// Blob behind the n-th command of that kind in the load, by looking at its data fixups in order.
template <class Command>
std::vector<Bytes> blobsOf(const compile::Compiled& c) {
  std::vector<Bytes> out;
  ByteWriter w;
  const format::CommandList& load = c.commands->load;
  w.u32(static_cast<uint32_t>(8 + load.bytes.size())).u16(static_cast<uint16_t>(load.count)).u16(0).raw(load.bytes);
  const auto each = [&](const auto& command, format::CommandPlace place) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(command)>, Command>) {
      const uint32_t at = place.offset - 8 + format::descOffset<Command>();
      for (const format::Fixup& f : load.fixups) {
        if (f.at == at) out.push_back(c.commands->blobs[f.blob]);
      }
    }
  };
  auto visit = each;
  REQUIRE(format::decodeStream(w.bytes(), UINT32_MAX, format::StreamLayout::current, visit));
  return out;
}

namespace cmd = format::command;

Bytes wasm(std::initializer_list<uint8_t> sections) {
  Bytes out = {0, 'a', 's', 'm', 1, 0, 0, 0};
  out.insert(out.end(), sections);
  return out;
}

/// type () -> i32, function f = i32.const 8, memory "memory".
Bytes callable() {
  return wasm({1,   5, 1, 0x60, 0,   1,   0x7F, 3,   2,   1,   0, 5, 3,  1, 0, 1, 7, 14,   2, 1,
               'f', 0, 0, 6,    'm', 'e', 'm',  'o', 'r', 'y', 2, 0, 10, 6, 1, 4, 0, 0x41, 8, 0x0B});
}

/// Memory m; globals l = 8, s = 4; one data segment of 4 bytes at address 6.
Bytes constantData() {
  return wasm({5, 3, 1, 0,   1, 6, 11, 2,   0x7F, 0, 0x41, 8,  0x0B, 0x7F, 0,    0x41, 4,    0x0B, 7, 13, 3, 1, 'm',
               2, 0, 1, 'l', 3, 0, 1,  's', 3,    1, 11,   10, 1,    0,    0x41, 6,    0x0B, 4,    1, 2,  3, 4});
}

/// Like constantData without segments, and with a function gen of type () -> ().
Bytes generatedData() {
  return wasm({1, 4,    1,   0x60, 0,    0, 3,    2,   1,    0, 5,  3,  1, 0,   1, 6, 11,  2,   0x7F,
               0, 0x41, 8,   0x0B, 0x7F, 0, 0x41, 4,   0x0B, 7, 19, 4,  1, 'm', 2, 0, 1,   'l', 3,
               0, 1,    's', 3,    1,    3, 'g',  'e', 'n',  0, 0,  10, 4, 1,   2, 0, 0x0B});
}

}  // namespace

TEST_CASE("textures, views, samplers, query sets") {
  constexpr std::string_view source = R"SJON(
(texture :name a :size [8 8 6] :format rgba16float :usage [texture-binding copy-dst] :mip-level-count 3)
(texture :name b :size canvas :format preferred-canvas-format :usage [render-attachment])
(texture :name c :size [4 4 4] :dimension 3d :format r8unorm :usage [texture-binding])
(texture-view :name v :texture a :dimension cube :base-mip-level 1 :mip-level-count 2 :array-layer-count 6)
(sampler :name s :mag-filter linear :address-mode repeat :address-mode-v mirror-repeat :lod-max-clamp 2 :compare less)
(query-set :name q :type timestamp :count 3)
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  CHECK(c.commands->frames.empty());
  const std::vector<Bytes> textures = blobsOf<cmd::CreateTexture>(c);
  REQUIRE(textures.size() == 3);
  const auto a = format::decodeTexture(textures[0]);
  REQUIRE(a);
  CHECK(a->width == 8u);
  CHECK(a->height == 8u);
  CHECK(a->layers == 6u);
  CHECK(a->mip_levels == 3u);
  CHECK(!a->samples);
  CHECK(!a->dimension);
  CHECK(a->usage == 6);
  const auto b = format::decodeTexture(textures[1]);
  CHECK(!b->width);
  CHECK(b->format == webgpu::TextureFormat::preferred_canvas_format);
  CHECK(format::decodeTexture(textures[2])->dimension == webgpu::TextureDimension::d3);
  const auto v = format::decodeTextureView(blobsOf<cmd::CreateTextureView>(c).at(0));
  CHECK(v->dimension == webgpu::ViewDimension::cube);
  CHECK(v->base_mip == 1u);
  CHECK(v->mip_count == 2u);
  CHECK(!v->base_layer);
  CHECK(v->layer_count == 6u);
  const auto s = format::decodeSampler(blobsOf<cmd::CreateSampler>(c).at(0));
  CHECK(s->mag == webgpu::FilterMode::linear);
  CHECK(s->min == webgpu::FilterMode::nearest);
  CHECK(s->address_u == webgpu::AddressMode::repeat);
  CHECK(s->address_v == webgpu::AddressMode::mirror_repeat);
  CHECK(s->address_w == webgpu::AddressMode::repeat);
  CHECK(!s->mipmap);
  CHECK(s->lod_max == 2.0f);
  CHECK(s->compare == webgpu::CompareFunction::less);
  const auto q = format::decodeQuerySet(blobsOf<cmd::CreateQuerySet>(c).at(0));
  CHECK(q->type == webgpu::QueryType::timestamp);
  CHECK(q->count == 3);
}

TEST_CASE("explicit layouts: texts of the descriptors, group numbers, layout words") {
  constexpr std::string_view source = R"SJON(
(bind-group-layout :name first (entry :binding 0 :visibility [compute] (buffer :type read-only-storage)))
(bind-group-layout :name second (entry :binding 3 :visibility [vertex compute] (buffer)))
(pipeline-layout :name pl :bind-group-layouts [first second])
(shader-module :name m :code """
struct Light { color: vec3f, power: f32 }
struct U { scale: f32, lights: array<vec4f, 3>, light: Light }
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(1) @binding(3) var<uniform> u: U;
@compute @workgroup_size(1) fn go() { _ = a[0] + u.scale; }
""")
(compute-pipeline :name c :layout pl (compute :module m))
(buffer :name sb :size 64 :usage [storage])
(buffer :name ub :size 96 :usage [uniform copy-dst])
(bind-group :name g0 :layout first (entry :binding 0 :buffer sb))
(bind-group :name g1 :layout second (entry :binding 3 :buffer ub))
(compute-pass :name p :pipeline c :bind-groups [g0 g1] (dispatch :workgroups [1]))
(frame :name f :perform [p])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  CHECK(asText(blobsOf<cmd::CreateBindGroupLayout>(c).at(0)) ==
        R"({"entries":[{"binding":0,"visibility":4,"buffer":{"type":"read-only-storage"}}]})");
  CHECK(asText(blobsOf<cmd::CreatePipelineLayout>(c).at(0)) == R"({"bindGroupLayouts":[0,1]})");
  CHECK(format::decodeComputePipeline(blobsOf<cmd::CreateComputePipeline>(c).at(0))->layout == 0);
  const std::string load = show(c.commands->load);
  CHECK(load.find("create bind group 0 32768 ") != std::string::npos);
  CHECK(load.find("create bind group 1 32769 ") != std::string::npos);
  // The uniform of @group(1) is found through the layout's position; leaves are sorted by path.
  REQUIRE(c.commands->uniforms.size() == 1);
  const format::UniformBinding& u = c.commands->uniforms[0];
  CHECK(u.buffer == 1);
  CHECK(u.group == 1);
  CHECK(u.binding == 3);
  REQUIRE(u.fields.size() == 4);
  CHECK(u.fields[0].path == "light.color");
  CHECK(u.fields[0].offset == 64);
  CHECK(u.fields[0].type == 4);
  CHECK(u.fields[1].path == "light.power");
  CHECK(u.fields[1].offset == 76);
  CHECK(u.fields[2].path == "lights");
  CHECK(u.fields[2].offset == 16);
  CHECK(u.fields[2].size == 48);
  CHECK(u.fields[2].type == 5);
  CHECK(u.fields[2].elements == 3);
  CHECK(u.fields[3].path == "scale");
}

TEST_CASE("render pipelines write what is authored") {
  constexpr std::string_view source = R"SJON(
(shader-module :name m :code """
@vertex fn vs(@location(0) p: vec2f) -> @builtin(position) vec4f { return vec4f(p, 0, 1); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }
""")
(render-pipeline :name p :layout auto
  (vertex :module m (vertex-buffer :array-stride 8 :step-mode instance (attribute :shader-location 0 :offset 0 :format float32x2)))
  (fragment :module m (target :format rgba8unorm :write-mask 7))
  (primitive :topology triangle-strip :cull-mode back)
  (multisample :count 4))
(render-pipeline :name bare :layout auto (vertex :module m (vertex-buffer :array-stride 8 (attribute :shader-location 0 :offset 0 :format float32x2)))
  (fragment :module m (target :format preferred-canvas-format :write-mask all)))
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  const std::vector<Bytes> all = blobsOf<cmd::CreateRenderPipeline>(c);
  REQUIRE(all.size() == 2);
  const std::string_view text = asText(all[0]);
  for (const std::string_view piece :
       {R"("entryPoint":"vs")", R"("stepMode":"instance")", R"("format":"rgba8unorm")", R"("writeMask":7)",
        R"("topology":"triangle-strip")", R"("cullMode":"back")", R"("count":4)"}) {
    CAPTURE(piece);
    CHECK(text.find(piece) != std::string_view::npos);
  }
  CHECK(asText(all[1]).find("primitive") == std::string_view::npos);
  CHECK(asText(all[1]).find("preferred") == std::string_view::npos);
}

TEST_CASE("images are decoded and uploaded at load unless something else writes the texture") {
  constexpr std::string_view source = R"SJON(
(data :name file :file "a.png" :mime "image/png")
(image-bitmap :name picture :data file)
(texture :name t :size picture :format rgba8unorm :usage [texture-binding copy-dst render-attachment])
(queue :name upload (copy-external-image-to-texture (source :image picture) (destination :texture t :origin [1 2])))
(frame :name f :before [upload] :perform [])
)SJON";
  Files files;
  files.all["a.png"] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
  const compile::Compiled c = compiled(source, &files);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  const std::string load = show(c.commands->load);
  CHECK(load.find("create image 0 <18>\n") != std::string::npos);
  CHECK(load.find("copy image to texture 0 0 0 1 2 0\n") != std::string::npos);
  CHECK(show(c.commands->frames[0]) == "submit\n");
  const Bytes blob = blobsOf<cmd::CreateImage>(c).at(0);
  CHECK(format::decodeImage(blob)->mime == "image/png");
  CHECK(format::decodeTexture(blobsOf<cmd::CreateTexture>(c).at(0))->image == 0);

  const std::string drawn =
      cat(source, R"((render-pass :name r (color-attachment :view t :load-op clear :store-op store))
(frame :name g :perform [r]))");
  const compile::Compiled d = compiled(drawn, &files);
  REQUIRE_MESSAGE(d.commands != nullptr, findings(d, drawn));
  CHECK(show(d.commands->frames[0]) == "copy image to texture 0 0 0 1 2 0\nsubmit\n");
}

TEST_CASE("wasm calls and data") {
  constexpr std::string_view source = R"SJON(
(wasm-call :name w :file "f.wasm" :func f :returns "vec4")
(data :name d (wasm-data :file "f.wasm" :func f :returns "array<vec2, 3>"))
(buffer :name filled :data d :usage [storage] :pool 2)
(buffer :name constant :usage [storage copy-dst] :file "c.wasm")
(buffer :name made :usage [storage copy-dst] :file "g.wasm")
(queue :name q (write-buffer :buffer filled :offset 4 :data w))
(frame :name f :perform [q])
)SJON";
  Files files;
  files.all["f.wasm"] = callable();
  files.all["c.wasm"] = constantData();
  files.all["g.wasm"] = generatedData();
  const compile::Compiled c = compiled(source, &files);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  const size_t made = blobsOf<cmd::InitWasmModule>(c).at(1).size();
  CHECK(show(c.commands->load) ==
        cat("init wasm module 0 <", callable().size(), ">\n", "create buffer 0 24 136\ncreate buffer 1 24 136\n",
            "call wasm function 1 0 <1> 0\nwrite buffer from wasm 0 0 1 24\nwrite buffer from wasm 1 0 1 24\n",
            "create buffer 2 8 136\nwrite buffer 2 0 <8>\n", "create buffer 3 8 136\ninit wasm module 1 <", made, ">\n",
            "call wasm function 2 1 <11> 0\nwrite buffer from wasm 3 0 2 8\n"));
  CHECK(show(c.commands->frames[0]) == "call wasm function 0 0 <1> 0\nwrite buffer from wasm 0 4 0 16\nsubmit\n");
  // The window [4, 12) over bytes 1 2 3 4 at address 6.
  CHECK(blobsOf<cmd::WriteBuffer>(c).at(0) == Bytes{0, 0, 1, 2, 3, 4, 0, 0});
  const auto module = compile::readWasm(blobsOf<cmd::InitWasmModule>(c).at(1));
  REQUIRE(module);
  CHECK(module->find("pngine_data", compile::WasmExport::Kind::function) != nullptr);
  CHECK(module->find("memory", compile::WasmExport::Kind::memory) != nullptr);
}

TEST_CASE("wasm reader refuses what is cut short") {
  for (const Bytes& whole : {callable(), constantData(), generatedData()}) {
    REQUIRE(compile::readWasm(whole));
    for (size_t n = 0; n < whole.size(); ++n) {
      const auto cut = compile::readWasm(ByteView(whole).first(n));
      if (cut) CHECK(n >= 8);  // whole sections only
    }
  }
}

TEST_CASE("queries, copies and pointer input reach the frame") {
  constexpr std::string_view source = R"SJON(
(query-set :name q :type timestamp :count 2)
(buffer :name r :size 256 :usage [query-resolve copy-src])
(buffer :name u :size 64 :usage [uniform copy-dst])
(data :name bytes :float32 [1 2])
(texture :name a :size [8 8] :format rgba8unorm :usage [copy-src render-attachment])
(texture :name b :size [8 8] :format rgba8unorm :usage [copy-dst])
(render-pass :name p (timestamp-writes :query-set q) (color-attachment :view a :load-op clear :store-op store))
(queue :name out
  (write-buffer :buffer u :data pointer-inputs)
  (write-buffer :buffer u :offset 48 :data scene-time-inputs)
  (write-buffer :buffer u :offset 56 :data bytes)
  (copy-texture-to-texture (source :texture a) (destination :texture b))
  (copy-texture-to-texture (source :texture context-current-texture) (destination :texture b))
  (resolve-query-set :query-set q :query-count 2 :destination r))
(limits :max-bind-groups 8)
(canvas :alpha-mode premultiplied)
(frame :name f :perform [p out])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  const std::string frame = show(c.commands->frames[0]);
  CHECK(frame.find("write pointer inputs 1 0 48\nwrite time inputs 1 48 12\nwrite buffer 1 56 <8>\n"
                   "copy texture to texture 0 1 8 8\ncopy texture to texture 65534 1 8 8\n"
                   "resolve query set 0 0 2 0 0\nsubmit\n") != std::string::npos);
  CHECK(c.commands->premultiplied_canvas);
  REQUIRE(c.commands->limits.size() == 1);
  CHECK(c.commands->limits[0].limit == webgpu::Limit::max_bind_groups);
  CHECK(c.commands->limits[0].value == 8);
}

TEST_CASE("warnings of the uniform table") {
  const auto program = [](std::string_view shader, std::string_view more = "") {
    return cat("(shader-module :name m :code \"\"\"", shader, " @compute @workgroup_size(1) fn go() { _ = u; }\"\"\")",
               "(buffer :name b :size 200000 :usage [storage uniform])",
               "(compute-pipeline :name c :layout auto (compute :module m))"
               "(bind-group :name g :layout c (entry :binding 0 :buffer b))",
               more);
  };
  struct Case {
    std::string_view rule;
    std::string source;
  };
  std::string members;
  for (int i = 0; i < 70; ++i) members += cat("m", i, ": f32, ");
  const Case cases[] = {
      {"uniform/too-many-fields", program(cat("struct S { ", members, "} @group(0) @binding(0) var<storage> u: S;"))},
      {"uniform/oversize-field",
       program("struct S { a: f32, b: array<vec4f, 5000> } @group(0) @binding(0) var<storage> u: S;")},
      {"uniform/bare-oversize", program("@group(0) @binding(0) var<storage> u: array<vec4f, 5000>;")},
      {"uniform/unrepresentable", program("@group(0) @binding(0) var<storage> u: mat2x2f;")},
      {"uniform/fan-out", program("@group(0) @binding(0) var<storage> u: vec4f;",
                                  "(buffer :name b2 :size 16 :usage [storage]) (bind-group :name g2 :layout c (entry "
                                  ":binding 0 :buffer b2))")},
      {"uniform/too-deep", program("struct A { x: f32 } struct B { a: A } struct C { a: B } struct D { a: C } struct "
                                   "E2 { a: D } struct F { a: E2 } "
                                   "struct G { a: F } struct H { a: G } struct I { a: H } struct J { a: I } @group(0) "
                                   "@binding(0) var<storage> u: J;")},
      {"uniform/ambiguous-name",
       program("struct S { k: f32 } @group(0) @binding(0) var<storage> u: S;",
               "(shader-module :name m2 :code \"struct S { k: f32 } @group(0) @binding(0) var<storage> u: S; @compute "
               "@workgroup_size(1) fn go() { _ = u; }\") (compute-pipeline :name c2 :layout auto (compute :module m2)) "
               "(buffer :name b3 "
               ":size 16 :usage [storage]) (bind-group :name g3 :layout c2 (entry :binding 0 :buffer b3))")},
      {"uniform/shape-disagree",
       program(
           "struct S { k: f32 } @group(0) @binding(0) var<storage> u: S;",
           "(shader-module :name m2 :code \"struct S { z: vec2f } @group(0) @binding(0) var<storage> u: S; @compute "
           "@workgroup_size(1) fn go() { _ = u; }\") (compute-pipeline :name c2 :layout auto (compute :module m2)) "
           "(bind-group :name g3 :layout c2 (entry :binding 0 :buffer b))")},
  };
  for (const Case& test : cases) {
    CAPTURE(test.rule);
    const compile::Compiled c = compiled(test.source);
    const std::string all = findings(c, test.source, true);
    CAPTURE(all);
    CHECK(c.commands != nullptr);
    CHECK(has(c, test.rule));
  }

  // The same bytes under two names, as buffers that read and write by turns have them.
  const std::string twins = program("@group(0) @binding(0) var<storage> u: vec4f;",
                                    "(shader-module :name m2 :code \"@group(0) @binding(0) var<storage> v: vec4f; "
                                    "@compute @workgroup_size(1) fn go() { "
                                    "_ = v; }\") (compute-pipeline :name c2 :layout auto (compute :module m2)) "
                                    "(bind-group :name g3 :layout c2 (entry :binding 0 :buffer b))");
  const compile::Compiled c = compiled(twins);
  CHECK_FALSE(has(c, "uniform/shape-disagree"));
  REQUIRE(c.commands != nullptr);
  CHECK(c.commands->uniforms.size() == 2);
}
