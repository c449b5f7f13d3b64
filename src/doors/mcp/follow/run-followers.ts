import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TooManyError, UnavailableError } from '#platform/errors/office-error.js';
import { type AnnouncedEvent, isForClients } from '#platform/events/event-bus.js';
import { OnEveryEvent } from '#platform/events/office-listener.js';
import type { ServerEvent } from '#protocol/events.js';
import type { Approval, Run } from '#protocol/records/work.js';
import { runIdOf } from '#protocol/rules/run-id-of.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { healthTexts } from '#protocol/texts/process.js';
import { PendingApprovals } from '#runs/approvals/pending-approvals.js';
import { RunsService } from '#runs/history/runs.service.js';

/** Most calls that wait at the same time in this process. */
const mostFollowers = 200;

/** Why a call ended: the run has ended, a person is asked something new, or the time is over. */
type FollowEnd = keyof typeof mcpDoorTexts.ends;

export interface Followed {
  readonly end: FollowEnd;
  readonly run: Run;
  /** All pending approvals, the longest waiting first. */
  readonly waiting: readonly Approval[];
}

interface Following {
  /** Approvals that the client knows; they do not end the call. */
  readonly known: ReadonlySet<string>;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Called for every event of the run; the first one holds the run's present state. */
  readonly onEvent: (event: ServerEvent) => void;
  readonly begin: (run: Run) => void;
}

/** Lets calls wait for runs, whichever replica works on them. */
@Injectable()
export class RunFollowers implements OnModuleDestroy {
  private readonly listeners = new Map<string, Set<(event: ServerEvent) => void>>();
  private readonly closing = new AbortController();
  private count = 0;

  constructor(
    private readonly runs: RunsService,
    private readonly pending: PendingApprovals,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  @OnEveryEvent()
  onEvent(event: AnnouncedEvent): void {
    if (this.listeners.size === 0 || !isForClients(event)) return;
    const runId = runIdOf(event);
    if (runId === null) return;
    for (const listener of [...(this.listeners.get(runId) ?? [])]) listener(event);
  }

  /**
   * Waits until the run ends, asks something new, or the time is over.
   * @throws NotFoundError if there is no such run; TooManyError; UnavailableError when the office closes
   */
  async follow(runId: string, asked: Following): Promise<Followed> {
    if (this.count >= mostFollowers) {
      throw new TooManyError(mcpDoorTexts.tooManyFollowers(mostFollowers));
    }
    this.count += 1;
    const heard = new Set<ServerEvent>();
    const hold = (event: ServerEvent): void => void heard.add(event);
    const release = this.listen(runId, hold);
    try {
      const run = await this.runs.require(runId);
      asked.begin(run);
      const end = await this.endOf(run, [...heard], asked);
      return { end, run: await this.runs.require(runId), waiting: this.waitingOf(runId) };
    } finally {
      release();
      this.count -= 1;
    }
  }

  private async endOf(
    run: Run,
    heard: readonly ServerEvent[],
    { known, waitMs, signal, onEvent }: Following,
  ): Promise<FollowEnd> {
    const isNew = ({ id }: Approval): boolean => !known.has(id);
    if (isFinal(run.status) || heard.some(endsRun)) return 'ended';
    if (this.waitingOf(run.id).some(isNew)) return 'waiting';
    const stop = AbortSignal.any([signal, this.closing.signal]);
    if (stop.aborted) throw new UnavailableError(healthTexts.closing);
    const { promise, resolve, reject } = Promise.withResolvers<FollowEnd>();
    const timer = setTimeout(() => resolve('time'), waitMs);
    const abort = (): void => reject(new UnavailableError(healthTexts.closing));
    stop.addEventListener('abort', abort, { once: true });
    const release = this.listen(run.id, (event) => {
      onEvent(event);
      if (endsRun(event)) resolve('ended');
      if (event.type === 'approval.requested' && isNew(event.approval)) resolve('waiting');
    });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      release();
      stop.removeEventListener('abort', abort);
    }
  }

  private waitingOf(runId: string): readonly Approval[] {
    return this.pending.list().filter((approval) => approval.runId === runId);
  }

  private listen(runId: string, listener: (event: ServerEvent) => void): () => void {
    const listeners = this.listeners.get(runId) ?? new Set();
    this.listeners.set(runId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(runId);
    };
  }
}

function endsRun(event: ServerEvent): boolean {
  return event.type === 'run.updated' && isFinal(event.run.status);
}
