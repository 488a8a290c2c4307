// A PNG of the real compiler in Chromium, in both players.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLATZ, bundle, compile, compilerMissing } from '../support/compiled.js';
import { Harness } from './harness.js';

describe.skipIf(compilerMissing())('the Collatz search', () => {
  const harness = new Harness();
  beforeAll(async () => {
    await harness.start();
    harness.files.set('/collatz.png', compile(COLLATZ));
    harness.files.set('/collatz.zip', bundle(COLLATZ));
  });
  afterAll(() => harness.stop());

  for (const [player, file] of [['pngine.js', 'collatz.png'], ['pngine-compute.js', 'collatz.png'], ['pngine.js', 'collatz.zip']]) {
    it(`gives its four numbers in ${player} from ${file}`, async () => {
      const page = await harness.page();
      const numbers = await page.evaluate(`import('/${player}').then((m) => new Promise((done, failed) => {
        m.pngine('/${file}', { canvas: document.createElement('canvas'), onQueryResult: done, onError: failed }).catch(failed);
      }))`);
      expect(numbers).toEqual([131072, 106239, 353, 14457822]);
    });
  }
});
