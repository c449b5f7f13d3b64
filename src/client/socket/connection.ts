import type { ClientCommand } from '../../protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../../protocol/events.js';
import { type OfficeAddress, socketUrl } from '../address.js';
import { OfficeUnreachable } from '../errors.js';
import { backOffMs } from './back-off.js';
import { FrameSocket, type WebSocketClass } from './frame-socket.js';

/** Interval of pings, ms; without a sign of life in between, or a greeting, the connection is dropped. */
const pingEveryMs = 25_000;

export type ConnectionStatus =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'online' }
  | { readonly phase: 'waiting'; readonly attempt: number; readonly retryInMs: number }
  /** Final; with an error if it was not requested. */
  | { readonly phase: 'closed'; readonly error: Error | null };

/**
 * Why events may be missing: the service's log was replaced (`restarted`), or nothing was replayed
 * although numbers were given out (`missed`; possibly none was for clients).
 */
export type Gap = 'restarted' | 'missed';

interface ConnectionListener {
  /** In order, each stored event once. */
  readonly onEvent: (event: ServerEvent) => void;
  readonly onGap: (gap: Gap) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
}

interface ConnectionOptions {
  readonly WebSocket: WebSocketClass;
  /** Only events after this one. Absent: from now on. */
  readonly since?: number;
  /** The history of `since`. */
  readonly history?: string;
  /** Consecutive attempts before the connection is given up; absent: unlimited. */
  readonly attempts?: number;
  /** Why reconnecting is pointless; null if it is not. */
  readonly diagnose: () => Promise<Error | null>;
  /** 0..1 */
  readonly random?: () => number;
}

/** A connection that reconnects and requests missed events. */
export class Connection {
  private socket: FrameSocket | undefined;
  private lastSeq: number | undefined;
  /** The history of the number; undefined: an older service without one. */
  private history: string | undefined;
  private attempt = 0;
  private closed = false;
  private heardSincePing = true;
  private redial: ReturnType<typeof setTimeout> | undefined;
  private pings: ReturnType<typeof setInterval> | undefined;
  /** The end of a replay in progress, and whether it has delivered anything. */
  private replay: { readonly until: number; heard: boolean } | null = null;

  constructor(
    private readonly address: OfficeAddress,
    private readonly listener: ConnectionListener,
    private readonly options: ConnectionOptions,
  ) {
    this.lastSeq = options.since;
    this.history = options.history;
    this.pings = setInterval(() => this.keepAlive(), pingEveryMs);
    this.dial();
  }

  /** False: disconnected, nothing was sent. */
  send(command: ClientCommand): boolean {
    if (!this.socket?.isOpen) return false;
    this.socket.send(command);
    return true;
  }

  close(error: Error | null = null): void {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.pings);
    clearTimeout(this.redial);
    this.socket?.end();
    this.listener.onStatus({ phase: 'closed', error });
  }

  private dial(): void {
    this.listener.onStatus({ phase: 'connecting' });
    this.heardSincePing = true;
    const url = socketUrl(this.address, this.lastSeq, this.history);
    const socket: FrameSocket = new FrameSocket(new this.options.WebSocket(url), {
      onGreeting: (hello) => this.handleHello(hello, socket),
      onEvent: (event) => this.receive(event),
      onEnd: (error) => void this.dropped(error),
    });
    this.socket = socket;
  }

  private receive(event: ServerEvent): void {
    this.heardSincePing = true;
    if (event.type === 'hello' || this.isNext(event)) this.listener.onEvent(event);
  }

  private handleHello(hello: ServerEventOf<'hello'>, socket: FrameSocket): void {
    const since = this.lastSeq;
    const until = hello.seq ?? 0;
    this.heardSincePing = true;
    this.attempt = 0;
    this.listener.onEvent(hello);
    const isOther = since !== undefined && this.isOther(hello, until < since);
    this.history = hello.historyId;
    if (since === undefined || isOther) this.lastSeq = until;
    if (isOther) this.listener.onGap('restarted');
    else if (since !== undefined && until > since) this.awaitReplay(until, socket);
    this.listener.onStatus({ phase: 'online' });
  }

  /** A replica of the same history may be behind. @param isEarlier its number is an earlier one */
  private isOther({ historyId }: ServerEventOf<'hello'>, isEarlier: boolean): boolean {
    return this.history === undefined ? isEarlier : this.history !== historyId;
  }

  /** Missed events precede the answer to a ping. */
  private awaitReplay(until: number, socket: FrameSocket): void {
    const replay = (this.replay = { until, heard: false });
    socket.ping(() => this.replayed(replay));
  }

  private replayed(replay: { readonly until: number; readonly heard: boolean }): void {
    if (this.replay !== replay) return;
    this.replay = null;
    this.lastSeq = Math.max(this.lastSeq ?? 0, replay.until);
    if (!replay.heard) this.listener.onGap('missed');
  }

  private isNext({ seq }: ServerEvent): boolean {
    if (seq === undefined) return true;
    if (seq <= (this.lastSeq ?? -1)) return false;
    this.lastSeq = seq;
    if (this.replay !== null) this.replay.heard ||= seq <= this.replay.until;
    return true;
  }

  private async dropped(problem: Error | undefined): Promise<void> {
    this.replay = null;
    if (this.closed) return;
    const error = problem ?? (await this.options.diagnose());
    if (this.isOver()) return;
    if (error !== null) this.close(error);
    else if (this.attempt === this.options.attempts) this.close(this.gone());
    else this.wait();
  }

  private wait(): void {
    const chance = (this.options.random ?? Math.random)();
    const retryInMs = backOffMs(this.attempt, chance);
    this.attempt += 1;
    this.listener.onStatus({ phase: 'waiting', attempt: this.attempt, retryInMs });
    this.redial = setTimeout(() => this.dial(), retryInMs);
  }

  /** Reads the field again, because the compiler assumes it unchanged after the wait. */
  private isOver(): boolean {
    return this.closed;
  }

  private gone(): Error {
    return new OfficeUnreachable(`The office at ${this.address.url} has gone.`);
  }

  private keepAlive(): void {
    if (!this.heardSincePing) {
      this.socket?.end();
      return;
    }
    this.heardSincePing = false;
    if (this.socket?.isOpen) this.socket.ping(() => undefined);
  }
}
