import type {
  ClientCommand,
  ClientCommandPayloads,
  HandledCommandType,
} from '../protocol/commands.js';
import type { ServerEvent, ServerEventOf, ServerEventType } from '../protocol/events.js';
import type { OfficeState } from '../protocol/records/office.js';
import { deliveryTexts } from '../protocol/texts/delivery.js';
import type { ApprovalScope } from '../protocol/records/enums.js';
import type { Approval, Run } from '../protocol/records/work.js';
import { retryTexts, runTexts, steerTexts } from '../protocol/texts/runs.js';
import { workspaceTexts } from '../protocol/texts/workspaces.js';
import { addressOf, type OfficeAddress } from './address.js';
import { diagnose } from './diagnose.js';
import { OfficeClosed, OfficeRefusal, OfficeUnreachable } from './errors.js';
import { HttpTransport } from './http/http-transport.js';
import { Operations } from './http/operations.js';
import { Listeners } from './listeners.js';
import { followRun, type Heard, type RunSource } from './runs/follow-run.js';
import { loadRun } from './runs/load-run.js';
import { isOfRun, type RunEvent } from './runs/run-event.js';
import {
  beginsWith,
  type CommandOutcome,
  isComplaint,
  oneOf,
  saidOf,
} from './socket/command-outcome.js';
import { Connection, type ConnectionStatus, type Gap } from './socket/connection.js';
import type { WebSocketClass } from './socket/frame-socket.js';
import { pause, until } from './until.js';
import { LocalState } from './state/local-state.js';
import { isFinal } from './state/run-events.js';

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

interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** How long a follower waits before it asks again over a connection that stands, in ms. */
const askAgainMs = 500;

/**
 * An office as a client sees it: its operations, its events, its state as it changes. Works in Node
 * 24 and browsers. Keeps itself connected until `close()`.
 */
