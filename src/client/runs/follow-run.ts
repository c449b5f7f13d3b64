import type { ServerEvent } from '../../protocol/events.js';
import type { RunDetail } from '../../protocol/records/work.js';
import type { OfficeAddress } from '../address.js';
import { OfficeUnreachable } from '../errors.js';
import type { Operations } from '../http/operations.js';
import { closedReason } from '../socket/closed-reason.js';
import type { ConnectionStatus, Gap } from '../socket/connection.js';
import type { WebSocketClass } from '../socket/frame-socket.js';
import { isFinal } from '../state/run-events.js';
import { pause } from '../until.js';
import { loadRun } from './load-run.js';
import { endsRun, isOfRun, type RunEvent } from './run-event.js';

/** What a follower hears: an event of its run, that some may be missing, or that no more will come. */
export type Heard =
  | { readonly event: RunEvent }
  | { readonly gap: 'restarted' | 'missed' }
  | { readonly closed: Error };

/** What following needs of the client. */
export interface RunSource {
  /** Tells what is heard of the run from now on; answers how to stop it. */
  readonly listen: (tell: (heard: Heard) => void) => () => void;
  readonly detail: (signal: AbortSignal) => Promise<RunDetail>;
  /** Every stored event of the run. */
  readonly load: (signal: AbortSignal) => Promise<readonly RunEvent[]>;
  /** Resolves when it is worth asking again. @throws Error when the connection was given up */
  readonly online: (signal: AbortSignal) => Promise<void>;
}

/**
 * Every event of the run from its beginning, each once and in order, until the run is final; what
 * connections lose is loaded again. Text that is being written is told from now on.
 *
 * @throws OfficeRefusal when there is no such run, OfficeUnreachable when the connection is given up,
 *   OfficeClosed, or the signal's reason
 */
export async function* followRun(
  source: RunSource,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const queue = new WaitQueue<Heard>();
  const stop = source.listen((heard) => queue.push(heard));
  const place = new Place();
  try {
    for (let due: Heard = { gap: 'missed' }; ; due = await queue.next(signal)) {
      if ('closed' in due) throw due.closed;
      if ('gap' in due && due.gap === 'restarted') place.forget();
      const { events, isAll } = 'gap' in due ? await history(source, signal) : live(due.event);
      for (const event of events) {
        if (!place.advance(event)) continue;
        yield event;
        if (endsRun(event)) return;
      }
      if (isAll) return;
    }
  } finally {
    stop();
  }
}

/** How far a run has been told. */
class Place {
  private lastSeq = -1;
  private readonly ended = new Set<string>();

  /** False: it was told already, or is text of a turn whose end was. */
  advance(event: RunEvent): boolean {
    if (event.type === 'turn.delta' || event.type === 'turn.reasoning') {
      return !this.ended.has(event.turnId);
    }
    if (event.seq === undefined || event.seq <= this.lastSeq) return false;
    this.lastSeq = event.seq;
    if (event.type === 'turn.finished') this.ended.add(event.turn.id);
    return true;
  }

  /** The log is another one, whose numbers mean other events. */
  forget(): void {
    this.lastSeq = -1;
  }
}

interface Told {
  readonly events: readonly RunEvent[];
  /** Nothing comes after them: the run was final before they were loaded. */
  readonly isAll: boolean;
}

function live(event: RunEvent): Told {
  return { events: [event], isAll: false };
}

/** Tries again whenever the connection has come back. */
async function history(source: RunSource, signal: AbortSignal): Promise<Told> {
  for (;;) {
    try {
      const { status } = await source.detail(signal);
      return { events: await source.load(signal), isAll: isFinal(status) };
    } catch (error) {
      if (!(error instanceof OfficeUnreachable)) throw error;
      await source.online(signal);
    }
  }
}

/**
 * Items in the order in which they came, for one reader who waits for the next. By hand: the client
 * has no dependencies.
 */
export class WaitQueue<T> {
  private readonly items: T[] = [];
  private waiting: ((item: T) => void) | undefined;

  push(item: T): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) waiting(item);
    else this.items.push(item);
  }

  /** Rejects with the signal's reason when that comes first. */
  next(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const item = this.items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.waiting = undefined;
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.waiting = (next) => {
        signal?.removeEventListener('abort', abort);
        resolve(next);
      };
    });
  }
}

/** How long a follower waits before it asks again over a connection that stands, in ms. */
const askAgainMs = 500;

/** What of an office a run is followed by. */
export interface FollowedOffice {
  readonly http: Operations;
  onEvent(listener: (event: ServerEvent) => void): () => void;
  onGap(listener: (gap: Gap) => void): () => void;
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  online(signal?: AbortSignal): Promise<void>;
}

/** The events of one run of an office, from the store and as they happen. */
export function runSource(
  runId: string,
  office: FollowedOffice,
  { address, WebSocket }: { readonly address: OfficeAddress; readonly WebSocket: WebSocketClass },
): RunSource {
  return {
    listen: (tell) => listenToRun(runId, office, tell),
    detail: (signal) => office.http.run(runId, { signal }),
    load: (signal) => loadRun(runId, address, { WebSocket, signal }),
    online: async (signal) => {
      await pause(askAgainMs, signal);
      await office.online(signal);
    },
  };
}

function listenToRun(
  runId: string,
  office: FollowedOffice,
  tell: (heard: Heard) => void,
): () => void {
  const stops = [
    office.onEvent((event) => isOfRun(event, runId) && tell({ event })),
    office.onGap((gap) => tell({ gap })),
    office.onStatus(
      (status) => status.phase === 'closed' && tell({ closed: closedReason(status) }),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
