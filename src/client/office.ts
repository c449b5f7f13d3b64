import type {
  ClientCommand,
  ClientCommandPayloads,
  HandledCommandType,
} from '../protocol/commands.js';
import type { ServerEvent, ServerEventOf, ServerEventType } from '../protocol/events.js';
import type { OfficeState } from '../protocol/records/office.js';
import type { Approval, Run } from '../protocol/records/work.js';
import { addressOf, type OfficeAddress } from './address.js';
import type { ApprovalWords, WaitOptions } from './command-options.js';
import { diagnose } from './diagnose.js';
import { OfficeUnreachable } from './errors.js';
import { HttpTransport } from './http/http-transport.js';
import { Operations } from './http/operations.js';
import { Listeners } from './listeners.js';
import { Organisation } from './organisation.js';
import { followRun } from './runs/follow-run.js';
import { loadRun } from './runs/load-run.js';
import type { RunEvent } from './runs/run-event.js';
import { runSource } from './runs/run-source.js';
import { closedReason } from './socket/closed-reason.js';
import type { CommandOutcome } from './socket/command-outcome.js';
import { Connection, type ConnectionStatus, type Gap } from './socket/connection.js';
import type { WebSocketClass } from './socket/frame-socket.js';
import { outcomes } from './socket/outcomes.js';
import { type CommandLink, sendCommand } from './socket/send-command.js';
import { until } from './until.js';
import { LocalState } from './state/local-state.js';

export interface OfficeOptions {
  /** Only events after this one are told as news; the state is that of now all the same. */
  readonly since?: number;
  /** Dials in a row before the connection is given up, and `closed`; absent: never. */
  readonly attempts?: number;
  /** Closes the connection. */
  readonly signal?: AbortSignal;
  /** What a listener threw; the console is told when this is absent. */
  readonly onListenerError?: (error: unknown) => void;
  /** In place of the platform's own. */
  readonly WebSocket?: WebSocketClass;
  readonly fetch?: typeof fetch;
}

/**
 * An office as a client sees it: its operations, its events, its state as it changes. Works in Node
 * 24 and browsers. Keeps itself connected until `close()`.
 */
export class Office {
  /** The operations of the interface over HTTP. */
  readonly http: Operations;
  /** Commands about people, policies and rooms, each with its outcome. */
  readonly organisation: Organisation;
  private readonly address: OfficeAddress;
  private readonly events: Listeners<ServerEvent>;
  private readonly states: Listeners<OfficeState>;
  private readonly statuses: Listeners<ConnectionStatus>;
  private readonly gaps: Listeners<Gap>;
  private readonly local: LocalState;
  private readonly connection: Connection;
  private readonly WebSocket: WebSocketClass;
  private present: ConnectionStatus = { phase: 'connecting' };

  private constructor(address: OfficeAddress | string, options: OfficeOptions) {
    this.organisation = new Organisation(
      (...command) => this.command(...command),
      () => this.state.activeWorkspaceId,
    );
    const report = options.onListenerError ?? ((error) => console.error(error));
    this.address = addressOf(address);
    const transport = new HttpTransport(this.address, options.fetch);
    this.http = new Operations(transport);
    this.events = new Listeners(report);
    this.states = new Listeners(report);
    this.statuses = new Listeners(report);
    this.gaps = new Listeners(report);
    this.WebSocket = options.WebSocket ?? globalThis.WebSocket;
    this.local = new LocalState({
      refresh: () => this.connection.send({ type: 'resync' }),
      onChange: (state) => this.states.tell(state),
    });
    this.connection = new Connection(
      this.address,
      {
        onEvent: (event) => this.take(event),
        onGap: (gap) => this.gaps.tell(gap),
        onStatus: (status) => this.change(status),
      },
      {
        WebSocket: this.WebSocket,
        diagnose: () => diagnose(this.http, transport),
        ...(options.since !== undefined && { since: options.since }),
        ...(options.attempts !== undefined && { attempts: options.attempts }),
      },
    );
    options.signal?.addEventListener('abort', () => this.close(), { once: true });
    if (options.signal?.aborted) this.close();
  }

  /**
   * Resolves once the first state is known.
   * @throws OfficeRefusal (a token is missing), UnknownProtocol, OfficeUnreachable after as many
   *   `attempts`, or the signal's reason
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

  /** The state as events have told it; equal to `GET /api/state`, but for what docs/client.md names. */
  get state(): OfficeState {
    const { current } = this.local;
    if (current === undefined) throw new OfficeUnreachable('No state has come yet.');
    return current;
  }

  get status(): ConnectionStatus {
    return this.present;
  }

  /** Calls the listener for every event of the type. Answers how to stop. */
  on<T extends ServerEventType>(type: T, listener: (event: ServerEventOf<T>) => void): () => void {
    return this.events.add((event) => {
      if (event.type === type) listener(event as unknown as ServerEventOf<T>);
    });
  }

  onEvent(listener: (event: ServerEvent) => void): () => void {
    return this.events.add(listener);
  }

  /** Calls the listener whenever the state is another one. */
  onState(listener: (state: OfficeState) => void): () => void {
    return this.states.add(listener);
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    return this.statuses.add(listener);
  }

