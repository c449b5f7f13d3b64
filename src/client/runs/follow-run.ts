import type { ServerEvent } from '../../protocol/events.js';
import type { RunDetail } from '../../protocol/records/work.js';
import type { OfficeAddress } from '../address.js';
import { OfficeUnreachable } from '../errors.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import type { Operations } from '../http/operations.js';
import { closedReason } from '../socket/closed-reason.js';
import type { ConnectionStatus, Gap } from '../socket/connection.js';
import type { WebSocketClass } from '../socket/frame-socket.js';
import { pause } from '../until.js';
import { loadRun } from './load-run.js';
import { isOfRun, type RunEvent } from './run-event.js';

/** Input of a follower: an event of its run, a possible gap, or the end. */
type FollowerInput =
  | { readonly event: RunEvent }
  | { readonly gap: 'restarted' | 'missed' }
  | { readonly closed: Error };

/** The client's functions for following a run. */
interface RunSource {
  /** Delivers input about the run from now on; returns a function that stops it. */
  readonly listen: (tell: (heard: FollowerInput) => void) => () => void;
  readonly detail: (signal: AbortSignal) => Promise<RunDetail>;
  /** Every stored event of the run. */
  readonly load: (signal: AbortSignal) => Promise<readonly RunEvent[]>;
  /** Resolves when another attempt is worthwhile. @throws Error if the connection was given up */
  readonly online: (signal: AbortSignal) => Promise<void>;
}

/**
 * All events of the run from its beginning, each once and in order, until it is final; gaps are
 * reloaded. Streamed text is delivered from now on.
 *
 * @throws OfficeRefusal if there is no such run, OfficeUnreachable if the connection is given up,
 * OfficeClosed, or the signal's reason
 */
export async function* followRun(
  source: RunSource,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const queue = new WaitQueue<FollowerInput>();
  const stop = source.listen((heard) => queue.push(heard));
  const place = new Place();
  try {
    for (let due: FollowerInput = { gap: 'missed' }; ; due = await queue.next(signal)) {
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

/** The position up to which a run was delivered. */
class Place {
  private lastSeq = -1;
  private readonly ended = new Set<string>();

  /** False: already delivered, or text of an ended turn. */
  advance(event: RunEvent): boolean {
    if (event.type === 'turn.delta' || event.type === 'turn.reasoning') {
      return !this.ended.has(event.turnId);
    }
    if (event.seq === undefined || event.seq <= this.lastSeq) return false;
    this.lastSeq = event.seq;
    if (event.type === 'turn.finished') this.ended.add(event.turn.id);
    return true;
  }

  /** The log was replaced, so numbers mean other events. */
  forget(): void {
    this.lastSeq = -1;
  }
}

interface Told {
  readonly events: readonly RunEvent[];
  /** True: nothing follows, because the run was final before they were loaded. */
  readonly isAll: boolean;
}

function live(event: RunEvent): Told {
  return { events: [event], isAll: false };
}

/** Retries whenever the connection is back. */
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

/** A queue for one reader. Handwritten, because the client has no dependencies. */
export class WaitQueue<T> {
  private readonly items: T[] = [];
  private waiting: ((item: T) => void) | undefined;

  push(item: T): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) waiting(item);
    else this.items.push(item);
  }

  /** Rejects with the signal's reason if that comes first. */
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

/** Pause before another request over an existing connection, ms. */
const askAgainMs = 500;

/** The parts of an office needed to follow a run. */
interface FollowedOffice {
  readonly http: Operations;
  onEvent(listener: (event: ServerEvent) => void): () => void;
  onGap(listener: (gap: Gap) => void): () => void;
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  online(signal?: AbortSignal): Promise<void>;
}

/** Events of one run: stored and live. */
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
  tell: (heard: FollowerInput) => void,
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

/** True if no event of the run can follow. */
function endsRun(event: RunEvent): boolean {
  return event.type === 'run.updated' && isFinal(event.run.status);
}
