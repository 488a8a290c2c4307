// The page of the Collatz sample in Chromium: playing, reading, keyboard, themes, widths, and nothing from elsewhere.
// PNGINE_SHOTS=FOLDER keeps screenshots of every look.
import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Site } from './site.js';

const site = new Site();
const PATH = 'samples/collatz/';
const NUMBERS = ['131072', '106239', '353', '14457822', '110.30'];

beforeAll(() => site.start(), 120000);
afterAll(() => site.stop());

const shown = (page: Page): Promise<string[]> => page.locator('.lanes:not([hidden]) dd').allTextContents();
const arrived = (page: Page): Promise<unknown> => page.waitForSelector('.lanes:not([hidden])', { timeout: 20000 });
const message = (page: Page): Promise<string> => page.locator('.message').innerText();

describe('playing', () => {
  it('shows nothing before, and four labelled numbers with their mean after Play', async () => {
    const page = await site.page(PATH);
    expect(await shown(page)).toEqual([]);
    expect(await message(page)).toBe('');
    const box = await page.locator('.frame').boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.6, 1);
    await page.getByRole('button', { name: 'Play' }).click();
    await arrived(page);
    expect(await shown(page)).toEqual(NUMBERS);
    expect(await page.locator('.lanes dt').allTextContents())
      .toEqual(['starts searched', 'slowest start', 'its steps', 'steps in all', 'mean steps per start']);
    expect(await message(page)).toBe('');
    expect(page.workers()).toHaveLength(1);
    // Live region that was there before the numbers came.
    expect(await page.locator('[aria-live=polite] .lanes').count()).toBe(1);
  });

  it('runs again', async () => {
    const page = await site.page(PATH);
    await page.getByRole('button', { name: 'Play' }).click();
    await arrived(page);
    await page.locator('.lanes dd').first().evaluate((item) => { item.textContent = 'old'; });
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForFunction(() => document.querySelector('.lanes dd')?.textContent !== 'old');
    expect(await shown(page)).toEqual(NUMBERS);
  });

  it('shows what comes back, whatever it is', async () => {
    // A page of its own with another program's numbers: five lanes instead of four.
    const page = await site.page(PATH, {}, (p) => p.route('**/pngine-compute.js', (route) => route.fulfill({
      contentType: 'text/javascript',
      body: 'export const pngine = async (file, o) => (setTimeout(o.onQueryResult, 0, [8, 2, 3, 20, 77]), {}); export const destroy = () => {};',
    })));
    await page.getByRole('button', { name: 'Play' }).click();
    await arrived(page);
    expect(await shown(page)).toEqual(['8', '2', '3', '20', '2.50', '77']);
    expect(await page.locator('.lanes dt').last().textContent()).toBe('lane 4');
  });

  it('gives the file as it is', async () => {
    const page = await site.page(PATH);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download PNG' }).click()]);
    expect(download.suggestedFilename()).toBe('collatz.png');
    expect(readFileSync(await download.path()).toString('hex')).toBe(site.file(`${PATH}collatz.png`).toString('hex'));
  });
});

describe('a sample that draws', () => {
  /** Color in the middle of the frame, as it is shown. */
  const color = async (page: Page): Promise<number[]> => {
    const picture = (await page.locator('.frame').screenshot()).toString('base64');
    const reader = await site.page('', {}, (p) => p.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' })));
    return reader.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      return [...(context?.getImageData(image.width / 2, image.height / 2, 1, 1).data ?? [])];
    }, picture);
  };

  it('plays and pauses on a canvas over its poster', async () => {
    const page = await site.page('samples/orange/');
    expect(await color(page)).toEqual([255, 255, 255, 255]);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await color(page)).toEqual([255, 128, 0, 255]);
    expect(await page.locator('.poster').isVisible()).toBe(false);
    expect(await message(page)).toBe('');
  });

  it('has a page made from its folder alone, and is related to others', async () => {
    const page = await site.page('samples/orange/');
    expect(await page.locator('h1').textContent()).toBe('Orange');
    expect(await page.locator('.source .h').allTextContents()).toEqual(['render-pass', 'color-attachment', 'frame']);
    expect(await page.locator('button.fold').count()).toBe(0);
    expect(await page.locator('.text li').textContent()).toBe('Change :clear-value.');
    await page.goto(`${site.url}${PATH}`);
    expect(await page.locator('.text a', { hasText: 'Orange' }).getAttribute('href')).toBe('../orange/index.html');
  });
});

