import type { Office } from '#client/office.js';
import { Organisation } from '#client/organisation.js';
import type { ServerEvent, ServerEventOf } from '#protocol/events.js';
import type { OfficeState } from '#protocol/records/office.js';
import { runIdOf } from '#protocol/rules/run-id-of.js';
import type { Said } from '../floor/talk.js';
import { FloorCache } from './floor-cache.js';
import { HeardTalk } from './heard-talk.js';
import { LiveTexts, type WrittenNow } from './live-texts.js';
import { nextFrame } from './next-frame.js';
import { floorPartsOf, OtherFloor } from './other-floor.js';
import { PacedFrames } from './paced-frames.js';
import { isOfShownFloor } from './shown-floor.js';

/** A log line, numbered in order of arrival. */
export interface LogLine {
  readonly number: number;
  readonly event: ServerEventOf<'log'> | ServerEventOf<'error'>;
}

/** Recent text and speech that no record of the state has. */
export interface Live {
  /** Text that a turn has written so far, by turn id. */
  readonly texts: ReadonlyMap<string, string>;
  readonly reasonings: ReadonlyMap<string, string>;
  /** What employees of the shown floor said lately, oldest first. */
  readonly said: readonly Said[];
  /** Oldest first. */
  readonly log: readonly LogLine[];
}

export interface Snapshot {
  /** The state with the floor of this tab, which need not be the shared one. */
  readonly state: OfficeState;
  readonly live: Live;
}

const keptLogLines = 5000;

/**
 * The office state for components: events between two changes become one. It shows the floor
 * of this tab, whatever floor other clients select.
 */
export class OfficeStore {
  readonly floors: FloorCache;
  /** Commands about people, policies and rooms of the floor of this tab. */
  readonly organisation: Organisation;
  private readonly written = new LiveTexts();
  private readonly heard = new HeardTalk();
  private log: readonly LogLine[] = [];
  /** Lines since the last frame. */
  private newLines: LogLine[] = [];
  private logged = 0;
  private readonly listeners = new Set<() => void>();
  private readonly stops: (() => void)[];
  private readonly frames = new PacedFrames(() => this.flush(), nextFrame);
  private shown: Snapshot;
  private floorId: string;
  /** Null while the floor of this tab is the shared one. */
  private other: OtherFloor | null = null;

  /** @param floorId the floor that this tab shows; null: the shared one, from now on */
  constructor(
    readonly office: Office,
    floorId: string | null,
  ) {
    this.floors = new FloorCache((id) => office.http.workspace(id));
    this.organisation = new Organisation(
      (type, payload, signal) => office.command(type, payload, signal ? { signal } : {}),
      () => this.floorId,
    );
    this.floorId = office.state.activeWorkspaceId;
    this.shown = this.make(office.state);
    this.stops = [
      office.onState(() => this.schedule()),
      office.onEvent((event) => this.take(event)),
    ];
    if (floorId !== null) this.showFloor(floorId);
  }

  /** Shows another floor in this tab; until it is read, the state is that of the floor before. */
  showFloor(id: string): void {
    if (id === this.floorId) return;
    this.other?.close();
    this.other = null;
    this.floorId = id;
    this.schedule();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.shown;

  /** The newest state, including changes that only the next frame will show. */
  readonly stateNow = (): OfficeState => this.tabState(this.shown.state);

  /** Text of a turn so far, and as of the beginning of its current model call. */
  readonly writtenNow = (turnId: string): WrittenNow => ({
    now: this.written.writtenBy(turnId),
    beforeCall: this.written.beforeCallOf(turnId),
    isWhole: this.written.isWhole(turnId),
  });

  close(): void {
    for (const stop of this.stops) stop();
    this.other?.close();
    this.frames.stop();
  }

  private take(event: ServerEvent): void {
    this.other?.take(event);
    if (event.type === 'log' || event.type === 'error') {
      this.newLines.push({ number: this.logged++, event });
      return this.schedule();
    }
    const isWritten = this.written.take(event);
    if (this.hears(event) || isWritten) this.schedule();
  }

  /** An employee of another floor may have the same id. */
  private hears(event: ServerEvent): boolean {
    const runId = runIdOf(event);
    if (runId === null || !isOfShownFloor(this.shown.state, runId)) return false;
    return this.heard.take(event);
  }

  private schedule(): void {
    this.frames.schedule();
  }

  private flush(): void {
    this.shown = this.make(this.shown.state);
    for (const listener of this.listeners) listener();
  }

  /** The state with the floor of this tab; until that was read, the one shown before. */
  private tabState(before: OfficeState): OfficeState {
    const { state } = this.office;
    if (state.activeWorkspaceId === this.floorId) {
      this.other?.close();
      this.other = null;
      return state;
    }
    const known = before.activeWorkspaceId === this.floorId ? floorPartsOf(before) : null;
    this.other ??= new OtherFloor(this.office, this.floorId, known, () => this.schedule());
    return this.other.state() ?? { ...state, ...floorPartsOf(before) };
  }

  private make(before: OfficeState): Snapshot {
    // Lines of one frame are one change.
    if (this.newLines.length > 0) {
      this.log = [...this.log, ...this.newLines].slice(-keptLogLines);
      this.newLines = [];
    }
    const { log } = this;
    const state = this.tabState(before);
    const { texts, reasonings } = this.written;
    // Speech from before a switch of floors belongs to another floor.
    this.heard.keep(new Set(state.runs.map(({ id }) => id)));
    const live = {
      texts: new Map(texts),
      reasonings: new Map(reasonings),
      said: this.heard.said,
      log,
    };
    return { state, live };
  }
}
