// The built player in Chromium: numbers and pictures, worker and main thread, images, errors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { apart, chunk, pixelPng, png, zip } from '../support/payload.js';
import { Op } from '../../src/generated/commands.js';
import { bindGroup, clear, program, squares } from '../support/programs.js';
import { Harness } from './harness.js';

const harness = new Harness();
let page: Page;

beforeAll(async () => {
  await harness.start();
  harness.files.set('/squares.png', png(squares()));
  harness.files.set('/clear.png', png(clear(1, 0.5, 0)));
  // Both read back what their first buffer has in a frame: uniforms at 0, 16 and 24; the time and more.
  harness.files.set('/two.png', png(program(
    (s) => s.add(Op.CreateBuffer, 0, 32, 0x4c).add(Op.CreateBuffer, 1, 32, 9),
    (s) => s.add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 32).add(Op.Submit),
    { uniforms: [{ buffer: 0, fields: [
      { path: 'color', offset: 0, size: 16, type: 5 }, { path: 's', offset: 16, size: 4, type: 0 }, { path: 't', offset: 24, size: 8, type: 3 },
    ] }] })));
  harness.files.set('/time.png', png(program(
    (s) => s.add(Op.CreateBuffer, 0, 16, 0xc).add(Op.CreateBuffer, 1, 16, 9),
    (s) => s.add(Op.WriteTimeInputs, 0, 0, 16).add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 16).add(Op.Submit))));
  harness.files.set('/damaged.png', png(squares()).subarray(0, 300));
  harness.files.set('/plain.png', png(new Uint8Array(40), undefined, false));
  page = await harness.page();
}, 60000);
afterAll(() => harness.stop());

/** Runs the body of an async function in the page, with `m` the player's module and `opt` the worker option. */
const run = <T>(body: string, opt: object = {}): Promise<T> =>
  page.evaluate(`(async () => { const m = await import('/pngine.js'); const opt = ${JSON.stringify(opt)};
    const canvas = document.createElement('canvas'); canvas.width = 8; canvas.height = 4; canvas.style.display = 'block'; document.body.replaceChildren(canvas);
    ${body} })()`);

