// Wrong programs, each breaking one rule of WebGPU: a right program and the words to put in other words. run.mjs demands that
// compiler and device both refuse each of them, and that both take the right ones. Ordered like WebGPU's own text, call by call.

// Draws an indexed and a plain triangle into a texture with depth, with everything in reach of a vertex and a fragment stage.
const DRAWING = `
(texture :name image :size [16 16] :format rgba8unorm :usage [render-attachment texture-binding copy-src copy-dst])
(texture :name depth :size [16 16] :format depth24plus :usage [render-attachment])
(texture :name checker :size [8 8] :format rgba8unorm :usage [texture-binding copy-dst copy-src])
(texture-view :name seen :texture checker :dimension 2d)
(sampler :name smooth :mag-filter linear :min-filter linear)
(data :name corners :float32 [0 0 0 1 0 0 0 1 0])
(buffer :name corner :data corners :usage [vertex])
(buffer :name order :size 12 :usage [index] :index-format uint32)
(buffer :name tint :size 16 :usage [uniform copy-dst])
(shader-module :name code :code """
struct Out { @builtin(position) at: vec4f, @location(0) uv: vec2f }
@group(0) @binding(0) var<uniform> tint: vec4f;
@group(0) @binding(1) var tex: texture_2d<f32>;
@group(0) @binding(2) var samp: sampler;
@vertex fn vs(@location(0) p: vec3f) -> Out { return Out(vec4f(p, 1), p.xy); }
@fragment fn fs(in: Out) -> @location(0) vec4f { return tint * textureSample(tex, samp, in.uv); }
""")
(render-pipeline :name pipe :layout auto
  (vertex :module code (vertex-buffer :array-stride 12 (attribute :shader-location 0 :offset 0 :format float32x3)))
  (fragment :module code (target :format rgba8unorm))
  (primitive :topology triangle-list)
  (depth-stencil :format depth24plus :depth-write-enabled true :depth-compare less))
(bind-group :name group :layout pipe
  (entry :binding 0 :buffer tint) (entry :binding 1 :texture-view seen) (entry :binding 2 :sampler smooth))
(render-pass :name work :pipeline pipe :vertex-buffers [corner] :index-buffer order :bind-groups [group]
  (color-attachment :view image :load-op clear :store-op store)
  (depth-stencil-attachment :view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1)
  (draw :vertex-count 3)
  (draw-indexed :index-count 3))
(frame :name main :perform [work])
`;

// The same layout written out, and two groups.
const EXPLICIT = `
(texture :name image :size [16 16] :format rgba8unorm :usage [render-attachment])
(texture :name checker :size [8 8] :format rgba8unorm :usage [texture-binding])
(texture :name canvas-like :size [8 8] :format rgba8unorm :usage [storage-binding])
(sampler :name smooth :mag-filter linear :min-filter linear)
(buffer :name tint :size 1024 :usage [uniform])
(buffer :name table :size 1024 :usage [storage])
(bind-group-layout :name first
  (entry :binding 0 :visibility [vertex fragment] (buffer :type uniform))
  (entry :binding 1 :visibility [fragment] (texture :sample-type float :view-dimension 2d))
  (entry :binding 2 :visibility [fragment] (sampler :type filtering)))
(bind-group-layout :name second
  (entry :binding 0 :visibility [fragment] (buffer :type read-only-storage))
  (entry :binding 1 :visibility [fragment] (storage-texture :format rgba8unorm :access write-only)))
(pipeline-layout :name both :bind-group-layouts [first second])
(shader-module :name code :code """
@group(0) @binding(0) var<uniform> tint: vec4f;
@group(0) @binding(1) var tex: texture_2d<f32>;
@group(0) @binding(2) var samp: sampler;
@group(1) @binding(0) var<storage, read> table: array<f32>;
@group(1) @binding(1) var target0: texture_storage_2d<rgba8unorm, write>;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return tint * f32(i); }
@fragment fn fs(@builtin(position) at: vec4f) -> @location(0) vec4f {
  textureStore(target0, vec2u(0), tint);
  return tint * table[0] * textureSample(tex, samp, at.xy);
}
""")
(render-pipeline :name pipe :layout both (vertex :module code) (fragment :module code (target :format rgba8unorm)))
(bind-group :name one :layout first
  (entry :binding 0 :buffer tint) (entry :binding 1 :texture checker) (entry :binding 2 :sampler smooth))
(bind-group :name two :layout second (entry :binding 0 :buffer table) (entry :binding 1 :texture canvas-like))
(render-pass :name work :pipeline pipe :bind-groups [one two]
  (color-attachment :view image :load-op clear :store-op store)
  (draw :vertex-count 3))
(frame :name main :perform [work])
`;

// Four samples, two targets and no depth; resolved in a second pass.
const SAMPLES = `
(texture :name many :size [16 16] :format rgba8unorm :usage [render-attachment] :sample-count 4)
(texture :name more :size [16 16] :format rgba8unorm :usage [render-attachment] :sample-count 4)
(texture :name flat :size [16 16] :format rgba8unorm :usage [render-attachment copy-src])
(texture :name target :size [16 16] :format rgba8unorm :usage [copy-dst])
(shader-module :name code :code """
struct Out { @location(0) a: vec4f, @location(1) b: vec4f }
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i)); }
@fragment fn fs() -> Out { return Out(vec4f(1), vec4f(2)); }
@fragment fn fs1() -> @location(0) vec4f { return vec4f(1); }
""")
(render-pipeline :name two :layout auto (vertex :module code)
  (fragment :module code :entry fs (target :format rgba8unorm) (target :format rgba8unorm)) (multisample :count 4))
(render-pipeline :name one :layout auto (vertex :module code)
  (fragment :module code :entry fs1 (target :format rgba8unorm)) (multisample :count 4))
(render-pass :name pair :pipeline two
  (color-attachment :view many :load-op clear :store-op store)
  (color-attachment :view more :load-op clear :store-op store)
  (draw :vertex-count 3))
(render-pass :name single :pipeline one
  (color-attachment :view many :resolve-target flat :load-op load :store-op discard)
  (draw :vertex-count 3))
(queue :name copies (copy-texture-to-texture (source :texture flat) (destination :texture target)))
(frame :name main :perform [pair single copies])
`;

// A compute pass over a slice, an indirect dispatch, a readback.
const COMPUTING = `
(buffer :name numbers :size 1024 :usage [storage copy-src])
(buffer :name other :size 1024 :usage [storage copy-dst])
(buffer :name counts :size 256 :usage [uniform])
(buffer :name arguments :size 32 :usage [indirect copy-dst])
(buffer :name readback :size 64 :usage [map-read copy-dst])
(texture :name picture :size [8 8] :format rgba8unorm :usage [storage-binding texture-binding])
(shader-module :name code :code """
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@group(0) @binding(1) var<uniform> counts: array<vec4u, 4>;
@group(0) @binding(2) var<storage, read> other: array<u32, 16>;
@group(0) @binding(3) var picture: texture_storage_2d<rgba8unorm, write>;
var<workgroup> shared_one: array<u32, 64>;
@compute @workgroup_size(8, 8, 1) fn main(@builtin(local_invocation_index) i: u32) {
  shared_one[i] = i;
  numbers[i] = shared_one[i] + counts[0].x + other[i & 15u];
  textureStore(picture, vec2u(i), vec4f(1));
}
""")
(compute-pipeline :name pipe :layout auto (compute :module code))
(bind-group :name group :layout pipe
  (entry :binding 0 :buffer numbers :offset 256 :size 512)
  (entry :binding 1 :buffer counts)
  (entry :binding 2 :buffer other)
  (entry :binding 3 :texture picture))
(compute-pass :name work :pipeline pipe :bind-groups [group]
  (dispatch :workgroups [4 1 1])
  (dispatch-indirect :buffer arguments :offset 4))
(queue :name before (write-buffer :buffer other :data zeros :offset 16) (write-buffer :buffer arguments :data ones))
(data :name zeros :float32 [0 0 0 0])
(data :name ones :float32 [0 0 0 0])
(queue :name after (copy-buffer-to-buffer :source numbers :source-offset 16 :destination readback :destination-offset 8 :size 48))
(frame :name main :before [before] :perform [work after])
`;

