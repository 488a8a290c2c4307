// Command buffers that come again: the commands of the last few are kept, and must be played only for the same bytes.
import { expect, it } from 'vitest';
import { Op } from '../../src/generated/commands.js';
import { type Commands, Dispatcher } from '../../src/gpu/dispatcher.js';
import { Constants, Stream } from '../support/stream.js';

const AT = 64;
const stream = (): Stream => new Stream(new Constants());
const draws = (...vertices: number[]): Uint8Array => {
  const s = stream();
  for (const n of vertices) s.add(Op.Draw, n, 1, 0, 0);
  return s.bytes;
};

/** A dispatcher whose only commands tell what they were called with. */
function setup() {
  const played: unknown[] = [];
  let decoded = 0;
  const commands: Commands = {
    [Op.Draw]: (_, vertices) => void played.push(vertices),
    [Op.WriteBuffer]: (_, _id, _offset, data) => void played.push([...data]),
  };
  const counting = new Proxy(commands, {
    has: (target, opcode) => {
      decoded++;
      return opcode in target;
    },
  });
  const d = new Dispatcher({} as GPUDevice, {}, counting, () => {}, () => {});
  const play = async (memory: ArrayBuffer, address = AT): Promise<unknown[]> => {
    played.length = 0;
    await d.execute_(memory, address, false);
    return [...played];
  };
  return { play, decoded: () => decoded };
}

const put = (memory: ArrayBuffer, bytes: Uint8Array, at = AT): void => new Uint8Array(memory).set(bytes, at);

it('plays the same bytes again, and other bytes anew', async () => {
  const { play } = setup();
  const memory = new ArrayBuffer(1024);
  for (const vertices of [[3, 4, 5], [3, 4, 5], [3, 4, 6], [3], [3, 4], [], [], [7]]) {
    put(memory, draws(...vertices));
    expect(await play(memory)).toEqual(vertices);
  }
});

it('decodes each of a few that come by turns once, and more than it keeps rightly', async () => {
  const memory = new ArrayBuffer(1024);
  for (const [many, times] of [[1, 1], [2, 1], [6, 1], [40, 5]] as const) {
    const { play, decoded } = setup();
    for (let frame = 0; frame < 5 * many; frame++) {
      put(memory, draws(frame % many));
      expect(await play(memory)).toEqual([frame % many]);
    }
    expect(decoded()).toBe(many * times);
  }
});

it('follows the address', async () => {
  const { play } = setup();
  const memory = new ArrayBuffer(1024);
  put(memory, draws(1));
  put(memory, draws(2), 512);
  expect([await play(memory), await play(memory, 512), await play(memory)]).toEqual([[1], [2], [1]]);
  await expect(play(memory, 5000)).rejects.toMatchObject({ code: 'stream' });
  await expect(play(memory, 1020)).rejects.toMatchObject({ code: 'stream' });
});

it('reads blobs where they are now, also in a memory that grew', async () => {
  const { play } = setup();
  const blob = Uint8Array.from([Op.WriteBuffer, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0]);
  const bytes = Uint8Array.from([8 + blob.length, 0, 0, 0, 1, 0, 0, 0, ...blob]);
  const memory = new ArrayBuffer(1024);
  put(memory, bytes);
  for (const data of [[1, 2], [3, 4]]) {
    put(memory, Uint8Array.from(data), 512);
    expect(await play(memory)).toEqual([data]);
  }
  const grown = new ArrayBuffer(2048);
  put(grown, bytes);
  put(grown, Uint8Array.from([5, 6]), 512);
  expect(await play(grown)).toEqual([[5, 6]]);
  expect(await play(memory)).toEqual([[3, 4]]);
});

it('plays nothing of a damaged buffer, and the good one after it', async () => {
  const { play } = setup();
  const memory = new ArrayBuffer(1024);
  const good = draws(1, 2);
  put(memory, good);
  expect(await play(memory)).toEqual([1, 2]);
  put(memory, good.map((byte, i) => (i === 8 ? 0xee : byte)));
  await expect(play(memory)).rejects.toMatchObject({ code: 'command' });
  put(memory, good);
  expect(await play(memory)).toEqual([1, 2]);
});