  /** Calls the listener when events may have been missed for good. The state is right all the same. */
  onGap(listener: (gap: Gap) => void): () => void {
    return this.gaps.add(listener);
  }

  /**
   * Sends a command over the socket. The service answers no command as such: what it does is told by
   * events, why it does not by an `error` event that does not say which command it means.
   * @throws OfficeUnreachable while the connection is down
   */
  send<T extends HandledCommandType>(type: T, payload: ClientCommandPayloads[T]): void {
    // The compiler cannot see that a type and its payload make a command.
    const command = { type, ...payload } as unknown as ClientCommand;
    if (this.connection.send(command)) return;
    throw new OfficeUnreachable(`The connection to ${this.address.url} is down.`);
  }

  /**
   * Answers an approval.
   * @throws OfficeRefusal when it is no longer pending, OfficeUnreachable, OfficeClosed
   */
  approve(
    approvalId: string,
    approved: boolean,
    { reason, scope, by, signal }: WaitOptions & ApprovalWords = {},
  ): Promise<Approval> {
    const said = { ...(reason && { reason }), ...(scope && { scope }), ...(by && { by }) };
    const answer = { approvalId, approved, ...said };
    return this.command('approve', answer, outcomes.approve(approvalId), signal);
  }

  /**
   * Stops a run; resolves once it is final.
   * @throws OfficeRefusal when it is not running, OfficeUnreachable, OfficeClosed
   */
  cancel(runId: string, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('cancel', { runId }, outcomes.cancel(runId), signal);
  }

  /**
   * Begins a new run that does again what a run that has ended left undone; resolves with it.
   * @throws OfficeRefusal when the run cannot be retried, OfficeUnreachable, OfficeClosed
   */
  retry(
    runId: string,
    { stage, signal }: WaitOptions & { readonly stage?: string } = {},
  ): Promise<Run> {
    const known = new Set(this.state.runs.map(({ id }) => id));
    const payload = { runId, ...(stage && { stage }) };
    return this.command('retryRun', payload, outcomes.retry(runId, known), signal);
  }

  /**
   * Puts the workspace back to before a run, or before a turn and all later ones of it; resolves with
   * what was done, in words.
   * @throws OfficeRefusal naming the files when changes of others would be lost, OfficeUnreachable,
   * OfficeClosed
   */
  revertRun(
    runId: string,
    { turnId, signal }: WaitOptions & { readonly turnId?: string } = {},
  ): Promise<string> {
    const payload = { runId, ...(turnId !== undefined && { turnId }) };
    return this.command('revertRun', payload, outcomes.revert(runId), signal);
  }

  /**
   * Adds an instruction to a run at work; resolves once every later call shows it.
   * @throws OfficeRefusal when it is not at work, OfficeUnreachable, OfficeClosed
   */
  steer(runId: string, text: string, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('steerRun', { runId, text }, outcomes.steer(runId, text), signal);
  }

  /**
   * Makes a branch of what a run changed; resolves with what was made, in words, once a person has
   * approved it where the run's policy asks for that.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  deliverRun(runId: string, branch: string, { signal }: WaitOptions = {}): Promise<string> {
    return this.command('deliverRun', { runId, branch }, outcomes.deliver(runId), signal);
  }

  /**
   * Shows another floor, to every client; resolves with the state that shows it.
   * @throws OfficeRefusal when there is no such floor, OfficeUnreachable, OfficeClosed
   */
  selectWorkspace(workspaceId: string, { signal }: WaitOptions = {}): Promise<OfficeState> {
    return this.command('selectWorkspace', { workspaceId }, outcomes.select(workspaceId), signal);
  }

  /** Every event of a run from its beginning to its end: see `followRun`. */
  followRun(runId: string, { signal }: WaitOptions = {}): AsyncGenerator<RunEvent, void> {
    const { address, WebSocket } = this;
    const source = runSource(runId, this, { address, WebSocket });
    return followRun(source, signal ?? new AbortController().signal);
  }

  /** Everything that is stored of a run now, in order. */
  storedEvents(runId: string, { signal }: WaitOptions = {}): Promise<readonly RunEvent[]> {
    const { address, WebSocket } = this;
    return loadRun(runId, address, { WebSocket, signal: signal ?? new AbortController().signal });
  }

  /** Asks for the whole state now; resolves when it has come. */
  refresh({ signal }: WaitOptions = {}): Promise<OfficeState> {
    return this.command('resync', {}, outcomes.refresh, signal);
  }

  /** Resolves while the connection stands, else when it does again. @throws when it is given up */
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
    this.events.tell(event);
  }

  private change(status: ConnectionStatus): void {
    this.present = status;
    if (status.phase === 'closed') this.local.stop();
    this.statuses.tell(status);
  }

  private command<T extends HandledCommandType, R>(
    type: T,
    payload: ClientCommandPayloads[T],
    outcome: CommandOutcome<R>,
    signal?: AbortSignal,
  ): Promise<R> {
    const link: CommandLink = {
      send: (...sent) => this.send(...sent),
      onEvent: (listener) => this.onEvent(listener),
      onStatus: (listener) => this.onStatus(listener),
      afterReplay: (then) => this.connection.afterReplay(then),
    };
    return sendCommand(link, type, payload, outcome, signal);
  }
}