describe('when something is wrong', () => {
  it('keeps the poster and says why without WebGPU', async () => {
    const page = await site.page(PATH, {}, (p) => p.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined });
    }));
    await page.waitForSelector('.message.error');
    const text = await message(page);
    expect(text).toContain('no WebGPU');
    expect(text).toContain('pngine run collatz.png');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForSelector('.message.error');
    expect(await message(page)).toContain('no WebGPU');
    expect(await page.locator('.poster').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Download PNG' }).isVisible()).toBe(true);
    expect(await shown(page)).toEqual([]);
  });

  it('says so without an adapter', async () => {
    const page = await site.page(PATH, {}, (p) => p.addInitScript(() => {
      GPU.prototype.requestAdapter = () => Promise.resolve(null);
      Reflect.deleteProperty(window, 'Worker'); // the worker's own GPU object cannot be reached from here
    }));
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForSelector('.message.error');
    expect(await message(page)).toContain('pngine run');
    expect(await page.getByRole('button', { name: 'Play' }).isVisible()).toBe(true);
  });

  it('shows errors of the file in the frame, and Play tries again', async () => {
    let broken = true;
    const whole = site.file(`${PATH}collatz.png`);
    const page = await site.page(PATH, {}, (p) => p.route('**/collatz.png', (route) =>
      route.request().resourceType() === 'fetch' && broken ? route.fulfill({ body: whole.subarray(0, 200) }) : route.continue()));
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForSelector('.message.error');
    expect(await message(page)).toMatch(/serve the bytes as they are/);
    broken = false;
    await page.getByRole('button', { name: 'Play' }).click();
    await arrived(page);
    expect(await shown(page)).toEqual(NUMBERS);
    expect(await message(page)).toBe('');
  });

  it('shows a missing file', async () => {
    const page = await site.page(PATH, {}, (p) => p.route('**/collatz.png', (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ status: 404 }) : route.continue()));
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForSelector('.message.error');
    expect(await message(page)).toContain('404');
  });
});

describe('the source', () => {
  const source = readFileSync(new URL('../../../samples/collatz/collatz.sjon', import.meta.url), 'utf8');
  const count = source.trimEnd().split('\n').length;

  it('shows its first part, all of it, and its first part again', async () => {
    const page = await site.page(PATH);
    const button = page.getByRole('button', { name: `Show all ${count} lines` });
    const code = page.locator('.source pre');
    const folded = (await code.boundingBox())?.height ?? 0;
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    const open = (await code.boundingBox())?.height ?? 0;
    expect(open).toBeGreaterThan(3 * folded);
    expect(await code.innerText()).toBe(source);
    const less = page.getByRole('button', { name: 'Show the first part only' });
    expect(await less.getAttribute('aria-expanded')).toBe('true');
    await less.click();
    expect((await code.boundingBox())?.height).toBe(folded);
  });

  it('is the text of the file, colored in both languages', async () => {
    const page = await site.page(PATH);
    expect(await page.locator('.source code').textContent()).toBe(source);
    expect(await page.locator('.source .h').first().textContent()).toBe('define');
    expect(await page.locator('.source .a', { hasText: '@compute' }).count()).toBe(2);
  });

  it('is all there without scripts', async () => {
    const page = await site.page(PATH, { javaScriptEnabled: false });
    expect(await page.locator('.source pre').innerText()).toBe(source);
    expect(await page.locator('button:visible').count()).toBe(0);
  });
});

describe('by keyboard alone', () => {
  it('plays, unfolds and scrolls', async () => {
    const page = await site.page(PATH);
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    const tabTo = async (text: RegExp): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        if (text.test(await focused())) return;
      }
      throw new Error(`${text} cannot be reached`);
    };
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the text');
    await tabTo(/^Play$/);
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await arrived(page);
    expect(await shown(page)).toEqual(NUMBERS);
    expect(await focused()).toBe('Run again');
    await tabTo(/^Download PNG$/);
    await tabTo(/^Show all \d+ lines$/);
    await page.keyboard.press('Space');
    expect(await focused()).toBe('Show the first part only');
  });
});

