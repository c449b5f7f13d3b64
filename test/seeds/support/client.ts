import { Connection } from '#client/socket/connection.js';
import { LocalState } from '#client/state/local-state.js';
import type { ServerEvent } from '#protocol/events.js';
import type { OfficeState } from '#protocol/records/office.js';
import { differences } from '../../support/histories/client-view.js';
import { aboutOf } from '../../support/histories/following-socket.js';
import type { OperationKind, OperationKinds } from '../../support/histories/history.js';
import { healthTexts } from '#protocol/texts/process.js';
import { type ClientSocket, type Reached, SimulatedLink } from './clients/simulated-socket.js';
import type { Outside } from './outside.js';

/** After these the same command is sent again under its id. */
const passing: readonly string[] = [
  healthTexts.storeSilent,
  healthTexts.storeBusy,
  healthTexts.closing,
];

/** Pause before a command is sent again, ms. */
const againMs = 1000;

/** A command of a client, and how its result is told. */
export interface AskedCommand<K extends OperationKind> {
  readonly kind: K;
  readonly input: OperationKinds[K]['input'];
  readonly command: { readonly type: string } & Readonly<Record<string, unknown>>;
  readonly value: (result: never) => OperationKinds[K]['value'];
}

interface Waiting {
  readonly frame: object;
  readonly answer: (event: ServerEvent) => boolean;
}

/**
 * A client with the connection and the state of the client library. It sends a command again, under
 * the same id, until it is answered.
 */
