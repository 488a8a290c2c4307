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
