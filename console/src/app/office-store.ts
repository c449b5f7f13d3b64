import type { Office } from '../../../src/client/office.js';
import type { ServerEvent, ServerEventOf } from '../../../src/protocol/events.js';
import type { OfficeState } from '../../../src/protocol/records/office.js';
import { FloorCache } from './floor-cache.js';
import { dropOldest, LiveTexts, type WrittenNow } from './live-texts.js';

type Speech = ServerEventOf<'speech'>;
export type LogLine = ServerEventOf<'log'> | ServerEventOf<'error'>;

/** What was said or written lately and stands in no record of the state. */
export interface Live {
  /** Text that a turn has written so far, by the id of the turn. */
  readonly texts: ReadonlyMap<string, string>;
  readonly reasonings: ReadonlyMap<string, string>;
  /** The last words of each employee, by employee id. */
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
/** How often a page that nobody sees is brought up to date, ms. */
const hiddenMs = 250;

/**
 * The office as the components read it: many events between two frames of the screen become one
 * change.
 */
export class OfficeStore {
  readonly floors: FloorCache;
  private readonly written = new LiveTexts();
  private readonly speeches = new Map<string, Speech>();
  private log: LogLine[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly stops: (() => void)[];
  private scheduled = false;
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
  }

  private take(event: ServerEvent): void {
    switch (event.type) {
      case 'speech':
        this.speeches.delete(event.fromEmployeeId);
        this.speeches.set(event.fromEmployeeId, event);
        dropOldest(this.speeches, keptSpeeches);
        break;
      case 'log':
      case 'error':
        this.log = [...this.log.slice(1 - keptLogLines), event];
        break;
      default:
        if (!this.written.take(event)) return;
    }
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    if (document.hidden) setTimeout(this.flush, hiddenMs);
    else requestAnimationFrame(this.flush);
  }

  private readonly flush = (): void => {
    this.scheduled = false;
    this.shown = this.make();
    for (const listener of this.listeners) listener();
  };

  private make(): Snapshot {
    const { speeches, log } = this;
    const { texts, reasonings } = this.written;
    const live = {
      texts: new Map(texts),
      reasonings: new Map(reasonings),
      speeches: new Map(speeches),
      log,
    };
    return { state: this.office.state, live };
  }
}