export class SimulatedClient {
  readonly local: LocalState;
  private readonly connection: Connection;
  private link: SimulatedLink | null = null;
  private connections = 0;
  private commands = 0;
  /** Number of the last event that its sockets got. */
  private lastHeard = 0;
  /** Number of the last event in its state. */
  private included = 0;
  private isOnline = false;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly outside: Outside,
    readonly name: string,
    reach: () => Reached | null,
    private readonly since: number | null,
    /** It asks for the whole state whenever a stage ends or a run changes, also during a replay. */
    private readonly asksForStates: boolean,
  ) {
    this.local = new LocalState({
      refresh: () => void this.connection.send({ type: 'resync' }),
      onChange: () => undefined,
    });
    const open = (url: string): ClientSocket => this.open(url, reach());
    const listener = {
      onEvent: (event: ServerEvent) => this.take(event),
      onGap: () => undefined,
      onStatus: ({ phase }: { readonly phase: string }) => this.change(phase === 'online'),
    };
    this.connection = new Connection({ url: 'http://office' }, listener, {
      WebSocket: class {
        constructor(url: string) {
          return open(url);
        }
      } as never,
      diagnose: async () => null,
      random: () => outside.world.random.next(),
      ...(since !== null && { since }),
    });
    if (outside.planted === 'greeting awaited for ever') this.waitForGreetings();
  }

  /** As it was: only greeted connections are given up. */
  private waitForGreetings(): void {
    const connection = this.connection as unknown as {
      readonly socket?: { readonly isOpen: boolean };
      keepAlive: () => void;
    };
    const keepAlive = connection.keepAlive.bind(connection);
    connection.keepAlive = () => {
      if (connection.socket?.isOpen) keepAlive();
    };
  }

  /** Who serves it now; null: nobody. */
  get servedBy(): Reached | null {
    return this.link?.reached ?? null;
  }

  get last(): number {
    return this.lastHeard;
  }

  /** True if it has every event up to the number that it wanted to have. */
  hasHeard(seq: number): boolean {
    return this.isOnline && Math.max(this.lastHeard, this.since ?? this.included) >= seq;
  }

  /** True if each of its commands is answered. */
  get isAnswered(): boolean {
    return this.waiting.size === 0;
  }

  cut(): void {
    this.link?.cut();
  }

  fallSilent(): void {
    this.link?.fallSilent();
  }

  /** When it reads again, ms. */
  get stalledUntil(): number {
    return this.link?.stalledUntil ?? 0;
  }

  /** Nothing that is sent to it arrives before. */
  stall(until: number): void {
    this.link?.stall(until);
  }

  /** The network tells both ends of a connection on which nothing arrives. */
  tellSilence(): void {
    if (this.link?.isSilent) this.link.cut();
  }

  ask<K extends OperationKind>({ kind, input, command, value }: AskedCommand<K>): void {
    this.commands += 1;
    const requestId = `${this.name}-${this.commands}`;
    const { recorder } = this.outside.history;
    const client = `${this.name} ${this.commands}`;
    const answered = recorder.begin({ client, replica: this.name, kind, input });
    const by = (): string => this.link?.reached?.process.name ?? this.name;
    const answer = (event: ServerEvent): boolean => {
      if (event.type === 'command.done') {
        answered({ ok: true, value: value(event.result as never) }, by());
      } else if (event.type === 'error' && !passing.includes(event.message)) {
        answered({ ok: false, error: event.message }, by());
      } else return false;
      return true;
    };
    this.waiting.set(requestId, { frame: { ...command, requestId }, answer });
    this.send(requestId);
  }

  private send(requestId: string): void {
    const waiting = this.waiting.get(requestId);
    if (waiting !== undefined) this.connection.send(waiting.frame as never);
  }

  private open(url: string, reached: Reached | null): ClientSocket {
    const link = new SimulatedLink(this.outside, reached, url);
    this.link = link;
    this.connections += 1;
    const connection = this.connections;
    const given = new URL(url).searchParams.get('since');
    const since = given === null ? null : Number(given);
    let isGreeted = false;
    link.client.addEventListener('message', ({ data }) => {
      if (isWholeState(data)) return;
      const event = JSON.parse(String(data)) as ServerEvent;
      const { recorder } = this.outside.history;
      const place = { client: this.name, connection };
      if (event.type === 'hello') {
        const { seq = 0 } = event;
        // Nobody has an event after the last one, so the whole state is all that it gets.
        const skipped = since !== null && since > seq ? { skipped: true as const } : {};
        if (!isGreeted) recorder.note({ entry: 'connected', ...place, since, seq, ...skipped });
        isGreeted = true;
      } else if (event.seq !== undefined) {
        recorder.note({ entry: 'message', ...place, ...aboutOf(event), seq: event.seq });
        this.lastHeard = Math.max(this.lastHeard, event.seq);
        const isChange = event.type === 'stage.finished' || event.type === 'run.updated';
        if (this.asksForStates && isChange) this.connection.send({ type: 'resync' });
      }
    });
    return link.client;
  }

  private change(isOnline: boolean): void {
    this.isOnline = isOnline;
    if (isOnline) for (const id of this.waiting.keys()) this.send(id);
  }

  private take(event: ServerEvent): void {
    this.local.take(event);
    if (event.seq !== undefined && (event.type === 'hello' || event.seq > this.included)) {
      this.included = event.seq;
      this.compare(event.seq);
    } else if (event.type === 'office.updated') this.compare(this.included, 'or later');
    if (!('requestId' in event) || typeof event.requestId !== 'string') return;
    const { requestId } = event;
    const isAnswered = this.waiting.get(requestId)?.answer(event) ?? true;
    if (isAnswered) this.waiting.delete(requestId);
    else this.outside.world.after(againMs, () => this.send(requestId), null);
  }

  /** Its whole state beside that of the replica that serves it, when nothing happens any more. */
  compareAtRest(): void {
    const served = this.link?.reached?.doors.state.office.current();
    const { current: state } = this.local;
    if (!this.isOnline || served === undefined || state === undefined) return;
    const seq = this.included;
    const different = differences({ state, seq, isStale: false }, served, true);
    const { recorder } = this.outside.history;
    recorder.note({ entry: 'state', client: this.name, after: seq, seq, different });
  }

  /** Its state beside what the service showed at the same number, or at any later one. */
  private compare(seq: number, orLater: 'or later' | null = null): void {
    const shownAt = this.link?.reached?.doors.shownAt;
    const state = this.local.current;
    const shown = shownAt?.get(seq);
    if (shownAt === undefined || shown === undefined || state === undefined) return;
    const beside = (part: Partial<OfficeState>): readonly string[] =>
      differences({ state, seq, isStale: false }, { ...state, ...part }, false);
    const different = beside(shown);
    // A whole state has no number, and may be ahead of the events on their way.
    const isLater = (): boolean =>
      [...shownAt].some(([later, part]) => later > seq && beside(part).length === 0);
    if (orLater !== null && different.length > 0 && isLater()) return;
    const { recorder } = this.outside.history;
    recorder.note({ entry: 'state', client: this.name, after: seq, seq, different });
  }
}

/** A frame that says nothing to the oracles by itself, and is long. */
function isWholeState(data: unknown): boolean {
  return String(data).startsWith('{"type":"office.updated"');
}