// Occlusion and timestamp queries, indirect draws, a bundle.
const QUERIES = `
(texture :name image :size [16 16] :format rgba8unorm :usage [render-attachment])
(query-set :name seen :type occlusion :count 4)
(query-set :name times :type timestamp :count 4)
(buffer :name results :size 1024 :usage [query-resolve copy-src])
(buffer :name readback :size 32 :usage [map-read copy-dst])
(buffer :name arguments :size 64 :usage [indirect])
(buffer :name order :size 12 :usage [index] :index-format uint32)
(shader-module :name code :code """
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i)); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }
""")
(render-pipeline :name pipe :layout auto (vertex :module code) (fragment :module code (target :format rgba8unorm)))
(render-bundle :name recorded :pipeline pipe :color-formats [rgba8unorm] (draw :vertex-count 3))
(render-pass :name work :pipeline pipe :occlusion-query-set seen :index-buffer order
  :viewport [0 0 16 16 0 1] :scissor-rect [0 0 16 16] :execute-bundles [recorded]
  (color-attachment :view image :load-op clear :store-op store)
  (timestamp-writes :query-set times :beginning-of-pass-write-index 0 :end-of-pass-write-index 1)
  (occlusion-query :query-index 1 (draw :vertex-count 3))
  (occlusion-query :query-index 2 (draw-indirect :buffer arguments :offset 16))
  (draw-indexed-indirect :buffer arguments :offset 44))
(queue :name after
  (resolve-query-set :query-set seen :first-query 1 :query-count 2 :destination results :destination-offset 256)
  (copy-buffer-to-buffer :source results :source-offset 256 :destination readback :size 16))
(frame :name main :perform [work after])
`;

const bases = { DRAWING, EXPLICIT, SAMPLES, COMPUTING, QUERIES };

