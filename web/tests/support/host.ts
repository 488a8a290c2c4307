// Drives a host by messages and collects what it says.
import { type ErrorData } from '../../src/errors.js';
import type { Readback } from '../../src/gpu/resources.js';
import { type Features, createHost } from '../../src/host/host.js';
import { fullFeatures } from '../../src/host/full.js';
import type { Calls, HostMessage, PageMessage } from '../../src/host/protocol.js';

export class TestHost {
  readonly messages: HostMessage[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly receive: (message: PageMessage) => void;
  private lastId = 0;

  constructor(features: Features = fullFeatures) {
    this.receive = createHost(features, (message) => {
      this.messages.push(message);
      for (const wake of this.waiting.splice(0)) wake();
    });
  }
  /** Calls without waiting. */
  tell<K extends keyof Calls>(call: K, value: Calls[K]): void {
    this.receive([0, call, value] as PageMessage);
  }
  /** Calls and gives the answer; rejects with the error that came for it. */
  async ask<K extends keyof Calls>(call: K, value: Calls[K]): Promise<unknown> {
    const id = ++this.lastId;
    this.receive([id, call, value] as PageMessage);
    const { answer_: answer, error_: error } = await this.find((m) => m.id_ === id);
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return answer;
  }
  /** The `count`th message that fits, from now on or before. */
  private async find(fits: (m: HostMessage) => unknown, count = 1): Promise<HostMessage> {
    const end = Date.now() + 20000;
    for (;;) {
      const found = this.messages.filter(fits)[count - 1];
      if (found) return found;
      if (Date.now() > end) throw new Error(`not what was waited for: ${JSON.stringify(this.messages)}`);
      await Promise.race([new Promise<void>((wake) => this.waiting.push(wake)), new Promise((wake) => setTimeout(wake, 100))]);
    }
  }
  async readback(count = 1): Promise<Readback> {
    const { readback_: readback } = await this.find((m) => m.readback_, count);
    return readback as Readback;
  }
  /** Waits until the program asked for pointer inputs. */
  pointer(): Promise<unknown> {
    return this.find((m) => m.pointer_);
  }
  get readbacks(): number {
    return this.messages.filter((m) => m.readback_).length;
  }
  get errors(): (ErrorData & { fatal: boolean })[] {
    return this.messages.flatMap((m) => (m.error_ ? [{ ...m.error_, fatal: !!m.id_ }] : []));
  }
  /** Opens and loads; rejects with the fatal error. */
  async start(bytecode: Uint8Array<ArrayBuffer>, canvas?: OffscreenCanvas): Promise<void> {
    await this.ask('open', [bytecode, undefined, false]);
    await this.ask('init', canvas);
  }
  draw(time = 0): void {
    this.tell('draw', { time_: time, pointer_: new Float32Array(12) });
  }
  async stop(): Promise<void> {
    await this.ask('destroy', undefined);
  }
}
