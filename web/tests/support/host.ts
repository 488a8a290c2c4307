// Drives a host by messages and collects what it says.
import { type ErrorData } from '../../src/errors.js';
import { createHost } from '../../src/host/host.js';
import { fullFeatures } from '../../src/host/full.js';
import type { Features } from '../../src/gpu/dispatcher.js';
import type { HostMessage, PageMessage } from '../../src/host/protocol.js';

export class TestHost {
  readonly messages: HostMessage[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly receive: (message: PageMessage) => void;

  constructor(features: Features = fullFeatures) {
    this.receive = createHost(features, (message) => {
      this.messages.push(message);
      for (const wake of this.waiting.splice(0)) wake();
    });
  }
  send(message: PageMessage): void {
    this.receive(message);
  }
  /** The first message of that type from now on or before. */
  async next<T extends HostMessage['type_']>(type: T, count = 1): Promise<Extract<HostMessage, { type_: T }>> {
    const end = Date.now() + 20000;
    for (;;) {
      const found = this.messages.filter((m): m is Extract<HostMessage, { type_: T }> => m.type_ === type);
      if (found[count - 1]) return found[count - 1];
      const fatal = this.errors.find((e) => e.fatal);
      if (fatal && type !== 'error') throw new Error(`${fatal.code}: ${fatal.message}`);
      if (Date.now() > end) throw new Error(`no message ${type}; got ${JSON.stringify(this.messages)}`);
      await Promise.race([new Promise<void>((wake) => this.waiting.push(wake)), new Promise((wake) => setTimeout(wake, 100))]);
    }
  }
  get errors(): (ErrorData & { fatal: boolean | undefined })[] {
    return this.messages.flatMap((m) => (m.type_ === 'error' ? [{ ...m.error_, fatal: m.fatal_ }] : []));
  }
  /** Opens and loads; rejects with the fatal error. */
  async start(bytecode: Uint8Array<ArrayBuffer>, canvas?: OffscreenCanvas): Promise<void> {
    this.send({ type_: 'open', bytecode_: bytecode, wasmUrl_: undefined, debug_: false });
    await this.next('done');
    this.send({ type_: 'init', canvas_: canvas });
    await this.next('done', 2);
  }
  draw(time = 0): void {
    this.send({ type_: 'draw', time_: time, pointer_: new Float32Array(12) });
  }
  async stop(): Promise<void> {
    this.send({ type_: 'destroy' });
    await this.next('destroyed');
  }
}
