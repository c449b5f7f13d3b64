import type { ClientCommand } from '../../protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import { protocolVersion } from '../../protocol/protocol-version.js';
import { UnknownProtocol } from '../errors.js';

/** What is used of a `WebSocket`, be it the platform's own or that of the package `ws`. */
export interface SocketLike {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
  send(text: string): void;
  close(): void;
}

export type WebSocketClass = new (url: string) => SocketLike;

export interface FrameListener {
  /** The first frame, in a version of the protocol that is known. */
  readonly onGreeting: (hello: ServerEventOf<'hello'>) => void;
  /** Every frame after it; later ones may be `hello` again. */
  readonly onEvent: (event: ServerEvent) => void;
  /** Called once, and last. An error: dialling again would not help. */
  readonly onEnd: (error?: UnknownProtocol) => void;
}

/** One connection from its dialling to its end, in events and commands instead of text. */
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
    // Every error is followed by a close, which does what there is to do.
    socket.addEventListener('error', () => undefined);
  }

  /** Whether `hello` has come and commands go through. */
  get isOpen(): boolean {
    return this.greeted && !this.ended;
  }

  send(command: ClientCommand): void {
    this.socket.send(JSON.stringify(command));
  }

  /** Asks for a `pong`, which comes after whatever the service was asked to replay before. */
  ping(onPong: () => void): void {
    this.pings.push(onPong);
    this.send({ type: 'ping' });
  }

  /** At once, without waiting for the other side, which may be gone. */
  end(error?: UnknownProtocol): void {
    if (this.ended) return;
    this.ended = true;
    this.socket.close();
    this.listener.onEnd(error);
  }

  private receive(data: unknown): void {
    const event = this.ended ? null : eventIn(data);
    if (event === null) return;
    if (!this.greeted) this.greet(event);
    else this.listener.onEvent(event);
    if (event.type === 'pong') this.pings.shift()?.();
  }

  private greet(event: ServerEvent): void {
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

/** Null for the version this client is written for. */
export function protocolProblem(spoken: unknown): UnknownProtocol | null {
  if (spoken === protocolVersion) return null;
  const theirs = typeof spoken === 'number' ? `version ${spoken}` : 'one without a version';
  return new UnknownProtocol(
    `This client speaks version ${protocolVersion} of the protocol, the service ${theirs}. Use a client and a service of the same release.`,
  );
}

/** Null for what is no event; a service sends none. */
function eventIn(data: unknown): ServerEvent | null {
  try {
    const value: unknown = JSON.parse(String(data));
    const isEvent = typeof value === 'object' && value !== null && 'type' in value;
    return isEvent ? (value as ServerEvent) : null;
  } catch {
    return null;
  }
}