describe('in every look', () => {
  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [{ width: 1280, height: 900 }, { width: 360, height: 740 }].map((viewport) => ({ colorScheme, viewport })));

  it.each(looks)('$colorScheme, $viewport.width px: fits, and can be read', async (look) => {
    const page = await site.page(PATH, { ...look, reducedMotion: 'reduce' });
    const shots = process.env['PNGINE_SHOTS'];
    const shoot = async (when: string): Promise<void> => {
      if (!shots) return;
      mkdirSync(shots, { recursive: true });
      const name = `${shots}/collatz-${look.colorScheme}-${look.viewport.width}-${when}`;
      await page.screenshot({ path: `${name}.png` });
      await page.screenshot({ path: `${name}-full.png`, fullPage: true });
    };
    await shoot('before');
    await page.getByRole('button', { name: 'Play' }).click();
    await arrived(page);
    await shoot('after');
    const fits = await page.evaluate(() => {
      const frame = document.querySelector('.frame')?.getBoundingClientRect();
      const inside = [...document.querySelectorAll('.lanes dt, .lanes dd')].every((item) => {
        const box = item.getBoundingClientRect();
        return frame && box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      });
      return { page: document.documentElement.scrollWidth <= innerWidth, inside };
    });
    expect(fits).toEqual({ page: true, inside: true });
    expect(await page.evaluate(contrasts)).toEqual([]);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it.each(['light', 'dark'] as const)('the first page and the documents fit, %s', async (colorScheme) => {
    const page = await site.page('docs/', { colorScheme, viewport: { width: 360, height: 740 } });
    const documents = await page.$$eval('main a', (links) => links.map((link) => (link as HTMLAnchorElement).href));
    for (const url of [site.url, `${site.url}docs/`, ...documents]) {
      await page.goto(url);
      expect([url, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([url, true]);
      expect([url, ...await page.evaluate(contrasts)]).toEqual([url]);
    }
  });
});

/** Runs in the page: every piece of text whose contrast with what is behind it is below 4.5 (3 when large). */
function contrasts(): string[] {
  const rgba = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: number[]): number => {
    const [r = 0, g = 0, b = 0] = color.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255];
    const color = rgba(getComputedStyle(element).backgroundColor);
    return (color[3] ?? 1) === 0 ? behind(element.parentElement) : color;
  };
  const bad = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element || !walker.currentNode.textContent?.trim() || element.closest('noscript, script')) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(rgba(style.color)), light(behind(element))].sort((x, y) => y - x);
    const ratio = ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) bad.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)} ${style.color}`);
  }
  return [...bad];
}

describe('the site', () => {
  it('lists the sample, and every link and anchor leads somewhere', async () => {
    const seen = new Set<string>();
    const missing: string[] = [];
    const anchors = new Set<string>();
    const ids = new Set<string>();
    const page = await site.page('');
    expect(await page.getByRole('link', { name: 'Collatz search' }).count()).toBe(1);
    const visit = async (url: string): Promise<void> => {
      const bare = url.replace(/#.*$/, '');
      if (seen.has(bare)) return;
      seen.add(bare);
      const response = await page.request.get(bare);
      if (!response.ok()) missing.push(bare);
      if (!response.headers()['content-type']?.startsWith('text/html')) return;
      await page.goto(bare);
      const links = await page.$$eval('a[href], img[src], link[href], script[src]', (items) => items.map((item) => {
        const own = item as HTMLAnchorElement & HTMLImageElement;
        return own.href || own.src;
      }));
      for (const id of await page.$$eval('[id]', (items) => items.map((item) => item.id))) ids.add(`${bare}#${id}`);
      for (const link of links.filter((l) => l.startsWith(site.url) && l.includes('#'))) anchors.add(decodeURIComponent(link));
      for (const link of links.filter((l) => l.startsWith(site.url))) await visit(link);
    };
    await visit(site.url);
    expect(missing).toEqual([]);
    expect([...anchors].filter((anchor) => !ids.has(anchor))).toEqual([]);
    expect(anchors.size).toBeGreaterThan(10);
    expect([...seen].filter((url) => /(collatz|orange)\.png$/.test(url))).toHaveLength(2);
  }, 60000);

  it('has one heading of the first order a page, and no order left out', async () => {
    for (const path of ['', PATH]) {
      const page = await site.page(path);
      const levels = await page.$$eval('h1, h2, h3, h4', (items) => items.map((item) => Number(item.tagName[1])));
      expect(levels.filter((n) => n === 1)).toHaveLength(1);
      levels.forEach((level, i) => expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1));
    }
  });

  it('asked no other server for anything, and did nothing that its policy forbids', () => {
    expect(site.strangers).toEqual([]);
    expect(site.complaints).toEqual([]);
  });
});
