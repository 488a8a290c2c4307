// The contact sheet of samples: what it writes and prints, and how it looks.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasCompiler, root } from './site.js';

const sheet = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(root, 'web/scripts/build-sheet.mjs'), ...args]);

describe.skipIf(!hasCompiler)('the contact sheet', () => {
  const out = mkdtempSync(join(tmpdir(), 'pngine-sheet-test-'));

  it('shows pictures, or the numbers of what draws none, and lists the sizes', async () => {
    const { stdout, stderr } = await sheet(out, 'plasma', 'collatz');
    expect(stderr).toContain('1 of 2, collatz');
    const [, collatz = '', plasma = ''] = stdout.split('\n');
    expect(collatz).toMatch(/^collatz +1,\d{3} +Collatz search$/);
    expect(plasma).toMatch(/^plasma +1,\d{3} +\d+,\d{3} +Plasma$/);
    expect(plasma).toContain(statSync(join(out, 'plasma.png')).size.toLocaleString('en'));
    const html = readFileSync(join(out, 'index.html'), 'utf8');
    expect(html).toContain('<dt>slowest start</dt><dd>106239</dd>');
    expect(html.match(/<img [^>]*src="([^"]*)"/g)).toHaveLength(1);
  }, 120000);

  it('is light or dark as the system says, or as the button says, and fits', async () => {
    const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox'] });
    const ground = 'getComputedStyle(document.body).backgroundColor';
    for (const width of [360, 1400]) {
      const page = await browser.newPage({ colorScheme: 'light', viewport: { width, height: 700 } });
      await page.goto(pathToFileURL(join(out, 'index.html')).href);
      const light = await page.evaluate(ground);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await page.evaluate(ground);
      expect(dark).not.toBe(light);
      const button = page.locator('button');
      for (const [theme, color] of [['light', light], ['dark', dark], ['system', dark]]) {
        await button.click();
        expect([await button.textContent(), await page.evaluate(ground)]).toEqual([`Theme: ${theme}`, color]);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.evaluate('[...document.images].every((image) => image.naturalWidth === 640)')).toBe(true);
    }
    await browser.close();
    for (const theme of ['light', 'dark']) expect(readFileSync(join(out, `sheet-${theme}.png`)).readUInt32BE(16)).toBe(1400);
    rmSync(out, { recursive: true });
  }, 60000);

  it('names the samples when there is none of a name', async () => {
    await expect(sheet(out, 'plasmo')).rejects.toMatchObject({ stderr: expect.stringMatching(/there is no sample 'plasmo'; there are .*plasma/) });
  });
});