for (const worker of [true, false]) {
  describe(worker ? 'in a worker' : 'on the main thread', () => {
    it('computes numbers', async () => {
      const result = await run<{ numbers: number[]; readback: object }>(`
        const got = {};
        const done = new Promise((resolve) => { got.resolve = resolve; });
        let readback;
        const p = await m.pngine('/squares.png', { ...opt, canvas,
          onReadback: (r) => { readback = { ...r, bytes: r.bytes.length }; },
          onQueryResult: (numbers) => got.resolve(numbers) });
        const numbers = await done;
        m.destroy(p);
        return { numbers, readback };`, { worker });
      expect(result.numbers).toEqual([9, 25, 49, 121]);
      expect(result.readback).toEqual({ buffer: 1, name: 'answers', offset: 0, bytes: 32 });
    });

    it('draws a picture', async () => {
      await run(`
        const p = await m.pngine('/clear.png', { ...opt, canvas, dpr: 1 });
        m.draw(p);
        await new Promise((r) => setTimeout(r, 300));`, { worker });
      const pixel = await harness.pixel(page, 3, 2);
      expect(pixel).toEqual([255, 128, 0, 255]);
    });

    it('has the state that the functions set', async () => {
      const state = await run<unknown[]>(`
        const errors = [];
        const p = await m.pngine('/squares.png', { ...opt, canvas, onError: (e) => errors.push(e.message) });
        const out = [p.width, p.height, p.isPlaying, p.time, p.audio, p.currentFrame];
        m.play(p); out.push(p.isPlaying); m.pause(p); out.push(p.isPlaying);
        m.seek(p, 2.5); out.push(p.time); m.stop(p); out.push(p.time);
        m.setFrame(p, 'other'); out.push(p.currentFrame);
        out.push(await m.getUniforms(p));
        out.push((await m.getStats(p)).gpu.live.buffer);
        m.destroy(p); m.destroy(p);
        out.push(p._, p.width, await m.getUniforms(p), await m.getStats(p));
        try { m.draw(p); } catch (e) { out.push(e.code); }
        out.push(errors);
        return out;`, { worker });
      expect(state).toEqual([8, 4, false, 0, null, null, true, false, 2.5, 0, 'other',
        { scale: { type: 13, size: 16, bufferId: 2, offset: 0, elemCount: 0 } }, 3, null, 0, {}, {}, 'destroyed', []]);
    });

    it('takes a relative address of an executor as the page does', async () => {
      const { bare, wasm } = apart(squares());
      harness.files.set('/below/page.html', new TextEncoder().encode('<!doctype html><body></body>'));
      harness.files.set('/below/bare.png', png(bare));
      harness.files.set('/below/executor.wasm', wasm);
      const below = await harness.page('below/page.html');
      const played = await below.evaluate(`(async () => { const out = [];
        for (const wasmUrl of ['executor.wasm', './executor.wasm', '/below/executor.wasm', location.origin + '/below/executor.wasm']) {
          const m = await import('/pngine.js');
          out.push(await new Promise((done, failed) => m.pngine('bare.png', { worker: ${worker}, wasmUrl, onQueryResult: done,
            canvas: document.createElement('canvas') }).catch((e) => done(e.message))));
        }
        const m = await import('/pngine-compute.js');
        out.push(await new Promise((done) => m.pngine('bare.png', { worker: ${worker}, wasmUrl: 'executor.wasm', onQueryResult: done }).catch((e) => done(e.message))));
        return out; })()`);
      await below.close();
      expect(played).toEqual(Array.from({ length: 5 }, () => [9, 25, 49, 121]));
    });

    it('plays a bundle with the executor that lies in it', async () => {
      const { bare, wasm } = apart(squares());
      const text = (s: string): Uint8Array => new TextEncoder().encode(s);
      const manifest = text('{"version":1,"entry":"main.pngb","runtime":"pngine.wasm"}');
      harness.files.set('/runtime.zip', zip({ 'manifest.json': manifest, 'main.pngb': bare, 'pngine.wasm': wasm }));
      harness.files.set('/noruntime.zip', zip({ 'manifest.json': manifest, 'main.pngb': bare }));
      harness.files.set('/badruntime.zip', zip({ 'manifest.json': manifest, 'main.pngb': bare, 'pngine.wasm': text('none') }));
      harness.files.set('/both.zip', zip({ 'manifest.json': manifest, 'main.pngb': squares(), 'pngine.wasm': text('none') }));
      expect(await run(`const out = [];
        for (const file of ['/runtime.zip', '/noruntime.zip', '/badruntime.zip', '/both.zip']) {
          const canvas = document.createElement('canvas');
          out.push(await new Promise((done) => m.pngine(file, { ...opt, canvas, onQueryResult: done }).catch((e) => done(e.code))));
        }
        return out;`, { worker })).toEqual([[9, 25, 49, 121], 'payload', 'executor', [9, 25, 49, 121]]);
    });

    it('writes the other uniforms beside one that is no number, and draws', async () => {
      const results = await run<unknown>(`
        const results = []; const errors = [];
        const wait = (n) => new Promise((r) => { const t = setInterval(() => results.length >= n && (clearInterval(t), r()), 5); });
        const p = await m.pngine('/two.png', { ...opt, canvas, onError: (e) => errors.push(e.message),
          onReadback: (r) => results.push([...new Float32Array(r.bytes.buffer)]) });
        await wait(1);
        m.setUniforms(p, { color: [1, 0, 0, 1], s: null, t: [8, 9] });
        await wait(2);
        m.setUniforms(p, { color: [0, 1], s: undefined, t: [10, 11] });
        await wait(3);
        m.draw(p, null);
        await wait(4);
        m.destroy(p);
        return [results.map((r) => r.map((n) => Number.isNaN(n) ? 'NaN' : n)), errors];`, { worker });
      const last = [0, 1, 0, 1, 'NaN', 0, 10, 11];
      expect(results).toEqual([[[0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0, 8, 9], last, last], []]);
    });

    it('stays at its time when it is to go to none', async () => {
      const result = await run<unknown>(`
        const times = []; const states = [];
        const wait = (n) => new Promise((r) => { const t = setInterval(() => times.length >= n && (clearInterval(t), r()), 5); });
        const p = await m.pngine('/time.png', { ...opt, canvas, onReadback: (r) => times.push(new Float32Array(r.bytes.buffer)[0]) });
        await wait(1);
        let n = 1;
        const go = async (f) => { f(); states.push(p.time); await wait(++n); };
        await go(() => m.seek(p, 2));
        for (const odd of [NaN, Infinity, undefined, null, 'x']) {
          await go(() => m.seek(p, odd));
          await go(() => m.draw(p, { time: odd }));
        }
        await go(() => m.seek(p, -3));
        await go(() => m.draw(p, { time: -4 }));
        m.destroy(p);
        return [times, states];`, { worker });
      const states = [...new Array(11).fill(2), -3, -4];
      expect(result).toEqual([[0, ...states], states]);
    });

    it('says when the canvas is in use', async () => {
      const result = await run<unknown>(`
        const taken = document.createElement('canvas');
        m.destroy(await m.pngine('/squares.png', { canvas: taken, worker: true }));
        const drawn = document.createElement('canvas'); drawn.getContext('2d');
        const moved = document.createElement('canvas'); moved.transferControlToOffscreen();
        const out = [];
        for (const c of [taken, drawn, moved]) {
          try { await m.pngine('/squares.png', { ...opt, canvas: c }); out.push('played'); }
          catch (e) { out.push(e.code + ' ' + /the canvas is in use/.test(e.message)); }
          if (c === moved) out.push(c.style.width);
        }
        return out;`, { worker });
      expect(result).toEqual(['canvas true', 'canvas true', 'canvas true', '']);
    });

    it('says when the canvas is none', async () => {
      const result = await run<unknown>(`
        const out = []; const image = new Image(); image.src = '/squares.png';
        for (const c of ['x', 7, {}, document.body, new OffscreenCanvas(1, 1), null]) {
          try { await m.pngine('/squares.png', { ...opt, canvas: c }); out.push('played'); } catch (e) { out.push(e.code); }
        }
        try { await m.pngine(image, { ...opt, canvas: 'x' }); out.push('played'); } catch (e) { out.push(e.code); }
        try { await m.pngine('/squares.png', null); out.push('played'); } catch (e) { out.push(e.code); }
        return out;`, { worker });
      expect(result).toEqual(new Array(8).fill('canvas'));
    });

    it('writes a uniform without drawing', async () => {
      const results = await run<number[][]>(`
        const results = [];
        const wait = (n) => new Promise((r) => { const t = setInterval(() => results.length >= n && (clearInterval(t), r()), 5); });
        const p = await m.pngine('/squares.png', { ...opt, canvas, onQueryResult: (n) => results.push(n) });
        await wait(1);
        m.setUniform(p, 'scale', [3, 0, 0, 0], false);
        await new Promise((r) => setTimeout(r, 100));
        const quiet = results.length;
        m.draw(p);
        await wait(2);
        m.destroy(p);
        return [[quiet], results[1]];`, { worker });
      expect(results).toEqual([[1], [27, 75, 147, 363]]);
    });
  });
}

