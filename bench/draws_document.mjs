// The program of the benchmarks of many draws, native and in the browser: one pass, one pipeline, a draw per triangle.
export const kDraws = 500;

export const drawShader = `
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) n: u32) -> @builtin(position) vec4f {
  return vec4f(f32(i & 1u) * 0.01 + f32(n % 20u) * 0.05, f32(i >> 1u) * 0.01 + f32(n / 20u) * 0.04, 0.0, 1.0);
}
@fragment fn fs() -> @location(0) vec4f { return vec4f(1.0, 0.5, 0.2, 1.0); }
`;

/** The text of the document. */
export function drawsDocument() {
  const draws = Array.from({ length: kDraws }, (_, i) => `  (draw :vertex-count 3 :first-instance ${i})`).join('\n');
  return `(shader-module :name code :code """${drawShader}""")
(render-pipeline :name pipe :layout auto (vertex :module code) (fragment :module code (target :format preferred-canvas-format)))
(render-pass :name draw :pipeline pipe (color-attachment :view context-current-texture :load-op clear :store-op store)
${draws})
(frame :name main :perform [draw])
`;
}
