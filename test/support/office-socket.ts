import { WebSocket } from 'ws';
import type { ClientCommand } from '../../src/protocol/commands.js';
import type { ServerEvent, ServerEventOf, ServerEventType } from '../../src/protocol/events.js';
import { checkFrame } from './contract.js';

export interface SocketOptions {
  /** Path and query; `/ws` by default. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Checks frames against the document of the socket; true by default. */
  readonly described?: boolean;
}

interface Waiter {
  readonly matches: (event: ServerEvent) => boolean;
  readonly resolve: (event: ServerEvent) => void;
  readonly reject: (reason: Error) => void;
}

/** Longer than every expected wait, shorter than a test may take. */
const timeoutMs = 60_000;

/**
 * A raw socket that keeps every received frame and lets a test wait for one. A frame that does not
 * match the document fails the waits and `close`.
 */
export class OfficeSocket {
  /** Everything received so far, in order. */
  readonly events: ServerEvent[] = [];
  /** The same as received bytes. */
  readonly frames: string[] = [];
  readonly socket: WebSocket;
  private readonly waiters = new Set<Waiter>();
  private gone: Error | undefined;
  private broken: Error | undefined;
  private readonly described: boolean;

  constructor(port: number, { path = '/ws', headers = {}, described = true }: SocketOptions = {}) {
    this.described = described;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    this.socket.on('message', (data: Buffer) => this.receive(data.toString()));
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', (code) => this.fail(new Error(`the socket was closed: ${code}`)));
  }

  send(command: ClientCommand): void {
    this.sendRaw(JSON.stringify(command));
  }

  /** Sends any frame; bytes are sent as a binary one. */
  sendRaw(frame: string | Buffer): void {
    this.socket.send(frame);
  }

  /**
   * The first event of the type that meets the condition, received or still to come. Rejects if the
   * socket ends first, or after `timeoutMs`.
   */
  async waitFor<T extends ServerEventType>(
    type: T,
    condition: (event: ServerEventOf<T>) => boolean = () => true,
  ): Promise<ServerEventOf<T>> {
    const matches = (event: ServerEvent): boolean =>
      event.type === type && condition(event as unknown as ServerEventOf<T>);
    const known = this.events.find(matches);
    return (known ?? this.next(matches, type)) as unknown as Promise<ServerEventOf<T>>;
  }

  /** The same for an event of any type. */
  async waitForAny(condition: (event: ServerEvent) => boolean): Promise<ServerEvent> {
    return this.events.find(condition) ?? this.next(condition, 'such event');
  }

  ofType<T extends ServerEventType>(type: T): ServerEventOf<T>[] {
    return this.events.filter((event) => event.type === type) as unknown as ServerEventOf<T>[];
  }

  /** Sends a ping; when its pong arrives, everything the office sent before has been received. */
  async settle(): Promise<void> {
    this.send({ type: 'ping' });
    await this.next((event) => event.type === 'pong', 'pong');
  }

  /** The close code. */
  closed(): Promise<number> {
    return new Promise((resolve) => this.socket.once('close', resolve));
  }

  async close(): Promise<void> {
    if (this.socket.readyState !== WebSocket.CLOSED) {
      const closed = this.closed();
      this.socket.terminate();
      await closed;
    }
    if (this.broken !== undefined) throw this.broken;
  }

  private async next(matches: (event: ServerEvent) => boolean, what: string): Promise<ServerEvent> {
    if (this.gone !== undefined) throw this.gone;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(new Error(`no ${what} within ${timeoutMs} ms; got: ${this.summary()}`));
      }, timeoutMs);
      const done = <A>(settle: (argument: A) => void) => {
        return (argument: A): void => {
          clearTimeout(timer);
          settle(argument);
        };
      };
      const waiter: Waiter = { matches, resolve: done(resolve), reject: done(reject) };
      this.waiters.add(waiter);
    });
  }

  private receive(frame: string): void {
    if (this.described) this.check(frame);
    const event = JSON.parse(frame) as ServerEvent;
    this.frames.push(frame);
    this.events.push(event);
    for (const waiter of this.waiters) {
      if (!waiter.matches(event)) continue;
      this.waiters.delete(waiter);
      waiter.resolve(event);
    }
  }

  private check(frame: string): void {
    try {
      checkFrame(frame);
    } catch (thrown) {
      this.broken ??= thrown as Error;
      this.fail(this.broken);
    }
  }

  private fail(reason: Error): void {
    this.gone ??= reason;
    for (const waiter of this.waiters) waiter.reject(reason);
    this.waiters.clear();
  }

  private summary(): string {
    return this.events.map(({ type }) => type).join(', ') || 'nothing';
  }
}