describe('sources', () => {
  it('takes bytes, a Blob, an image and a selector', async () => {
    const numbers = await run<number[][]>(`
      const bytes = await (await fetch('/squares.png')).arrayBuffer();
      const image = new Image(); image.id = 'picture'; image.src = '/squares.png';
      document.body.append(image);
      const all = [];
      const sources = [bytes, new Uint8Array(bytes), new Blob([bytes]), image, '#picture'];
      for (const source of sources) {
        const c = document.createElement('canvas');
        const isImage = source === image || source === '#picture';
        const done = new Promise((resolve) => { opt.resolve = resolve; });
        const p = await m.pngine(source, { canvas: isImage ? undefined : c, onQueryResult: opt.resolve });
        all.push(await done);
        if (isImage) all.push([document.querySelectorAll('canvas').length]);
        m.destroy(p);
        if (isImage) all.push([document.querySelectorAll('canvas').length]);
      }
      return all;`);
    const answer = [9, 25, 49, 121];
    expect(numbers).toEqual([answer, answer, answer, answer, [2], [1], answer, [2], [1]]);
  });
});

describe('errors', () => {
  const code = (source: string, options = 'canvas'): Promise<unknown> => run(`
    try { await m.pngine(${source}, { ${options} }); return 'played'; }
    catch (e) { return [e instanceof m.PngineError, e.code, canvas.style.width, !!e.message]; }`);
  const failed = (expected: string): unknown => [true, expected, '', true];

  it('reject once, with a code, and leave the canvas as it was', async () => {
    expect(await code(`'/missing.png'`)).toEqual(failed('http'));
    expect(await code(`'/damaged.png'`)).toEqual(failed('container'));
    expect(await code(`'/plain.png'`)).toEqual(failed('payload'));
    expect(await code(`'/'`)).toEqual(failed('container'));
    expect(await code(`'#nothing'`)).toEqual(failed('source'));
    expect(await code(`'/squares.png'`, '')).toEqual(failed('canvas'));
    expect(await code(`17`)).toEqual(failed('source'));
  });

  it('says when the canvas is taken', async () => {
    const result = await run<string>(`canvas.getContext('2d');
      try { await m.pngine('/clear.png', { canvas }); return 'played'; } catch (e) { return e.code; }`);
    expect(result).toBe('canvas');
  });
});

