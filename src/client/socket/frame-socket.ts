import type { ClientCommand } from '../../protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import { protocolVersion } from '../../protocol/protocol-version.js';
import { UnknownProtocol } from '../errors.js';

/** The used part of a `WebSocket`, the platform's or that of the package `ws`. */
interface SocketLike {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
  send(text: string): void;
  close(): void;
}

export type WebSocketClass = new (url: string) => SocketLike;

interface FrameListener {
  /** The first frame, with a known protocol version. */
  readonly onGreeting: (hello: ServerEventOf<'hello'>) => void;
  /** All later frames, possibly `hello` again. */
  readonly onEvent: (event: ServerEvent) => void;
  /** Called once, last. An error: reconnecting is pointless. */
  readonly onEnd: (error?: UnknownProtocol) => void;
}

/** One connection from opening to end, in events and commands. */
export class FrameSocket {
  private readonly pings: (() => void)[] = [];
  private greeted = false;
  private ended = false;

  constructor(
    private readonly socket: SocketLike,
    private readonly listener: FrameListener,
  ) {
    socket.addEventListener('message', ({ data }) => this.receive(data));
    socket.addEventListener('close', () => this.end());
    // Every error is followed by a close event, which is handled.
    socket.addEventListener('error', () => undefined);
  }

  /** True once `hello` has arrived. */
  get isOpen(): boolean {
    return this.greeted && !this.ended;
  }

  send(command: ClientCommand): void {
    this.socket.send(JSON.stringify(command));
  }

  /** Requests a `pong`, which follows everything requested before. */
  ping(onPong: () => void): void {
    this.pings.push(onPong);
    this.send({ type: 'ping' });
  }

  /** Ends at once, without waiting for the other side. */
  end(error?: UnknownProtocol): void {
    if (this.ended) return;
    this.ended = true;
    this.socket.close();
    this.listener.onEnd(error);
  }

  private receive(data: unknown): void {
    const event = this.ended ? null : eventIn(data);
    if (event === null) return;
    if (!this.greeted) this.handleFirst(event);
    else this.listener.onEvent(event);
    if (event.type === 'pong') this.pings.shift()?.();
  }

  private handleFirst(event: ServerEvent): void {
    if (event.type !== 'hello') return;
    const problem = protocolProblem(event.protocolVersion);
    if (problem !== null) {
      this.end(problem);
      return;
    }
    this.greeted = true;
    this.listener.onGreeting(event);
  }
}

/** Null for the known version. */
export function protocolProblem(spoken: unknown): UnknownProtocol | null {
  if (spoken === protocolVersion) return null;
  const theirs = typeof spoken === 'number' ? `version ${spoken}` : 'one without a version';
  return new UnknownProtocol(
    `This client speaks version ${protocolVersion} of the protocol, the service ${theirs}. Use a client and a service of the same release.`,
  );
}

/** Null if it is not an event; the service sends none such. */
function eventIn(data: unknown): ServerEvent | null {
  try {
    const value: unknown = JSON.parse(String(data));
    const isEvent = typeof value === 'object' && value !== null && 'type' in value;
    return isEvent ? (value as ServerEvent) : null;
  } catch {
    return null;
  }
}
