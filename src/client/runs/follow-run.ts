import type { RunDetail } from '../../protocol/records/work.js';
import { OfficeUnreachable } from '../errors.js';
import { isFinal } from '../state/run-events.js';
import { endsRun, type RunEvent } from './run-event.js';
import { WaitQueue } from './wait-queue.js';

/** Input of a follower: an event of its run, a possible gap, or the end. */
export type FollowerInput =
  | { readonly event: RunEvent }
  | { readonly gap: 'restarted' | 'missed' }
  | { readonly closed: Error };

/** The client's functions for following a run. */
export interface RunSource {
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
