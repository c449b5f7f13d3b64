import { type OfficeAddress, socketUrl } from '../address.js';
import { OfficeUnreachable } from '../errors.js';
import { FrameSocket, type WebSocketClass } from '../socket/frame-socket.js';
import { isOfRun, type RunEvent } from './run-event.js';

/**
 * All stored events of a run, in order. Over its own socket, because on a shared one loaded and new
 * events could not be told apart.
 *
 * @throws OfficeUnreachable if the connection breaks, UnknownProtocol, or the signal's reason
 */
export function loadRun(
  runId: string,
  address: OfficeAddress,
  { WebSocket, signal }: { readonly WebSocket: WebSocketClass; readonly signal: AbortSignal },
): Promise<readonly RunEvent[]> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const events = new Map<number, RunEvent>();
    const socket = new FrameSocket(new WebSocket(socketUrl(address)), {
      onGreeting: () => {
        socket.send({ type: 'loadRun', runId });
        socket.ping(() => {
          resolve([...events.values()].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)));
          socket.end();
        });
      },
      onEvent: (event) => {
        if (event.seq !== undefined && isOfRun(event, runId)) events.set(event.seq, event);
      },
      onEnd: (error) => {
        signal.removeEventListener('abort', abort);
        reject(error ?? new OfficeUnreachable(`The office at ${address.url} has gone.`));
      },
    });
    const abort = () => {
      reject(signal.reason as Error);
      socket.end();
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}