describe('without WebGPU', () => {
  it('rejects and changes nothing', async () => {
    const result = await run<unknown>(`
      Object.defineProperty(navigator, 'gpu', { value: undefined, configurable: true });
      const image = new Image(); image.src = '/squares.png';
      const div = document.createElement('div'); div.append(image); document.body.append(div);
      const before = document.body.innerHTML;
      const out = [];
      for (const [source, options] of [['/squares.png', { canvas }], [image, {}]]) {
        try { await m.pngine(source, options); out.push('played'); } catch (e) { out.push(e.code); }
      }
      delete navigator.gpu;
      return [...out, document.body.innerHTML === before, !!canvas.getContext('2d')];`);
    expect(result).toEqual(['no-webgpu', 'no-webgpu', true, true]);
  });
});

describe('the canvas', () => {
  it('takes its size from attributes or layout, and follows it', async () => {
    const sizes = await run<unknown>(`
      canvas.width = 30; canvas.height = 20;
      const fixed = await m.pngine('/squares.png', { canvas, dpr: 2, worker: false });
      const out = [[canvas.width, canvas.height, canvas.style.width, fixed.width]];
      const auto = document.createElement('canvas');
      auto.style.cssText = 'display:block;width:120px;height:60px';
      document.body.append(auto);
      const p = await m.pngine('/squares.png', { canvas: auto, autoResize: true, worker: false });
      out.push([auto.width, auto.height, p.width]);
      auto.style.width = '200px';
      await new Promise((r) => setTimeout(r, 200));
      m.draw(p);
      await new Promise((r) => setTimeout(r, 200));
      out.push([auto.width, auto.height, p.width]);
      m.destroy(p); m.destroy(fixed);
      return out;`);
    expect(sizes).toEqual([[60, 40, '30px', 30], [120, 60, 120], [200, 60, 200]]);
  });

  it('measures the content box, at the start and later, whatever surrounds it', async () => {
    const sizes = await run<unknown>(`
      const around = 'display:block;width:120px;height:80px;padding:10px 7px 10px 5px;border:4px solid red;transform:scale(0.5);';
      const out = [];
      for (const more of ['box-sizing:border-box', 'box-sizing:content-box', 'display:none', 'display:none;padding:5%']) {
        const c = document.createElement('canvas');
        c.style.cssText = around + more; c.width = 33; c.height = 22;
        document.body.append(c);
        const p = await m.pngine('/squares.png', { canvas: c, autoResize: true, worker: false });
        const start = [c.width, c.height, p.width, p.height];
        await new Promise((r) => { new ResizeObserver(r).observe(c); setTimeout(r, 100); });
        m.draw(p);
        await m.getStats(p);
        out.push([...start, c.width, c.height, p.width, p.height]);
        m.destroy(p); c.remove();
      }
      return out;`);
    const twice = (...size: number[]): number[] => [...size, ...size, ...size, ...size];
    expect(sizes).toEqual([twice(100, 52), twice(120, 80), twice(33, 22), twice(33, 22)]);
  });

  it('tells whole pixels when its layout has parts of them', async () => {
    const sizes = await run<unknown>(`
      canvas.style.cssText = 'display:block;width:100.6px;height:50.390625px';
      const out = [];
      for (const dpr of [undefined, 1]) {
        const c = canvas.cloneNode(); document.body.replaceChildren(c);
        const p = await m.pngine('/squares.png', { canvas: c, autoResize: true, worker: false, dpr });
        out.push([p.width, p.height]);
        c.style.width = '120.390625px'; c.style.height = '60.2px';
        while (p.width < 120) await new Promise((r) => setTimeout(r, 5));
        m.draw(p);
        while (c.width < 120) await new Promise((r) => setTimeout(r, 5));
        out.push([p.width, p.height, c.width, c.height]);
        m.destroy(p);
      }
      return out;`);
    expect(sizes).toEqual([[101, 50], [120, 60, 120, 60], [101, 50], [120, 60, 120, 60]]);
  });

  it('hears the pointer when the program asks for it', async () => {
    harness.files.set('/pointer.png', png(program(
      (s) => s.add(Op.CreateBuffer, 0, 48, 0xc).add(Op.CreateBuffer, 1, 48, 9),
      (s) => s.add(Op.WritePointerInputs, 0, 0, 48).add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 48).add(Op.Submit))));
    await run(`
      canvas.style.cssText = ''; canvas.width = canvas.height = 100;
      window.blocks = [];
      window.p = await m.pngine('/pointer.png', { canvas, onReadback: (r) => window.blocks.push([...new Float32Array(r.bytes.buffer)]) });
      window.step = async () => { const n = window.blocks.length; m.draw(window.p);
        while (window.blocks.length === n) await new Promise((r) => setTimeout(r, 5)); return window.blocks.at(-1); };
      await window.step();`);
    await page.mouse.move(50, 25);
    await page.mouse.down();
    const pressed = await page.evaluate<number[]>('window.step()');
    await page.mouse.move(75, 25);
    await page.mouse.up();
    await page.mouse.wheel(0, 10);
    await page.keyboard.down('Space');
    await page.waitForTimeout(50);
    const released = await page.evaluate<number[]>('window.step()');
    await page.keyboard.up('Space');
    const rest = await page.evaluate<number[]>('window.step()');
    await run('m.destroy(window.p);');
    expect(pressed.slice(0, 4)).toEqual([0.5, 0.25, 0.5, 0.25]);
    expect(pressed.slice(6, 9)).toEqual([1, 0.5, 0]);
    expect(released).toEqual([0.75, 0.25, -0.5, -0.25, 0.25, 0, 0, 0, 16, 0, 1, 0]);
    expect(rest).toEqual([0.75, 0.25, -0.5, -0.25, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('a lost device', () => {
  it('is told once and comes back', async () => {
    const result = await run<unknown>(`
      const errors = []; const results = [];
      const original = GPUAdapter.prototype.requestDevice;
      const lose = [];
      GPUAdapter.prototype.requestDevice = async function (d) {
        const device = await original.call(this, d);
        Object.defineProperty(device, 'lost', { value: new Promise((r) => lose.push(r)) });
        return device;
      };
      const p = await m.pngine('/squares.png', { canvas, worker: false,
        onError: (e) => errors.push([e.name, e.source]), onQueryResult: (n) => results.push(n) });
      await new Promise((r) => setTimeout(r, 200));
      lose[0]({ reason: 'unknown', message: 'gone' });
      await new Promise((r) => setTimeout(r, 800));
      const live = await m.getStats(p);
      GPUAdapter.prototype.requestDevice = original;
      m.destroy(p);
      return [errors, results.length >= 2, results.at(-1), live.deviceLost, lose.length];`);
    expect(result).toEqual([[['PngineGPUError', 'device-lost']], true, [9, 25, 49, 121], false, 2]);
  });
});

/** Draws image 0 over the whole canvas. */
const SHOW = `
@group(0) @binding(0) var image: texture_2d<f32>;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i & 1u) * 4 - 1, f32(i >> 1u) * 4 - 1, 0, 1); }
@fragment fn fs() -> @location(0) vec4f { return textureLoad(image, vec2u(), 0); }`;

describe('images', () => {
  const imageProgram = (blob: Uint8Array): Uint8Array<ArrayBuffer> => png(program(
    (s) => s
      .add(Op.CreateImage, 0, Uint8Array.from([9, ...new TextEncoder().encode('image/png'), ...blob]))
      .add(Op.CreateShader, 0, SHOW)
      .add(Op.CreateTexture, 0, Uint8Array.of(1, 3, 10, 6, 0, 0, 7, 7, 0, 8, 7, 0x16))
      .add(Op.CreateRenderPipeline, 0, JSON.stringify({
        vertex: { shader: 0, entryPoint: 'vs' }, fragment: { shader: 0, entryPoint: 'fs', targets: [{}] },
      }))
      .add(Op.CreateBindGroup, 0, 0, bindGroup(0, [0, 1, 0])),
    (s) => s
      .add(Op.CopyImageToTexture, 0, 0, 0, 0, 0, 0)
      .add(Op.BeginRenderPass, 0xfffe, 1, 0, 0xffff, 0, 0, 0, 1, 0xffff)
      .add(Op.SetPipeline, 0).add(Op.SetBindGroup, 0, 0).add(Op.Draw, 3, 1, 0, 0)
      .add(Op.EndPass).add(Op.Submit)));

  it('in a program are decoded and drawn', async () => {
    harness.files.set('/image.png', imageProgram(pixelPng(10, 200, 30, 255)));
    const errors = await run<string[]>(`
      const errors = [];
      window.p = await m.pngine('/image.png', { canvas, dpr: 1, onError: (e) => errors.push(e.message) });
      await new Promise((r) => setTimeout(r, 300));
      return errors;`);
    expect(errors).toEqual([]);
    expect(await harness.pixel(page, 3, 2)).toEqual([10, 200, 30, 255]);
    await run('m.destroy(window.p);');
  });

  it('that are none reject the start', async () => {
    harness.files.set('/noimage.png', imageProgram(new Uint8Array(20)));
    expect(await run(`try { await m.pngine('/noimage.png', { canvas }); return 'played'; } catch (e) { return e.code + ' ' + e.message.slice(0, 13); }`))
      .toBe('command command 0xb: ');
  });
});

describe('sound', () => {
  /** Exports m (one page), s = 0, l = bytes, t = 0: f32 samples, all zero. */
  const song = Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1,
    6, 18, 3, 0x7f, 0, 0x41, 0, 0x0b, 0x7f, 0, 0x41, 0xc0, 0xf1, 0, 0x0b, 0x7f, 0, 0x41, 0, 0x0b,
    7, 17, 4, 1, 0x6d, 2, 0, 1, 0x73, 3, 0, 1, 0x6c, 3, 1, 1, 0x74, 3, 2,
  ]);
  const withSound = (wasm: Uint8Array): Uint8Array<ArrayBuffer> => png(squares(), chunk('pNGa', Uint8Array.from([1, 0, ...wasm])));

  it('plays with the picture', async () => {
    harness.files.set('/song.png', withSound(song));
    const state = await run<unknown[]>(`
      const p = await m.pngine('/song.png', { canvas });
      const out = [Math.round(p.audio.duration * 1000), p.audio.playing];
      m.play(p); out.push(p.audio.playing);
      m.pause(p); out.push(p.audio.playing);
      m.seek(p, 0.02); out.push(p.audio.currentTime);
      m.stop(p); out.push(p.audio.currentTime);
      m.destroy(p); out.push(p.audio);
      return out;`);
    expect(state).toEqual([41, false, true, false, 0.02, 0, null]);
  });

  it('that is broken rejects the start', async () => {
    harness.files.set('/nosong.png', withSound(Uint8Array.of(1, 2, 3)));
    expect(await run(`try { await m.pngine('/nosong.png', { canvas }); return 'played'; } catch (e) { return e.code; }`)).toBe('audio');
  });
});

describe('a page that forbids workers', () => {
  it('plays on the main thread', async () => {
    harness.files.set('/strict.html', new TextEncoder().encode(
      '<!doctype html><meta http-equiv="Content-Security-Policy" content="worker-src \'none\'"><body></body>'));
    const strict = await harness.page('strict.html');
    const numbers = await strict.evaluate(`import('/pngine.js').then((m) => new Promise((done, failed) =>
      m.pngine('/squares.png', { canvas: document.createElement('canvas'), onQueryResult: done }).catch(failed)))`);
    await strict.close();
    expect(numbers).toEqual([9, 25, 49, 121]);
  });
});

describe('many instances', () => {
  it('play side by side', async () => {
    const counts = await run<number[]>(`
      const canvases = Array.from({ length: 6 }, () => document.createElement('canvas'));
      document.body.append(...canvases);
      const counts = canvases.map(() => 0);
      const players = await Promise.all(canvases.map((c, i) => m.pngine('/squares.png', { canvas: c, onQueryResult: () => counts[i]++ })));
      players.forEach((p) => m.play(p));
      await new Promise((r) => setTimeout(r, 800));
      players.forEach((p) => m.destroy(p));
      return counts;`);
    expect(counts.length).toBe(6);
    for (const count of counts) expect(count).toBeGreaterThan(2);
  });

  it('stop drawing where they cannot be seen', async () => {
    const counts = await run<number[]>(`
      const spacer = document.createElement('div'); spacer.style.height = '5000px';
      const below = document.createElement('canvas');
      document.body.append(spacer, below);
      let n = 0;
      const p = await m.pngine('/squares.png', { canvas: below, onQueryResult: () => n++ });
      await new Promise((r) => setTimeout(r, 200));
      const before = n;
      m.play(p);
      await new Promise((r) => setTimeout(r, 400));
      const after = n;
      below.scrollIntoView();
      await new Promise((r) => setTimeout(r, 600));
      m.destroy(p);
      scrollTo(0, 0);
      return [after - before, n - after];`);
    expect(counts[0]).toBeLessThan(3);
    expect(counts[1]).toBeGreaterThan(3);
  });
});

describe('the extras', () => {
  it('of the compute-only player write uniforms and count what is there', async () => {
    const result = await run<unknown>(`
      const c = await import('/pngine-compute.js');
      const results = [];
      const p = await c.pngine('/squares.png', { onQueryResult: (n) => results.push(n) });
      // A frame whose readback is still under way when the next one comes keeps the buffer to itself.
      while (results.length < 1) await new Promise((r) => setTimeout(r, 10));
      c.setUniform(p, 'scale', [2, 0, 0, 0]);
      while (results.length < 2) await new Promise((r) => setTimeout(r, 10));
      const { gpu } = await c.getStats(p);
      c.destroy(p);
      return [results[1], gpu.live.buffer, p._];`);
    expect(result).toEqual([[18, 50, 98, 242], 3, null]);
  });

  it('cannot draw in the compute-only player, which says so', async () => {
    expect(await run(`const c = await import('/pngine-compute.js');
      try { await c.pngine('/clear.png'); return 'played'; } catch (e) { return [e.code, e.message]; }`))
      .toEqual(['command', 'command 0x53: this player only computes; pngine.js draws too']);
  });

  it('read ZIP bundles', async () => {
    harness.files.set('/bundle.zip', zip({ 'main.pngb': squares() }));
    expect(await run(`return new Promise((done, failed) => m.pngine('/bundle.zip', { canvas, onQueryResult: done }).catch(failed));`))
      .toEqual([9, 25, 49, 121]);
  });

  it('that cannot be had reject the start, and nothing else', async () => {
    const lonely = await harness.page();
    await lonely.route('**/pngine-extras.js', (route) => route.abort());
    const result = await lonely.evaluate(`import('/pngine.js').then(async (m) => {
      const out = [];
      for (const source of ['/squares.png', '/bundle.zip']) {
        try { await m.pngine(source, { canvas: document.createElement('canvas') }); out.push('played'); } catch (e) { out.push(e.code); }
      }
      return out; })`);
    await lonely.close();
    expect(result).toEqual(['played', 'http']);
  });

  it('have no address when the player has none; it then plays without a worker', async () => {
    expect(await run(`
      const text = await (await fetch('/pngine.js')).text();
      const inline = await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
      return new Promise((done, failed) => inline.pngine('/squares.png', { canvas, onQueryResult: done }).catch(failed));`))
      .toEqual([9, 25, 49, 121]);
  });
});
