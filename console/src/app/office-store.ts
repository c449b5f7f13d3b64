import type { Office } from '#client/office.js';
import type { ServerEvent, ServerEventOf } from '#protocol/events.js';
import type { OfficeState } from '#protocol/records/office.js';
import { FloorCache } from './floor-cache.js';
import { dropOldest, LiveTexts, type WrittenNow } from './live-texts.js';
import { nextFrame } from './next-frame.js';
import { isOfShownFloor } from './shown-floor.js';

type Speech = ServerEventOf<'speech'>;
/** A line of the log, numbered in the order in which they came. */
export interface LogLine {
  readonly number: number;
  readonly event: ServerEventOf<'log'> | ServerEventOf<'error'>;
}

/** What was said or written lately and stands in no record of the state. */
export interface Live {
  /** Text that a turn has written so far, by the id of the turn. */
  readonly texts: ReadonlyMap<string, string>;
  readonly reasonings: ReadonlyMap<string, string>;
  /** The last words of each employee of the floor that is shown, by employee id. */
  readonly speeches: ReadonlyMap<string, Speech>;
  /** Oldest first. */
  readonly log: readonly LogLine[];
}

export interface Snapshot {
  readonly state: OfficeState;
  readonly live: Live;
}

const keptLogLines = 1000;
const keptSpeeches = 200;

/**
 * The office as the components read it: many events between two frames of the screen become one
 * change.
 */
export class OfficeStore {
  readonly floors: FloorCache;
  private readonly written = new LiveTexts();
  private readonly speeches = new Map<string, Speech>();
  private log: LogLine[] = [];
  private logged = 0;
  private readonly listeners = new Set<() => void>();
  private readonly stops: (() => void)[];
  /** Stops what is scheduled. */
  private unschedule: (() => void) | null = null;
  private shown: Snapshot;

  constructor(readonly office: Office) {
    this.floors = new FloorCache((id) => office.http.workspace(id));
    this.shown = this.make();
    this.stops = [
      office.onState(() => this.schedule()),
      office.onEvent((event) => this.take(event)),
    ];
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.shown;

  /** What a turn has written by this moment, and had written when its present call began. */
  readonly writtenNow = (turnId: string): WrittenNow => ({
    now: this.written.writtenBy(turnId),
    beforeCall: this.written.beforeCallOf(turnId),
  });

  close(): void {
    for (const stop of this.stops) stop();
    this.unschedule?.();
  }

  private take(event: ServerEvent): void {
    switch (event.type) {
      case 'speech':
        // Another floor may have somebody with the same id.
        if (!isOfShownFloor(this.office.state, event.runId)) return;
        this.speeches.delete(event.fromEmployeeId);
        this.speeches.set(event.fromEmployeeId, event);
        dropOldest(this.speeches, keptSpeeches);
        break;
      case 'log':
      case 'error':
        this.log = [...this.log.slice(1 - keptLogLines), { number: this.logged++, event }];
        break;
      default:
        if (!this.written.take(event)) return;
    }
    this.schedule();
  }

  private schedule(): void {
    this.unschedule ??= nextFrame(this.flush);
  }

  private readonly flush = (): void => {
    this.unschedule = null;
    this.shown = this.make();
    for (const listener of this.listeners) listener();
  };

  private make(): Snapshot {
    const { log } = this;
    const { state } = this.office;
    const { texts, reasonings } = this.written;
    // What was said before another floor was shown is not of this one.
    const shown = new Set(state.runs.map(({ id }) => id));
    const speeches = [...this.speeches].filter(([, { runId }]) => shown.has(runId));
    const live = {
      texts: new Map(texts),
      reasonings: new Map(reasonings),
      speeches: new Map(speeches),
      log,
    };
    return { state, live };
  }
}
