import type {
  ClientCommand,
  ClientCommandPayloads,
  HandledCommandType,
} from '../protocol/commands.js';
import type { ServerEvent, ServerEventOf, ServerEventType } from '../protocol/events.js';
import type { OfficeState } from '../protocol/records/office.js';
import { addressOf, type OfficeAddress } from './address.js';
import type { WaitOptions } from './command-options.js';
import { diagnose } from './diagnose.js';
import { NoWebSocket, OfficeUnreachable } from './errors.js';
import { HttpTransport } from './http/http-transport.js';
import { Operations } from './http/operations.js';
import { OfficeCommands } from './office-commands.js';
import { Organisation } from './organisation.js';
import { followRun, runSource } from './runs/follow-run.js';
import { loadRun } from './runs/load-run.js';
import type { RunEvent } from './runs/run-event.js';
import { closedReason } from './socket/closed-reason.js';
import { Connection, type ConnectionStatus, type Gap } from './socket/connection.js';
import type { WebSocketClass } from './socket/frame-socket.js';
import type { CommandLink } from './socket/send-command.js';
import { LocalState } from './state/local-state.js';
import { until } from './until.js';

export interface OfficeOptions {
  /** Only later events are delivered; the state is the present one in any case. */
  readonly since?: number;
  /** The history of `since`, from `hello`. */
  readonly history?: string;
  /** Consecutive attempts before the connection is given up and `closed`; absent: unlimited. */
  readonly attempts?: number;
  /** Closes the connection. */
  readonly signal?: AbortSignal;
  /** Receives listeners' errors; default: the console. */
  readonly onListenerError?: (error: unknown) => void;
  /** Replaces the platform's own; Node has one from version 22. */
  readonly WebSocket?: WebSocketClass;
  readonly fetch?: typeof fetch;
}

/**
 * An office for clients: operations, events and state. Runs in browsers and in Node from version
 * 22, or in older ones with a given `WebSocket`. Reconnects until `close()`.
 */
export class Office extends OfficeCommands {
  /** The interface's operations over HTTP. */
  readonly http: Operations;
  /** Commands about people, policies and rooms, with results. */
  readonly organisation: Organisation;
  private readonly address: OfficeAddress;
  private readonly events: Listeners<ServerEvent>;
  private readonly states: Listeners<OfficeState>;
  private readonly statuses: Listeners<ConnectionStatus>;
  private readonly gaps: Listeners<Gap>;
  private readonly local: LocalState;
  private readonly connection: Connection;
  private readonly WebSocket: WebSocketClass;
  protected readonly link: CommandLink = {
    send: (command) => this.sendFrame(command),
    onEvent: (listener) => this.onEvent(listener),
    onStatus: (listener) => this.onStatus(listener),
  };
  private present: ConnectionStatus = { phase: 'connecting' };

  private constructor(address: OfficeAddress | string, options: OfficeOptions) {
    super();
    this.organisation = new Organisation(
      (type, payload, signal) => this.command(type, payload, { signal }),
      () => this.state.activeWorkspaceId,
    );
    const report = options.onListenerError ?? ((error) => console.error(error));
    this.address = addressOf(address);
    const transport = new HttpTransport(this.address, options.fetch, {
      isUp: () => this.present.phase === 'online',
      up: (signal) => this.online(signal),
    });
    this.http = new Operations(transport);
    this.events = new Listeners(report);
    this.states = new Listeners(report);
    this.statuses = new Listeners(report);
    this.gaps = new Listeners(report);
    this.WebSocket = options.WebSocket ?? platformSocket();
    this.local = new LocalState({
      refresh: () => this.connection.send({ type: 'resync' }),
      onChange: (state) => this.states.notify(state),
    });
    this.connection = new Connection(
      this.address,
      {
        onEvent: (event) => this.take(event),
        onGap: (gap) => this.gaps.notify(gap),
        onStatus: (status) => this.change(status),
      },
      {
        WebSocket: this.WebSocket,
        diagnose: () => diagnose(this.http, transport),
        ...(options.since !== undefined && { since: options.since }),
        ...(options.history !== undefined && { history: options.history }),
        ...(options.attempts !== undefined && { attempts: options.attempts }),
      },
    );
    options.signal?.addEventListener('abort', () => this.close(), { once: true });
    if (options.signal?.aborted) this.close();
  }

