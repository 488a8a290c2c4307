// A PNG of the real compiler in Chromium, in both players.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLATZ, compile, compilerMissing } from '../support/compiled.js';
import { Harness } from './harness.js';

describe.skipIf(compilerMissing())('the Collatz search', () => {
  const harness = new Harness();
  beforeAll(async () => {
    await harness.start();
    harness.files.set('/collatz.png', compile(COLLATZ));
  });
  afterAll(() => harness.stop());

  for (const player of ['pngine.js', 'pngine-compute.js']) {
    it(`gives its four numbers in ${player}`, async () => {
      const page = await harness.page();
      const numbers = await page.evaluate(`import('/${player}').then((m) => new Promise((done, failed) => {
        m.pngine('/collatz.png', { canvas: document.createElement('canvas'), onQueryResult: done, onError: failed }).catch(failed);
      }))`);
      expect(numbers).toEqual([131072, 106239, 353, 14457822]);
    });
  }
});