// base: [name, [words, other words]...]; every pair must be found.
const edits = {
  DRAWING: [
    // createTexture
    ['a texture wider than the device allows', ['checker :size [8 8]', 'checker :size [8193 8]']],
    ['more layers than the device allows', ['checker :size [8 8]', 'checker :size [8 8 257]']],
    ['more mip levels than the size has', ['checker :size [8 8]', 'checker :mip-level-count 5 :size [8 8]']],
    ['a 1d texture of height 8', ['checker :size [8 8]', 'checker :dimension 1d :size [8 8]']],
    ['a 3d texture of a depth format', ['depth :size [16 16]', 'depth :dimension 3d :size [16 16]']],
    ['a storage texture of an srgb format', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding', 'checker :size [8 8] :format rgba8unorm-srgb :usage [storage-binding texture-binding']],
    ['a format that cannot be rendered to', ['image :size [16 16] :format rgba8unorm', 'image :size [16 16] :format rgb9e5ufloat']],
    ['three samples', ['image :size [16 16]', 'image :sample-count 3 :size [16 16]']],
    ['a multisampled texture that is no attachment', ['checker :size [8 8]', 'checker :sample-count 4 :size [8 8]']],
    ['a 1d texture as wide as the canvas', ['checker :size [8 8]', 'checker :dimension 1d :size canvas']],
    ['a 1d texture of two levels', ['checker :size [8 8]', 'checker :dimension 1d :mip-level-count 2 :size [8]']],
    ['a 3d texture that is too deep', ['checker :size [8 8]', 'checker :dimension 3d :size [8 8 2049]']],
    ['a multisampled storage texture', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding', 'checker :sample-count 4 :size [8 8] :format rgba8unorm :usage [storage-binding texture-binding render-attachment']],
    ['a depth format as storage', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding', 'checker :size [8 8] :format depth32float :usage [storage-binding texture-binding']],
    // createView
    ['a cube view of the canvas', ['checker :size [8 8]', 'checker :size canvas'], [':texture checker :dimension 2d', ':texture checker :dimension cube']],
    ['a 2d view of two layers', ['checker :size [8 8]', 'checker :size [8 8 2]'], [':texture checker :dimension 2d', ':texture checker :dimension 2d :array-layer-count 2']],
    ['a cube that is not square', ['checker :size [8 8]', 'checker :size [8 4 6]'], [':texture checker :dimension 2d', ':texture checker :dimension cube'], ['texture_2d<f32>', 'texture_cube<f32>'], ['samp, in.uv)', 'samp, in.uv.xyy)']],
    ['a cube array of seven layers', ['checker :size [8 8]', 'checker :size [8 8 7]'], [':texture checker :dimension 2d', ':texture checker :dimension cube-array']],
    ['a 3d view of a second layer', ['checker :size [8 8]', 'checker :dimension 3d :size [8 8 2]'], [':texture checker :dimension 2d', ':texture checker :dimension 3d :base-array-layer 1']],
    ['a view of no mip level', ['checker :size [8 8]', 'checker :mip-level-count 2 :size [8 8]'], [':texture checker :dimension 2d', ':texture checker :base-mip-level 1 :mip-level-count 2']],
    ['a cube view of one layer', [':texture checker :dimension 2d', ':texture checker :dimension cube']],
    ['a 3d view of a 2d texture', [':texture checker :dimension 2d', ':texture checker :dimension 3d']],
    ['a view past the last mip level', [':texture checker :dimension 2d', ':texture checker :base-mip-level 1']],
    ['a view past the last layer', [':texture checker :dimension 2d', ':texture checker :base-array-layer 1']],
    ['a depth view of a color texture', [':texture checker :dimension 2d', ':texture checker :aspect depth-only']],
    ['a view of another format', [':texture checker :dimension 2d', ':texture checker :format rgba8uint']],
    // createSampler
    ['anisotropy without linear filters', ['smooth :mag-filter linear', 'smooth :max-anisotropy 4 :mag-filter nearest']],
    ['lod clamps in the wrong order', ['smooth :mag-filter linear', 'smooth :lod-min-clamp 4 :lod-max-clamp 2 :mag-filter linear']],
    // createBuffer
    ['a buffer larger than the device allows', ['tint :size 16', 'tint :size 268435460']],
    ['map-read beside uniform', ['[uniform copy-dst]', '[uniform map-read copy-dst]']],
    // createRenderPipeline: vertex
    ['a location that no attribute provides', [':shader-location 0', ':shader-location 1']],
    ['an attribute of integers for floats', [':format float32x3', ':format uint32x3']],
    ['an attribute past the stride', [':offset 0', ':offset 4']],
    ['an attribute at an odd offset', [':offset 0 :format float32x3', ':offset 1 :format float32x2']],
    ['a stride above the limit', [':array-stride 12', ':array-stride 2052']],
    ['two attributes at one location', ['(attribute ', '(attribute :shader-location 0 :offset 0 :format float32) (attribute ']],
    ['a location beyond the last', ['(attribute ', '(attribute :shader-location 16 :offset 0 :format float32) (attribute ']],
    // createRenderPipeline: between stages
    ['a fragment input of another type', ['uv: vec2f }', 'uv: vec2f } struct In { @location(0) uv: vec3f }'], ['fs(in: Out)', 'fs(in: In)'], ['in.uv)', 'in.uv.xy)']],
    ['a fragment input that nothing writes', ['uv: vec2f }', 'uv: vec2f } struct In { @location(1) uv: vec2f }'], ['fs(in: Out)', 'fs(in: In)']],
    ['a fragment input interpolated otherwise', ['uv: vec2f }', 'uv: vec2f } struct In { @location(0) @interpolate(linear) uv: vec2f }'], ['fs(in: Out)', 'fs(in: In)']],
    // createRenderPipeline: fragment
    ['a target of integers', ['(target :format rgba8unorm)', '(target :format rgba8uint)'], ['image :size [16 16] :format rgba8unorm', 'image :size [16 16] :format rgba8uint']],
    ['a target that is not written', ['-> @location(0) vec4f { return', '-> @location(1) vec4f { return'], ['(target :format rgba8unorm)', '(target :format rgba8unorm) (target :format rgba8unorm)']],
    ['three components for four', ['-> @location(0) vec4f { return tint *', '-> @location(0) vec3f { return tint.xyz *'], ['in.uv);', 'in.uv).xyz;']],
    ['blending of integers', ['(target :format rgba8unorm)', '(target :format rgba8uint (blend (color) (alpha)))'], ['image :size [16 16] :format rgba8unorm', 'image :size [16 16] :format rgba8uint'], ['-> @location(0) vec4f { return tint *', '-> @location(0) vec4u { return vec4u(tint *'], ['in.uv);', 'in.uv));']],
    ['min with a factor', ['(target :format rgba8unorm)', '(target :format rgba8unorm (blend (color :operation min :src-factor src :dst-factor one) (alpha)))']],
    ['a second source without an output', ['(target :format rgba8unorm)', '(target :format rgba8unorm (blend (color :src-factor src1) (alpha)))']],
    // createRenderPipeline: primitive, depth, multisample
    ['a strip format on a list', ['triangle-list', 'triangle-list :strip-index-format uint16']],
    ['indexed strips without a format', ['triangle-list', 'triangle-strip']],
    ['strips of another index format', ['triangle-list', 'triangle-strip :strip-index-format uint16']],
    ['depth bias of lines', ['triangle-list', 'line-list'], [':depth-compare less', ':depth-compare less :depth-bias 1']],
    ['depth state of a color format', ['(depth-stencil :format depth24plus', '(depth-stencil :format rgba8unorm']],
    ['no word on depth writes', [':depth-write-enabled true', '']],
    ['no comparison although depth is written', [':depth-compare less', '']],
    ['stencil state without stencil', [':depth-compare less', ':depth-compare less (stencil-front :compare less)']],
    ['three samples of a pipeline', [':depth-compare less)', ':depth-compare less) (multisample :count 3)']],
    ['coverage from alpha with one sample', [':depth-compare less)', ':depth-compare less) (multisample :alpha-to-coverage-enabled true)']],
    ['frag_depth without depth', ['(depth-stencil :format depth24plus :depth-write-enabled true :depth-compare less)', ''], ['(depth-stencil-attachment :view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1)', ''], ['@fragment fn fs(in: Out) -> @location(0) vec4f { return tint * textureSample(tex, samp, in.uv); }', 'struct Two { @location(0) c: vec4f, @builtin(frag_depth) d: f32 } @fragment fn fs(in: Out) -> Two { return Two(tint * textureSample(tex, samp, in.uv), 0.5); }']],
    // createRenderPipeline: what an automatic layout cannot hold
    ['writable storage in the vertex stage', ['var<uniform> tint: vec4f', 'var<storage, read_write> tint: vec4f'], ['[uniform copy-dst]', '[storage]'], ['vec4f(p, 1)', 'vec4f(p, 1) * tint']],
    ['two kinds of buffer at one binding', ['@group(0) @binding(1)', '@group(0) @binding(0) var<storage, read> also: vec4f; @group(0) @binding(1)'], ['[uniform copy-dst]', '[uniform storage]'], ['vec4f(p, 1)', 'vec4f(p, 1) * also']],
    ['two sample types at one binding', ['@group(0) @binding(1)', '@group(0) @binding(1) var also: texture_2d<u32>; @group(0) @binding(1)'], ['vec4f(p, 1)', 'vec4f(p, 1) * vec4f(textureLoad(also, vec2u(0), 0))']],
    ['two kinds of resource at one binding', ['@group(0) @binding(1)', '@group(0) @binding(2) var<uniform> also: vec4f; @group(0) @binding(1)'], ['vec4f(p, 1)', 'vec4f(p, 1) * also']],
    ['sixteen locations between stages and one more', ['@location(0) uv: vec2f }', `@location(0) uv: vec2f, ${Array.from({ length: 16 }, (_, i) => `@location(${i + 1}) v${i}: f32`).join(', ')} }`], ['Out(vec4f(p, 1), p.xy)', `Out(vec4f(p, 1), p.xy${', 0'.repeat(16)})`]],
    ['sixteen locations between stages and front_facing', ['@location(0) uv: vec2f }', `@location(0) uv: vec2f, ${Array.from({ length: 15 }, (_, i) => `@location(${i + 1}) v${i}: f32`).join(', ')} }`], ['Out(vec4f(p, 1), p.xy)', `Out(vec4f(p, 1), p.xy${', 0'.repeat(15)})`], ['fs(in: Out)', 'fs(in: Out, @builtin(front_facing) front: bool)'], ['return tint *', 'return f32(front) * tint *']],
    ['a location between stages beyond the last', ['@location(0) uv: vec2f }', '@location(0) uv: vec2f, @location(16) v: f32 }'], ['Out(vec4f(p, 1), p.xy)', 'Out(vec4f(p, 1), p.xy, 0)']],
    ['sixteen locations between stages for points', ['@location(0) uv: vec2f }', `@location(0) uv: vec2f, ${Array.from({ length: 15 }, (_, i) => `@location(${i + 1}) v${i}: f32`).join(', ')} }`], ['Out(vec4f(p, 1), p.xy)', `Out(vec4f(p, 1), p.xy${', 0'.repeat(15)})`], ['triangle-list', 'point-list']],
    ['sample_mask with coverage from alpha', ['@fragment fn fs(in: Out) -> @location(0) vec4f { return tint * textureSample(tex, samp, in.uv); }', 'struct Two { @location(0) c: vec4f, @builtin(sample_mask) m: u32 } @fragment fn fs(in: Out) -> Two { return Two(tint * textureSample(tex, samp, in.uv), 1); }'], [':depth-compare less)', ':depth-compare less) (multisample :count 4 :alpha-to-coverage-enabled true)'], ['image :size [16 16] :format rgba8unorm :usage [render-attachment texture-binding copy-src copy-dst]', 'image :size [16 16] :format rgba8unorm :sample-count 4 :usage [render-attachment]'], ['depth :size [16 16]', 'depth :sample-count 4 :size [16 16]']],
    ['coverage from alpha of a format without it', [':depth-compare less)', ':depth-compare less) (multisample :count 4 :alpha-to-coverage-enabled true)'], ['image :size [16 16] :format rgba8unorm :usage [render-attachment texture-binding copy-src copy-dst]', 'image :size [16 16] :format rg8unorm :sample-count 4 :usage [render-attachment]'], ['depth :size [16 16]', 'depth :sample-count 4 :size [16 16]'], ['(target :format rgba8unorm)', '(target :format rg8unorm)']],
    ['source alpha that is not there', ['(target :format rgba8unorm)', '(target :format rg8unorm (blend (color :src-factor src-alpha) (alpha)))'], ['image :size [16 16] :format rgba8unorm', 'image :size [16 16] :format rg8unorm'], ['-> @location(0) vec4f { return tint *', '-> @location(0) vec2f { return tint.xy *'], ['in.uv);', 'in.uv).xy;']],
    // createBindGroup on an automatic layout
    ['a binding that the group lacks', ['(entry :binding 2 :sampler smooth)', '']],
    ['a binding that the layout lacks', ['(entry :binding 2 :sampler smooth)', '(entry :binding 2 :sampler smooth) (entry :binding 3 :sampler smooth)']],
    ['a binding twice', ['(entry :binding 2 :sampler smooth)', '(entry :binding 2 :sampler smooth) (entry :binding 2 :sampler smooth)']],
    ['a sampler for a buffer', [':binding 0 :buffer tint', ':binding 0 :sampler smooth']],
    ['a buffer that is too small', ['tint: vec4f;', 'tint: array<vec4f, 2>;'], ['tint * textureSample', 'tint[1] * textureSample']],
    ['a buffer without usage uniform', ['[uniform copy-dst]', '[storage copy-dst]']],
    ['a texture without usage texture-binding', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding ', 'checker :size [8 8] :format rgba8unorm :usage [']],
    ['a texture of integers', ['checker :size [8 8] :format rgba8unorm', 'checker :size [8 8] :format rgba8uint']],
    ['a texture that cannot be filtered', ['checker :size [8 8] :format rgba8unorm', 'checker :size [8 8] :format rgba32float']],
    ['a comparison sampler for a plain one', ['smooth :mag-filter linear', 'smooth :compare less :mag-filter linear']],
    ['a 2d view for an array', ['texture_2d<f32>', 'texture_2d_array<f32>'], ['samp, in.uv)', 'samp, in.uv, 0)']],
    ['the depth of a depth texture for integers', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding copy-dst copy-src]', 'checker :size [8 8] :format depth24plus-stencil8 :usage [texture-binding]'], [':dimension 2d)', ':dimension 2d :aspect depth-only)'], ['texture_2d<f32>', 'texture_2d<u32>'], ['tint * textureSample(tex, samp, in.uv)', 'textureSampleLevel_(tex)'], ['@fragment', 'fn textureSampleLevel_(t: texture_2d<u32>) -> vec4f { return vec4f(textureLoad(t, vec2u(0), 0)); } @fragment'], ['(entry :binding 2 :sampler smooth)', ''], ['(entry :binding 0 :buffer tint)', '']],
    ['the stencil of a depth texture for floats', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding copy-dst copy-src]', 'checker :size [8 8] :format depth24plus-stencil8 :usage [texture-binding]'], [':dimension 2d)', ':dimension 2d :aspect stencil-only)'], ['tint * textureSample(tex, samp, in.uv)', 'textureLoad(tex, vec2u(0), 0)'], ['(entry :binding 2 :sampler smooth)', ''], ['(entry :binding 0 :buffer tint)', '']],
    ['the stencil of a depth texture for depth', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding copy-dst copy-src]', 'checker :size [8 8] :format depth24plus-stencil8 :usage [texture-binding]'], [':dimension 2d)', ':dimension 2d :aspect stencil-only)'], ['texture_2d<f32>', 'texture_depth_2d'], ['tint * textureSample(tex, samp, in.uv)', 'vec4f(textureLoad(tex, vec2u(0), 0))'], ['(entry :binding 2 :sampler smooth)', ''], ['(entry :binding 0 :buffer tint)', '']],
    ['a depth texture sampled as floats', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding copy-dst copy-src]', 'checker :size [8 8] :format depth16unorm :usage [texture-binding]']],
    ['a depth texture for a color format', ['texture_2d<f32>', 'texture_depth_2d']],
    // beginRenderPass
    ['an attachment without usage render-attachment', ['image :size [16 16] :format rgba8unorm :usage [render-attachment ', 'image :size [16 16] :format rgba8unorm :usage [']],
    ['attachments of two sizes', ['depth :size [16 16]', 'depth :size [16 8]']],
    ['attachments of two sample counts', ['depth :size [16 16]', 'depth :sample-count 4 :size [16 16]']],
    ['an attachment of two layers', ['image :size [16 16]', 'image :size [16 16 2]']],
    ['an attachment of two levels', ['image :size [16 16]', 'image :mip-level-count 2 :size [16 16]']],
    ['no depth operations', [':depth-load-op clear :depth-store-op store', '']],
    ['stencil operations without stencil', [':depth-clear-value 1', ':depth-clear-value 1 :stencil-load-op clear :stencil-store-op store']],
    ['a depth clear value above 1', [':depth-clear-value 1', ':depth-clear-value (+ 1 1)']],
    ['one texture twice in a pass', ['(color-attachment :view image :load-op clear :store-op store)', '(color-attachment :view image :load-op clear :store-op store) (color-attachment :view image :load-op clear :store-op store)'], ['(target :format rgba8unorm)', '(target :format rgba8unorm) (target :format rgba8unorm :write-mask 0)']],
    ['an attachment that is sampled', ['seen :texture checker', 'seen :texture image']],
    // setBindGroup
    ['a group of another pipeline that has more', ['(frame', '(shader-module :name bare :code """ @vertex fn vs(@location(0) p: vec3f) -> @builtin(position) vec4f { return vec4f(p, 1); } @fragment fn fs() -> @location(0) vec4f { return vec4f(1); } """) (render-pipeline :name empty :layout auto (vertex :module bare (vertex-buffer :array-stride 12 (attribute :shader-location 0 :offset 0 :format float32x3))) (fragment :module bare (target :format rgba8unorm)) (depth-stencil :format depth24plus :depth-write-enabled true :depth-compare less)) (frame'], ['work :pipeline pipe', 'work :pipeline empty']],
    ['a group of another pipeline that has less', ['(frame', '(shader-module :name bare :code """ @group(0) @binding(0) var<uniform> tint: vec4f; @vertex fn vs(@location(0) p: vec3f) -> @builtin(position) vec4f { return vec4f(p, 1); } @fragment fn fs() -> @location(0) vec4f { return tint; } """) (render-pipeline :name small :layout auto (vertex :module bare (vertex-buffer :array-stride 12 (attribute :shader-location 0 :offset 0 :format float32x3))) (fragment :module bare (target :format rgba8unorm)) (depth-stencil :format depth24plus :depth-write-enabled true :depth-compare less)) (bind-group :name less :layout small (entry :binding 0 :buffer tint)) (frame'], ['[group]', '[less]']],
    ['a group of another pipeline whose buffer is smaller', ['(frame', '(shader-module :name bare :code """ @group(0) @binding(0) var<uniform> tint: array<vec4f, 4>; @group(0) @binding(1) var tex: texture_2d<f32>; @group(0) @binding(2) var samp: sampler; @vertex fn vs(@location(0) p: vec3f) -> @builtin(position) vec4f { return vec4f(p, 1); } @fragment fn fs() -> @location(0) vec4f { return tint[2] * textureSample(tex, samp, vec2f(0)); } """) (render-pipeline :name large :layout auto (vertex :module bare (vertex-buffer :array-stride 12 (attribute :shader-location 0 :offset 0 :format float32x3))) (fragment :module bare (target :format rgba8unorm)) (depth-stencil :format depth24plus :depth-write-enabled true :depth-compare less)) (frame'], ['work :pipeline pipe', 'work :pipeline large']],
    // the pass against its pipeline
    ['another color format', ['image :size [16 16] :format rgba8unorm', 'image :size [16 16] :format rg16float']],
    ['another depth format', ['depth :size [16 16] :format depth24plus', 'depth :size [16 16] :format depth32float']],
    ['no depth attachment', ['(depth-stencil-attachment :view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1)', '']],
    ['more samples in the pipeline', [':depth-compare less)', ':depth-compare less) (multisample :count 4)']],
    // draws
    ['a missing bind group', [':bind-groups [group]', '']],
    ['a missing vertex buffer', [':vertex-buffers [corner]', '']],
    ['a missing index buffer', [':index-buffer order', '']],
    ['a vertex buffer without usage vertex', [':data corners :usage [vertex]', ':data corners :usage [storage]']],
    ['an index buffer without usage index', [':usage [index]', ':usage [storage]']],
    ['vertices past the buffer', [':vertex-count 3', ':vertex-count 4']],
    ['vertices past the buffer by their first', [':vertex-count 3', ':vertex-count 3 :first-vertex 1']],
    ['no vertices past the buffer', [':vertex-count 3', ':vertex-count 0 :first-vertex 100']],
    ['indices past the buffer', [':index-count 3', ':index-count 4']],
    ['indices past the buffer by their first', [':index-count 3', ':index-count 3 :first-index 1']],
    ['no indices past the buffer', [':index-count 3', ':index-count 0 :first-index 100']],
    ['instances past the buffer', [':array-stride 12', ':step-mode instance :array-stride 12'], ['(draw-indexed :index-count 3)', '(draw-indexed :index-count 3 :instance-count 4)']],
    ['vertices past a buffer that no attribute reads', ['(vertex-buffer :array-stride 12', '(vertex-buffer :array-stride 64) (vertex-buffer :array-stride 12'], ['[corner]', '[corner corner]']],
    ['nine vertex buffers in the pass', ['[corner]', '[corner corner corner corner corner corner corner corner corner]']],
    ['five bind groups in the pass', [':bind-groups [group]', ':bind-groups [group group group group group]']],
  ],
  EXPLICIT: [
    // createBindGroupLayout
    ['a binding twice in a layout', ['(entry :binding 1 :visibility [fragment] (texture', '(entry :binding 0 :visibility [fragment] (texture']],
    ['writable storage in the vertex stage', [':visibility [vertex fragment] (buffer :type uniform)', ':visibility [vertex fragment] (buffer :type storage)']],
    ['a writable storage texture in the vertex stage', [':visibility [fragment] (storage-texture', ':visibility [fragment vertex] (storage-texture']],
    ['a storage texture of a format that is none', ['(storage-texture :format rgba8unorm', '(storage-texture :format rgba8unorm-srgb']],
    ['a read-write storage texture of rgba8snorm', [':format rgba8unorm :access write-only', ':format rgba8snorm :access read-write']],
    ['a cube as storage texture', [':access write-only', ':access write-only :view-dimension cube']],
    ['a multisampled array', [':view-dimension 2d)', ':view-dimension 2d-array :multisampled true)']],
    ['a multisampled texture that is filtered', [':view-dimension 2d)', ':view-dimension 2d :multisampled true)']],
    // createPipelineLayout
    ['five groups', ['[first second]', '[first second first second first]']],
    ['too many samplers of a stage', ['(entry :binding 2 :visibility [fragment] (sampler :type filtering))', Array.from({ length: 17 }, (_, i) => `(entry :binding ${2 + i} :visibility [fragment] (sampler :type filtering))`).join('')]],
    ['too many uniform buffers of a stage', ['(entry :binding 2 :visibility [fragment] (sampler :type filtering))', `(entry :binding 2 :visibility [fragment] (sampler :type filtering))${Array.from({ length: 12 }, (_, i) => `(entry :binding ${3 + i} :visibility [fragment] (buffer))`).join('')}`]],
    // the layout against the shaders
    ['a stage that does not see its binding', ['[vertex fragment] (buffer', '[fragment] (buffer']],
    ['a layout of another buffer type', ['(buffer :type read-only-storage)', '(buffer :type storage)']],
    ['a layout of another sampler type', ['(sampler :type filtering)', '(sampler :type comparison)']],
    ['a layout of another sample type', [':sample-type float', ':sample-type uint']],
    ['a layout of another view dimension', [':sample-type float :view-dimension 2d', ':sample-type float :view-dimension 3d']],
    ['a layout of another texel format', ['(storage-texture :format rgba8unorm', '(storage-texture :format rgba16float']],
    ['an unfilterable texture with a filtering sampler', [':sample-type float', ':sample-type unfilterable-float']],
    ['a layout without the group', [':bind-group-layouts [first second]', ':bind-group-layouts [first]']],
    // createBindGroup
    ['a linear sampler where none may filter', ['(sampler :type filtering)', '(sampler :type non-filtering)'], [':sample-type float', ':sample-type unfilterable-float']],
    ['a slice at an odd offset', [':binding 0 :buffer tint', ':binding 0 :buffer tint :offset 64']],
    ['a slice past the end', [':binding 0 :buffer tint', ':binding 0 :buffer tint :offset 768 :size 512']],
    ['a slice that holds too little', [':binding 0 :buffer tint', ':binding 0 :buffer tint :size 8']],
    ['a uniform binding that is too large', ['tint :size 1024', 'tint :size 131072']],
    ['a storage range that is no multiple of 4', [':binding 0 :buffer table', ':binding 0 :buffer table :size 6']],
    ['a texture of too many levels for storage', ['canvas-like :size [8 8]', 'canvas-like :mip-level-count 2 :size [8 8]']],
    ['a texture without usage storage-binding', [':usage [storage-binding]', ':usage [texture-binding]']],
    ['a texture of another texel format', ['canvas-like :size [8 8] :format rgba8unorm', 'canvas-like :size [8 8] :format rgba8uint']],
    ['a multisampled texture for a plain one', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding]', 'checker :sample-count 4 :size [8 8] :format rgba8unorm :usage [texture-binding render-attachment]']],
    // the pass
    ['groups in the wrong order', ['[one two]', '[two one]']],
    ['a texture that is written and sampled', ['checker :size [8 8] :format rgba8unorm :usage [texture-binding]', 'checker :size [8 8] :format rgba8unorm :usage [texture-binding storage-binding]'], [':binding 1 :texture canvas-like', ':binding 1 :texture checker']],
    ['a texture that a group only names and that is drawn', ['image :size [16 16] :format rgba8unorm :usage [render-attachment]', 'image :size [16 16] :format rgba8unorm :usage [render-attachment texture-binding]'], ['[fragment] (sampler :type filtering))', '[fragment] (sampler :type filtering)) (entry :binding 7 :visibility [fragment] (texture))'], ['(entry :binding 2 :sampler smooth)', '(entry :binding 2 :sampler smooth) (entry :binding 7 :texture image)']],
    ['a sampler that the layout does not name comparing', ['smooth :mag-filter linear', 'smooth :compare less :mag-filter linear']],
  ],
  SAMPLES: [
    ['a multisampled depth copy', ['(queue :name copies', '(texture :name d4 :size [8 8] :format depth24plus :sample-count 4 :usage [render-attachment copy-src]) (texture :name d1 :size [8 8] :format depth24plus :usage [render-attachment copy-dst]) (queue :name copies (copy-texture-to-texture (source :texture d4) (destination :texture d1))']],
    ['a scissor beyond every canvas', ['single :pipeline one', 'single :scissor-rect [0 0 8193 1] :pipeline one']],
    ['a resolve target of another format', ['flat :size [16 16] :format rgba8unorm', 'flat :size [16 16] :format rgba8unorm-srgb']],
    ['a resolve target of another size', ['flat :size [16 16]', 'flat :size [8 16]'], ['target :size [16 16]', 'target :size [8 16]']],
    ['a resolve target of four samples', ['flat :size [16 16] :format rgba8unorm :usage [render-attachment copy-src]', 'flat :sample-count 4 :size [16 16] :format rgba8unorm :usage [render-attachment]']],
    ['a resolve target that cannot be drawn', ['flat :size [16 16] :format rgba8unorm :usage [render-attachment copy-src]', 'flat :size [16 16] :format rgba8unorm :usage [copy-src]']],
    ['a resolve of one sample', ['many :size [16 16] :format rgba8unorm :usage [render-attachment] :sample-count 4', 'many :size [16 16] :format rgba8unorm :usage [render-attachment]']],
    ['a format that has no four samples', ['many :size [16 16] :format rgba8unorm', 'many :size [16 16] :format rgba32float']],
    ['more targets than attachments', ['(color-attachment :view more :load-op clear :store-op store)', '']],
    ['more attachments than targets', ['(target :format rgba8unorm) (target :format rgba8unorm)', '(target :format rgba8unorm)'], [':entry fs (', ':entry fs1 (']],
    ['more bytes of attachments than allowed', ['many :size [16 16] :format rgba8unorm', 'many :size [16 16] :format rgba32float'], ['more :size [16 16] :format rgba8unorm', 'more :size [16 16] :format rgba32float'], ['(target :format rgba8unorm) (target :format rgba8unorm)', '(target :format rgba32float) (target :format rgba32float)']],
    ['one sample in the pipeline', ['(target :format rgba8unorm)) (multisample :count 4)', '(target :format rgba8unorm))']],
    // copyTextureToTexture
    ['a copy between formats', ['target :size [16 16] :format rgba8unorm', 'target :size [16 16] :format rgba8uint']],
    ['a copy from a texture without copy-src', ['[render-attachment copy-src]', '[render-attachment]']],
    ['a copy to a texture without copy-dst', ['[copy-dst]', '[texture-binding]']],
    ['a copy of four samples to one', ['(source :texture flat)', '(source :texture many)'], ['many :size [16 16] :format rgba8unorm :usage [render-attachment]', 'many :size [16 16] :format rgba8unorm :usage [render-attachment copy-src]']],
    ['a copy of a texture to itself', ['(destination :texture target)', '(destination :texture flat)'], ['[render-attachment copy-src]', '[render-attachment copy-src copy-dst]']],
  ],
  COMPUTING: [
    // createComputePipeline
    ['a workgroup too wide', ['@workgroup_size(8, 8, 1)', '@workgroup_size(512)']],
    ['a workgroup too deep', ['@workgroup_size(8, 8, 1)', '@workgroup_size(1, 1, 128)']],
    ['a workgroup of too many', ['@workgroup_size(8, 8, 1)', '@workgroup_size(32, 32)']],
    ['too much workgroup memory', ['array<u32, 64>', 'array<u32, 4097>']],
    ['a workgroup of size 0', ['@workgroup_size(8, 8, 1)', '@workgroup_size(size)'], ['var<workgroup>', 'override size: u32 = 0; var<workgroup>']],
    ['two variables at one binding', ['@binding(2)', '@binding(1)']],
    ['a group beyond the last', ['@group(0) @binding(2)', '@group(4) @binding(2)']],
    ['a storage texture that is read and written by a format without it', ['texture_storage_2d<rgba8unorm, write>', 'texture_storage_2d<rgba8snorm, read_write>'], ['picture :size [8 8] :format rgba8unorm', 'picture :size [8 8] :format rgba8snorm']],
    // createBindGroup
    ['a slice at an offset of 128', [':offset 256 :size 512', ':offset 128 :size 512']],
    ['a slice from the very end', [':offset 256 :size 512', ':offset 1024']],
    ['an array longer than its buffer', ['counts :size 256', 'counts :size 48']],
    ['a storage buffer without the usage', ['other :size 1024 :usage [storage copy-dst]', 'other :size 1024 :usage [uniform copy-dst]']],
    // dispatch
    ['too many workgroups', ['[4 1 1]', '[65536 1 1]']],
    ['arguments at an odd offset', [':offset 4)', ':offset (+ 1 1))']],
    ['arguments past the buffer', [':offset 4)', ':offset 24)']],
    ['arguments without usage indirect', ['[indirect copy-dst]', '[storage copy-dst]']],
    ['one buffer read and written', [':binding 2 :buffer other', ':binding 2 :buffer numbers']],
    ['arguments that the dispatch writes', ['[storage copy-src]', '[storage copy-src indirect]'], ['(dispatch-indirect :buffer arguments', '(dispatch-indirect :buffer numbers']],
    ['a group that is not set', [':bind-groups [group]', '']],
    // writeBuffer
    ['a write past the end', ['zeros :offset 16', 'zeros :offset 1012']],
    ['a write at an odd offset', ['zeros :offset 16', 'zeros :offset (+ 1 1)']],
    ['a write without copy-dst', ['other :size 1024 :usage [storage copy-dst]', 'other :size 1024 :usage [storage]']],
    // copyBufferToBuffer
    ['a copy past the source', [':source-offset 16', ':source-offset 1000']],
    ['a copy past the destination', [':destination-offset 8', ':destination-offset 32']],
    ['a copy of an odd size', [':size 48', ':size (+ 1 1)']],
    ['a copy from a buffer without copy-src', ['numbers :size 1024 :usage [storage copy-src]', 'numbers :size 1024 :usage [storage]']],
    ['a copy to a buffer without copy-dst', ['[map-read copy-dst]', '[map-read]']],
    ['a copy within a buffer', [':destination readback', ':destination numbers'], ['[storage copy-src]', '[storage copy-src copy-dst]']],
    // what an automatic layout cannot give
    ['too many storage textures of a stage', ['var<workgroup>', `${Array.from({ length: 4 }, (_, i) => `@group(1) @binding(${i}) var s${i}: texture_storage_2d<rgba8unorm, write>;`).join('')} var<workgroup>`], ['shared_one[i] = i;', `shared_one[i] = i;${Array.from({ length: 4 }, (_, i) => `textureStore(s${i}, vec2u(0), vec4f(1));`).join('')}`], ['(compute-pass', `${Array.from({ length: 4 }, (_, i) => `(texture :name t${i} :size [8 8] :format rgba8unorm :usage [storage-binding])`).join('')}(bind-group :name more :layout pipe :group 1 ${Array.from({ length: 4 }, (_, i) => `(entry :binding ${i} :texture t${i})`).join('')}) (compute-pass`], ['[group]', '[group more]']],
    ['too many uniform buffers of a stage', ['var<workgroup>', `${Array.from({ length: 12 }, (_, i) => `@group(1) @binding(${i}) var<uniform> s${i}: vec4u;`).join('')} var<workgroup>`], ['shared_one[i] = i;', `shared_one[i] = i${Array.from({ length: 12 }, (_, i) => ` + s${i}.x`).join('')};`], ['(compute-pass', `(bind-group :name more :layout pipe :group 1 ${Array.from({ length: 12 }, (_, i) => `(entry :binding ${i} :buffer counts)`).join('')}) (compute-pass`], ['[group]', '[group more]']],
    ['too many sampled textures of a stage', ['var<workgroup>', `${Array.from({ length: 17 }, (_, i) => `@group(1) @binding(${i}) var s${i}: texture_2d<f32>;`).join('')} var<workgroup>`], ['shared_one[i] = i;', `shared_one[i] = i${Array.from({ length: 17 }, (_, i) => ` + textureDimensions(s${i}).x`).join('')};`], ['(compute-pass', `(texture :name sampled :size [8 8] :format rgba8unorm :usage [texture-binding]) (bind-group :name more :layout pipe :group 1 ${Array.from({ length: 17 }, (_, i) => `(entry :binding ${i} :texture sampled)`).join('')}) (compute-pass`], ['[group]', '[group more]']],
    ['a workgroup too wide by an override', ['@workgroup_size(8, 8, 1)', '@workgroup_size(size)'], ['var<workgroup>', 'override size: u32 = 512; var<workgroup>']],
    ['a workgroup of too many by an expression', ['@workgroup_size(8, 8, 1)', '@workgroup_size(size, size * 2)'], ['var<workgroup>', 'override size = 16u; var<workgroup>']],
    ['workgroup memory by an override', ['array<u32, 64>', 'array<u32, size>'], ['var<workgroup>', 'override size: u32 = 4097; var<workgroup>']],
    ['an override without a value', ['shared_one[i] = i;', 'shared_one[i] = i + size;'], ['var<workgroup>', 'override size: u32; var<workgroup>']],
    ['a storage binding that is too large', ['other :size 1024', 'other :size 134217732']],
    ['two bindings that write one slice', ['array<u32, 64>;', 'array<u32, 64>; @group(0) @binding(4) var<storage, read_write> again: array<u32>;'], ['shared_one[i] = i;', 'shared_one[i] = i; again[i] = i;'], ['(entry :binding 3 :texture picture)', '(entry :binding 3 :texture picture) (entry :binding 4 :buffer numbers :offset 512 :size 256)']],
    ['a storage texture that is read and written', ['array<u32, 64>;', 'array<u32, 64>; @group(0) @binding(4) var again: texture_2d<f32>;'], ['shared_one[i] = i;', 'shared_one[i] = textureDimensions(again).x;'], ['(entry :binding 3 :texture picture)', '(entry :binding 3 :texture picture) (entry :binding 4 :texture picture)']],
    ['too many storage buffers of a stage', ['var<workgroup>', `${Array.from({ length: 7 }, (_, i) => `@group(1) @binding(${i}) var<storage, read> s${i}: array<u32>;`).join('')} var<workgroup>`], ['shared_one[i] = i;', `shared_one[i] = i${Array.from({ length: 7 }, (_, i) => ` + s${i}[0]`).join('')};`], ['(compute-pass', `(bind-group :name more :layout pipe :group 1 ${Array.from({ length: 7 }, (_, i) => `(entry :binding ${i} :buffer other)`).join('')}) (compute-pass`], ['[group]', '[group more]']],
  ],
  QUERIES: [
    ['an occlusion query past the set', [':query-index 2', ':query-index 4']],
    ['an occlusion query twice', [':query-index 2', ':query-index 1']],
    ['occlusion in a set of timestamps', [':occlusion-query-set seen', ':occlusion-query-set times']],
    ['timestamps in a set of occlusion', ['timestamp-writes :query-set times', 'timestamp-writes :query-set seen']],
    ['a timestamp past the set', [':end-of-pass-write-index 1', ':end-of-pass-write-index 4']],
    ['both timestamps at one index', [':end-of-pass-write-index 1', ':end-of-pass-write-index 0']],
    ['queries past the set', [':first-query 1 :query-count 2', ':first-query 3 :query-count 2']],
    ['queries into a buffer without the usage', ['[query-resolve copy-src]', '[copy-dst copy-src]']],
    ['queries past the buffer', [':destination-offset 256', ':destination-offset 1024']],
    ['queries at an odd offset', [':destination-offset 256', ':destination-offset (* 2 4)']],
    ['draw arguments past the buffer', [':offset 16)', ':offset 52)']],
    ['indexed draw arguments past the buffer', [':offset 44)', ':offset 48)']],
    ['draw arguments without the usage', ['[indirect]', '[storage]']],
    ['a viewport wider than allowed', ['[0 0 16 16 0 1]', '[0 0 9000 16 0 1]']],
    ['a viewport far outside', ['[0 0 16 16 0 1]', '[16380 0 16 16 0 1]']],
    ['viewport depths in the wrong order', ['[0 0 16 16 0 1]', '[0 0 16 16 1 0]']],
    ['a viewport depth above 1', ['[0 0 16 16 0 1]', '[0 0 16 16 0 2]']],
    ['a scissor outside of the attachments', ['[0 0 16 16]', '[0 0 17 16]']],
    ['a bundle of another format', [':color-formats [rgba8unorm]', ':color-formats [rgba8uint]']],
    ['a bundle with depth', [':color-formats [rgba8unorm]', ':color-formats [rgba8unorm] :depth-stencil-format depth24plus']],
    ['a bundle of four samples', [':color-formats [rgba8unorm]', ':color-formats [rgba8unorm] :sample-count 4']],
    ['a bundle of nine formats', [':color-formats [rgba8unorm]', `:color-formats [${'rgba8unorm '.repeat(9)}]`]],
    ['a bundle of too many bytes', [':color-formats [rgba8unorm]', ':color-formats [rgba32float rgba32float rgba32float]']],
    ['a bundle of a format that cannot be drawn', [':color-formats [rgba8unorm]', ':color-formats [rgb9e5ufloat]']],
    ['a bundle that draws past its buffer', ['(render-bundle :name recorded :pipeline pipe :color-formats [rgba8unorm] (draw :vertex-count 3))', '(render-bundle :name recorded :pipeline pipe :color-formats [rgba8unorm] :index-buffer order (draw-indexed :index-count 4))']],
    ['a bundle of nine vertex buffers', [':color-formats [rgba8unorm] (draw', `:color-formats [rgba8unorm] :vertex-buffers [${'order '.repeat(9)}] (draw`], ['[index]', '[index vertex]']],
    ['a bundle whose buffer is no index buffer', ['(render-bundle :name recorded :pipeline pipe :color-formats [rgba8unorm] (draw :vertex-count 3))', '(render-bundle :name recorded :pipeline pipe :color-formats [rgba8unorm] :index-buffer arguments (draw-indexed :index-count 3))']],
    ['arguments that a shader writes in the pass', ['vec4f(1); }', 'vec4f(f32(atomicAdd(&counter, 1))); } @group(0) @binding(0) var<storage, read_write> counter: atomic<u32>;'], ['[indirect]', '[indirect storage]'], ['(render-bundle', '(bind-group :name group :layout pipe (entry :binding 0 :buffer arguments)) (render-bundle'], ['work :pipeline pipe', 'work :pipeline pipe :bind-groups [group]'], [':execute-bundles [recorded]', '']],
    ['indices that a shader writes in the pass', ['vec4f(1); }', 'vec4f(f32(atomicAdd(&counter, 1))); } @group(0) @binding(0) var<storage, read_write> counter: atomic<u32>;'], ['[index]', '[index storage]'], ['(render-bundle', '(bind-group :name group :layout pipe (entry :binding 0 :buffer order)) (render-bundle'], ['work :pipeline pipe', 'work :pipeline pipe :bind-groups [group]'], [':execute-bundles [recorded]', '']],
    ['no queries past the set', [':first-query 1 :query-count 2', ':first-query 5 :query-count 0']],
    ['a bundle of two formats', [':color-formats [rgba8unorm]', ':color-formats [rgba8unorm rgba8unorm]']],
  ],
};

// A third entry of the second group that no shader reads, and the resource that stands there.
const unread = (name, layout, entry, ...forms) => [name,
  ['(entry :binding 1 :visibility [fragment] (storage-texture', `(entry :binding 9 :visibility [fragment] ${layout}) (entry :binding 1 :visibility [fragment] (storage-texture`],
  ['(entry :binding 0 :buffer table)', `(entry :binding 0 :buffer table) (entry :binding 9 ${entry})`],
  ...(forms.length ? [['(frame ', `${forms.join(' ')} (frame `]] : [])];
const spare = (format, more = '') => `(texture :name spare :size [8 8] :format ${format} :usage [texture-binding] ${more})`;
edits.EXPLICIT.push(
  unread('an unread buffer for a texture', '(texture)', ':buffer table'),
  unread('an unread texture for a buffer', '(buffer)', ':texture checker'),
  unread('an unread sampler for a texture', '(texture)', ':sampler smooth'),
  unread('an unread buffer without the usage', '(buffer :type uniform)', ':buffer table'),
  unread('an unread storage buffer without the usage', '(buffer :type read-only-storage)', ':buffer tint'),
  unread('an unread uniform slice at an odd offset', '(buffer :type uniform)', ':buffer tint :offset 64'),
  unread('an unread texture of integers', '(texture)', ':texture spare', spare('rgba8uint')),
  unread('an unread texture of floats', '(texture :sample-type uint)', ':texture spare', spare('rgba8unorm')),
  unread('an unread texture that cannot be filtered', '(texture)', ':texture spare', spare('rgba32float')),
  unread('an unread depth texture of a color format', '(texture :sample-type depth)', ':texture spare', spare('rgba8unorm')),
  unread('an unread texture of several layers', '(texture)', ':texture spare', '(texture :name spare :size [8 8 2] :format rgba8unorm :usage [texture-binding])'),
  unread('an unread 3d texture', '(texture)', ':texture spare', '(texture :name spare :dimension 3d :size [8 8 2] :format rgba8unorm :usage [texture-binding])'),
  unread('an unread multisampled texture', '(texture)', ':texture spare', '(texture :name spare :sample-count 4 :size [8 8] :format rgba8unorm :usage [texture-binding render-attachment])'),
  unread('an unread texture of one sample', '(texture :multisampled true :sample-type unfilterable-float)', ':texture spare', spare('rgba8unorm')),
  unread('an unread texture without the usage', '(texture)', ':texture spare', '(texture :name spare :size [8 8] :format rgba8unorm :usage [copy-dst])'),
  unread('an unread storage texture of another format', '(storage-texture :format rgba8uint)', ':texture spare', '(texture :name spare :size [8 8] :format rgba8unorm :usage [storage-binding])'),
  unread('an unread storage texture without the usage', '(storage-texture :format rgba8unorm)', ':texture spare', spare('rgba8unorm')),
  unread('an unread storage texture of two levels', '(storage-texture :format rgba8unorm)', ':texture spare', '(texture :name spare :mip-level-count 2 :size [8 8] :format rgba8unorm :usage [storage-binding])'),
  unread('an unread storage texture of two layers', '(storage-texture :format rgba8unorm)', ':texture spare', '(texture :name spare :size [8 8 2] :format rgba8unorm :usage [storage-binding])'),
  unread('an unread comparison sampler', '(sampler)', ':sampler spare', '(sampler :name spare :compare less)'),
  unread('an unread linear sampler', '(sampler :type non-filtering)', ':sampler smooth'),
  unread('an unread view of both aspects', '(texture :sample-type depth)', ':texture spare', spare('depth24plus-stencil8')),
  unread('an unread view of stencil', '(texture :sample-type depth)', ':texture-view spares', spare('depth24plus-stencil8'), '(texture-view :name spares :texture spare :aspect stencil-only)'),
  unread('an unread uniform binding that is too large', '(buffer :type uniform)', ':buffer spare', '(buffer :name spare :size 131072 :usage [uniform])'),
);

function edited(text, changes, name) {
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name}: nothing to change at ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Programs on which the two differ, each for a reason of known.mjs. */
const differing = {
  QUERIES: [
    ['a scissor that this canvas does not hold', ['(texture :name image :size [16 16]', '(texture :name image :size canvas'], ['[0 0 16 16]', '[0 0 16 600]']],
  ],
  COMPUTING: [
    ['a WebAssembly function that points outside', ['(queue :name before', '(wasm-call :name lost :file "docs/examples/wobble.wasm" :func wobble :returns "f32" :args [time-total canvas-width]) (queue :name more (write-buffer :buffer other :data lost)) (queue :name before'], [':before [before]', ':before [before more]']],
    ['a readback of no bytes', ['readback :size 64', 'readback :size 0'], [':destination-offset 8 :size 48', ':size 0']],
  ],
};

/** Programs that both must take. */
export const rightPrograms = Object.entries(bases).map(([name, text]) => ({ name, text }));

const made = (table) => Object.entries(table).flatMap(([base, list]) =>
  list.map(([name, ...changes]) => ({ name: `${base}: ${name}`, text: edited(bases[base], changes, name) })));

/** Programs that both must refuse. */
export const wrongPrograms = made(edits);

export const differingPrograms = made(differing);
