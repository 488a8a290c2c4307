// Carries messages between the page and the host: through a worker, or by plain calls on the main thread.
import type { HostMessage, PageMessage } from '../host/protocol.js';
import { hostSource, makeHost } from '../host/link.js';

export interface Transport {
  readonly local_: boolean;
  send_(message: PageMessage, transfer?: Transferable[]): void;
  close_(): void;
}
type Receive = (message: HostMessage) => void;

/** One URL for all workers of a page. */
let workerUrl: string | undefined;

/** Nothing when this page cannot have workers; `crashed` hears of a worker that fails later. */
export function openWorker(receive: Receive, crashed: (message: string) => void): Transport | undefined {
  const source = hostSource();
  if (!source) return undefined;
  try {
    const script = `let h=(${source})()((m,t)=>postMessage(m,t));onmessage=e=>h(e.data)`;
    const worker = new Worker((workerUrl ??= URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))));
    worker.onmessage = ({ data }: MessageEvent<HostMessage>) => receive(data);
    worker.onerror = ({ message }) => crashed(message || 'the worker failed');
    return {
      local_: false,
      send_: (message, transfer = []) => worker.postMessage(message, transfer),
      close_: () => worker.terminate(),
    };
  } catch {
    return undefined;
  }
}

export function openLocal(receive: Receive): Transport {
  let open = true;
  const host = makeHost()((message) => {
    if (open) receive(message);
  });
  return {
    local_: true,
    send_: host,
    close_: () => (open = false),
  };
}
