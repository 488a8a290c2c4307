// A PNG of the real compiler, played on SwiftShader.
import { beforeAll, describe, expect, it } from 'vitest';
import { extractBytecode } from '../../src/index.js';
import { COLLATZ, compile, compilerMissing } from '../support/compiled.js';
import { install } from '../support/device.js';
import { TestHost } from '../support/host.js';

describe.skipIf(compilerMissing())('the Collatz search', () => {
  beforeAll(() => install('swiftshader'));

  it('finds the record holder below 131072', async () => {
    const host = new TestHost();
    await host.start(await extractBytecode(compile(COLLATZ)));
    const { bytes: { buffer: bytes }, name } = await host.readback();
    expect(Array.from(new BigUint64Array(bytes), Number)).toEqual([131072, 106239, 353, 14457822]);
    expect(name).toBe('readback');
    expect(host.errors).toEqual([]);
    await host.stop();
  });
});

describe.skipIf(compilerMissing())('an extension that the device lacks', () => {
  beforeAll(() => install('swiftshader'));

  it('is named with its place in the module', async () => {
    const host = new TestHost();
    await host.start(await extractBytecode(compile(`
(shader-module :name twoOutputs :code """
enable dual_source_blending;
@vertex fn vs() -> @builtin(position) vec4f { return vec4f(0.0, 0.0, 0.0, 1.0); }
struct Out { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }
@fragment fn fs() -> Out { return Out(vec4f(0.2), vec4f(0.4)); }
""")
(texture :name layer :size [4 4] :format rgba8unorm :usage [render-attachment])
(render-pipeline :name blended :layout auto
  (vertex :module twoOutputs)
  (fragment :module twoOutputs
    (target :format rgba8unorm (blend (color :src-factor one :dst-factor src1 :operation add) (alpha :src-factor one :dst-factor zero :operation add)))))
(render-pass :name draw :pipeline blended
  (color-attachment :view layer :load-op clear :store-op store :clear-value [1 1 1 1])
  (draw :vertex-count 3))
(frame :name main :perform [draw])`)));
    const errors = host.errors.map((e) => `${e.code}: ${e.message}`);
    // Where the device has it there is nothing to say.
    if (errors.length) expect(errors.join('\n')).toMatch(/shader: .*line 2 column 8.*dual_source_blending/);
    await host.stop();
  });
});
