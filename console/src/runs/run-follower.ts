import type { Office } from '#client/office.js';
import type { ServerEvent } from '#protocol/events.js';
import { runIdOf } from '#protocol/rules/run-id-of.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { nextFrame } from '../app/next-frame.js';
import type { OfficeStore } from '../app/office-store.js';
import { PacedFrames } from '../app/paced-frames.js';
import {
  reloaded,
  runAfter,
  turnsAtWork,
  type RunView,
  withGaps,
  withTurnsAtWork,
} from './run-view.js';

export interface LoadedRun {
  readonly run: RunView | null;
  /** The reason why it cannot be shown. */
  readonly error: string | null;
}

type Change = (change: (before: LoadedRun) => LoadedRun) => void;

/**
 * Loads a run and keeps it current by events; loads it again after a lost connection.
 * Events between two changes are one.
 */
export class RunFollower {
  private asking = new AbortController();
  private isLoaded = false;
  /** Events that are not applied yet; they wait until the run is loaded. */
  private waiting: ServerEvent[] = [];
  /** Events since the request, which the response may lack; null while nothing is requested. */
  private since: ServerEvent[] | null = null;
  private readonly frames = new PacedFrames(() => this.show(), nextFrame);
  private readonly stops: readonly (() => void)[];

  constructor(
    private readonly office: Office,
    private readonly id: string,
    private readonly writtenNow: OfficeStore['writtenNow'],
    private readonly change: Change,
  ) {
    this.stops = [
      office.onEvent((event) => this.take(event)),
      office.onStatus(({ phase }) => {
        if (phase === 'online') void this.load();
      }),
    ];
    void this.load();
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.frames.stop();
    this.asking.abort();
  }

  private take(event: ServerEvent): void {
    if (this.isLoaded && concernsWorktree(event, this.id)) void this.load();
    const isOfUse = this.isLoaded || this.since !== null;
    if (!isOfUse || !isOfRun(event, this.id)) return;
    this.since?.push(event);
    this.waiting.push(event);
    this.frames.schedule();
    if (this.isLoaded && changesSummary(event)) void this.load();
  }

  /** Loads the run; the response to an earlier request is ignored. */
  private async load(): Promise<void> {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    this.since = [];
    try {
      await (this.isLoaded ? this.again(signal) : this.begin(signal));
    } catch (error) {
      if (signal.aborted) return;
      this.change((before) => ({ ...before, error: messageOf(error) }));
    }
    this.since = null;
  }

  private async begin(signal: AbortSignal): Promise<void> {
    this.waiting = [];
    const run = await this.office.http.run(this.id, { signal });
    const stored = isFinal(run.status) ? [] : await this.office.storedEvents(this.id, { signal });
    signal.throwIfAborted();
    const atWork = turnsAtWork(run, stored);
    // The loaded text already has these events.
    this.waiting = this.waiting.filter((event) => !isText(event) || !atWork.has(event.turnId));
    this.isLoaded = true;
    const view = withTurnsAtWork(run, stored, this.writtenNow);
    this.change(() => ({ run: withGaps(view, this.writtenNow), error: null }));
    this.show();
  }

  private async again(signal: AbortSignal): Promise<void> {
    const run = await this.office.http.run(this.id, { signal });
    signal.throwIfAborted();
    this.show();
    const since = this.since ?? [];
    this.change((before) => ({
      run: withGaps(reloaded(before.run, run, since), this.writtenNow),
      error: null,
    }));
  }

  private show(): void {
    this.frames.stop();
    if (!this.isLoaded || this.waiting.length === 0) return;
    const events = this.waiting;
    this.waiting = [];
    this.change((before) =>
      before.run === null ? before : { ...before, run: events.reduce(runAfter, before.run) },
    );
  }
}

function isText(
  event: ServerEvent,
): event is Extract<ServerEvent, { type: 'turn.delta' | 'turn.reasoning' }> {
  return event.type === 'turn.delta' || event.type === 'turn.reasoning';
}

function isOfRun(event: ServerEvent, id: string): boolean {
  return ('runId' in event ? event.runId : runIdOf(event)) === id;
}

/**
 * True if the run's worktree was made, delivered or removed; only the run's detail contains that.
 */
function concernsWorktree(event: ServerEvent, id: string): boolean {
  return event.type === 'log' && event.scope === 'engine/worktrees' && event.message.includes(id);
}

/**
 * True if data changed that no event contains: the commands that ran, the share of cached tokens.
 */
function changesSummary(event: ServerEvent): boolean {
  return event.type === 'run.updated' ? isFinal(event.run.status) : event.type === 'stage.finished';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