export class Office {
  /** The 48 operations of the interface over HTTP. */
  readonly http: Operations;
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
    const report = options.onListenerError ?? ((error) => console.error(error));
    this.address = addressOf(address);
    this.http = new Operations(new HttpTransport(this.address, options.fetch));
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
        diagnose: () => diagnose(this.http),
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
    { reason, scope, signal }: WaitOptions & ApprovalWords = {},
  ): Promise<Approval> {
    const said = { ...(reason && { reason }), ...(scope && { scope }) };
    return this.command('approve', { approvalId, approved, ...said }, signal, {
      isRefusal: oneOf(
        runTexts.approvalNotPending(approvalId),
        runTexts.approvalOnceOnly(approvalId),
      ),
      resultIn: (event) =>
        event.type === 'approval.decided' && event.approval.id === approvalId
          ? event.approval
          : undefined,
    });
  }

  /**
   * Stops a run; resolves once it is final.
   * @throws OfficeRefusal when it is not running, OfficeUnreachable, OfficeClosed
   */
  cancel(runId: string, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('cancel', { runId }, signal, {
      isRefusal: oneOf(runTexts.notRunning(runId)),
      resultIn: (event) =>
        event.type === 'run.updated' && event.run.id === runId && isFinal(event.run.status)
          ? event.run
          : undefined,
    });
  }

  /**
   * Begins a new run that does again what a run that has ended left undone; resolves with it.
   * @throws OfficeRefusal when the run cannot be retried, OfficeUnreachable, OfficeClosed
   */
  retry(
    runId: string,
    { stage, signal }: WaitOptions & { readonly stage?: string } = {},
  ): Promise<Run> {
    const known = new Set(this.state?.runs.map(({ id }) => id));
    return this.command('retryRun', { runId, ...(stage && { stage }) }, signal, {
      isRefusal: beginsWith(runTexts.noRun(runId), retryTexts.refused(runId, '')),
      resultIn: (event) =>
        event.type === 'run.created' && event.run.retryOf === runId && !known.has(event.run.id)
          ? event.run
          : undefined,
    });
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
    return this.command('revertRun', payload, signal, {
      isRefusal: (message) => deliveryTexts.isAbout(runId, message),
      resultIn: (event) => saidOf(event, deliveryTexts.revertedPrefix(runId)),
    });
  }

  /**
   * Adds an instruction to a run at work; resolves once every later call shows it.
   * @throws OfficeRefusal when it is not at work, OfficeUnreachable, OfficeClosed
   */
  steer(runId: string, text: string, { signal }: WaitOptions = {}): Promise<Run> {
    return this.command('steerRun', { runId, text }, signal, {
      isRefusal: beginsWith(steerTexts.textRequired, steerTexts.refused(runId, '')),
      resultIn: (event) =>
        event.type === 'run.updated' &&
        event.run.id === runId &&
        event.run.instructions?.some((added) => added.text === text.trim())
          ? event.run
          : undefined,
    });
  }

  /**
   * Makes a branch of what a run changed; resolves with what was made, in words, once a person has
   * approved it where the run's policy asks for that.
   * @throws OfficeRefusal, OfficeUnreachable, OfficeClosed
   */
  deliverRun(runId: string, branch: string, { signal }: WaitOptions = {}): Promise<string> {
    const isRefusal = (message: string): boolean => deliveryTexts.isAbout(runId, message);
    return this.command('deliverRun', { runId, branch }, signal, {
      isRefusal,
      resultIn: (event) => saidOf(event, deliveryTexts.deliveredPrefix(runId)),
    });
  }

  /**
   * Shows another floor, to every client; resolves with the state that shows it.
   * @throws OfficeRefusal when there is no such floor, OfficeUnreachable, OfficeClosed
   */
  selectWorkspace(workspaceId: string, { signal }: WaitOptions = {}): Promise<OfficeState> {
    return this.command('selectWorkspace', { workspaceId }, signal, {
      isRefusal: oneOf(workspaceTexts.noWorkspaceToSelect(workspaceId)),
      resultIn: (event) =>
        event.type === 'office.updated' && event.state.activeWorkspaceId === workspaceId
          ? event.state
          : undefined,
    });
  }

  /** Every event of a run from its beginning to its end: see `followRun`. */
  followRun(runId: string, { signal }: WaitOptions = {}): AsyncGenerator<RunEvent, void> {
    return followRun(this.runSource(runId), signal ?? new AbortController().signal);
  }

  /** Asks for the whole state now; resolves when it has come. */
  async refresh({ signal }: WaitOptions = {}): Promise<OfficeState> {
    const answer = {
      resultIn: (event: ServerEvent) => (event.type === 'hello' ? event : undefined),
    };
    return (await this.command('resync', {}, signal, answer)).state;
  }

  /** Resolves while the connection stands, else when it does again. @throws when it is given up */
  online(signal?: AbortSignal): Promise<void> {
    return until<void>(signal, (resolve, reject) => {
      const look = (status: ConnectionStatus) => {
        if (status.phase === 'online') resolve();
        if (status.phase === 'closed') reject(reasonOf(status));
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

  /** Sends a command, again when the connection broke before its outcome was heard of. */
  private command<T extends HandledCommandType, R>(
    type: T,
    payload: ClientCommandPayloads[T],
    signal: AbortSignal | undefined,
    outcome: CommandOutcome<R>,
  ): Promise<R> {
    return until<R>(signal, (resolve, reject) => {
      const look = (event: ServerEvent) => {
        const result = outcome.resultIn(event);
        if (result !== undefined) resolve(result);
        else if (isComplaint(event) && outcome.isRefusal?.(event.message) === true) {
          reject(new OfficeRefusal(event.message));
        }
      };
      let isOpen = true;
      const again = (status: ConnectionStatus) => {
        if (status.phase === 'closed') reject(reasonOf(status));
        // What was missed comes first, and may bring the outcome.
        else if (status.phase === 'online') {
          this.connection.afterReplay(() => isOpen && this.send(type, payload));
        }
      };
      const stops = [this.onEvent(look), this.onStatus(again), () => (isOpen = false)];
      this.send(type, payload);
      return () => stops.forEach((stop) => stop());
    });
  }

  private runSource(runId: string): RunSource {
    return {
      listen: (tell) => this.listenToRun(runId, tell),
      detail: (signal) => this.http.run(runId, { signal }),
      load: (signal) => loadRun(runId, this.address, { WebSocket: this.WebSocket, signal }),
      online: async (signal) => {
        await pause(askAgainMs, signal);
        await this.online(signal);
      },
    };
  }

  private listenToRun(runId: string, tell: (heard: Heard) => void): () => void {
    const stops = [
      this.onEvent((event) => isOfRun(event, runId) && tell({ event })),
      this.onGap((gap) => tell({ gap })),
      this.onStatus((status) => status.phase === 'closed' && tell({ closed: reasonOf(status) })),
    ];
    return () => stops.forEach((stop) => stop());
  }
}

/** What may be said with the answer to an approval. */
interface ApprovalWords {
  readonly reason?: string;
  /** How far a yes reaches; absent: once. */
  readonly scope?: ApprovalScope;
}

function reasonOf({ error }: ConnectionStatus & { phase: 'closed' }): Error {
  return error ?? new OfficeClosed();
}