  /**
   * Resolves once the first state is known.
   * @throws OfficeRefusal (a token is missing), UnknownProtocol, OfficeUnreachable after
   * `attempts`, NoWebSocket, or the signal's reason
   */
  static async connect(
    address: OfficeAddress | string,
    options: OfficeOptions = {},
  ): Promise<Office> {
    options.signal?.throwIfAborted();
    const office = new Office(address, options);
    await office.online(options.signal);
    return office;
  }

  /**
   * The state kept current by events; equal to `GET /api/state` except for what docs/client.md
   * names.
   */
  get state(): OfficeState {
    const { current } = this.local;
    if (current === undefined) throw new OfficeUnreachable('No state has come yet.');
    return current;
  }

  get status(): ConnectionStatus {
    return this.present;
  }

  /** Calls the listener for every event of the type. Returns a function that stops it. */
  on<T extends ServerEventType>(type: T, listener: (event: ServerEventOf<T>) => void): () => void {
    return this.events.add((event) => {
      if (event.type === type) listener(event as unknown as ServerEventOf<T>);
    });
  }

  onEvent(listener: (event: ServerEvent) => void): () => void {
    return this.events.add(listener);
  }

  /** Calls the listener whenever the state has changed. */
  onState(listener: (state: OfficeState) => void): () => void {
    return this.states.add(listener);
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    return this.statuses.add(listener);
  }

  /** Calls the listener if events may be lost for good. The state is correct in any case. */
  onGap(listener: (gap: Gap) => void): () => void {
    return this.gaps.add(listener);
  }

  /**
   * Sends a command without waiting for an answer.
   * @throws OfficeUnreachable while disconnected
   */
  send<T extends HandledCommandType>(type: T, payload: ClientCommandPayloads[T]): void {
    // The compiler cannot see that a type and its payload make a command.
    this.sendFrame({ type, ...payload } as unknown as ClientCommand);
  }

  /** All events of a run from beginning to end: see `followRun`. */
  followRun(runId: string, { signal }: WaitOptions = {}): AsyncGenerator<RunEvent, void> {
    const { address, WebSocket } = this;
    const source = runSource(runId, this, { address, WebSocket });
    return followRun(source, signal ?? new AbortController().signal);
  }

  /** All stored events of a run, in order. */
  storedEvents(runId: string, { signal }: WaitOptions = {}): Promise<readonly RunEvent[]> {
    const { address, WebSocket } = this;
    return loadRun(runId, address, { WebSocket, signal: signal ?? new AbortController().signal });
  }

  /** Resolves when connected. @throws if the connection is given up */
  online(signal?: AbortSignal): Promise<void> {
    return until<void>(signal, (resolve, reject) => {
      const look = (status: ConnectionStatus) => {
        if (status.phase === 'online') resolve();
        if (status.phase === 'closed') reject(closedReason(status));
      };
      const stop = this.onStatus(look);
      look(this.present);
      return stop;
    });
  }

  close(): void {
    this.connection.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private take(event: ServerEvent): void {
    this.local.take(event);
    this.events.notify(event);
  }

  private change(status: ConnectionStatus): void {
    this.present = status;
    if (status.phase === 'closed') this.local.stop();
    this.statuses.notify(status);
  }

  private sendFrame(command: ClientCommand): void {
    if (this.connection.send(command)) return;
    throw new OfficeUnreachable(`The connection to ${this.address.url} is down.`);
  }
}

function platformSocket(): WebSocketClass {
  const { WebSocket } = globalThis as { WebSocket?: WebSocketClass };
  if (WebSocket === undefined) throw new NoWebSocket();
  return WebSocket;
}

/** Listeners of something. One that throws is reported and does not affect others. */
class Listeners<T> {
  private readonly all = new Set<(item: T) => void>();

  constructor(private readonly report: (error: unknown) => void) {}

  /** Returns a function that removes the listener. */
  add(listener: (item: T) => void): () => void {
    // The same function may be added twice and removed separately.
    const own = (item: T) => listener(item);
    this.all.add(own);
    return () => void this.all.delete(own);
  }

  notify(item: T): void {
    for (const listener of [...this.all]) {
      try {
        listener(item);
      } catch (error) {
        this.report(error);
      }
    }
  }
}
