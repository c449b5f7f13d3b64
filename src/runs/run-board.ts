import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { EventBus } from '../platform/events/event-bus.js';
import type { ServerEvent } from '../protocol/events.js';
import { limits } from '../protocol/limits.js';
import type { Run } from '../protocol/records/work.js';
import { movedRunId, runAfter } from './domain/run-after.js';
import { isFinal } from './domain/run-status.js';
import { RunsRepository } from './persistence/runs.repository.js';

/**
 * The engine's set: every run that is not final and the 50 final ones created last (decisions.md
 * A3). It is made from the store at boot and from the events afterwards.
 */
@Injectable()
export class RunBoard implements OnModuleInit, OnModuleDestroy {
  private readonly runs = new Map<string, Run>();
  private subscription: Subscription | undefined;
  private sorted: readonly Run[] | null = null;

  constructor(
    private readonly bus: EventBus,
    private readonly repository: RunsRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    this.subscription = this.bus.subscribe('run board', (event) => this.follow(event));
    const final = await this.repository.latestFinal(limits.finalRunsHeld);
    for (const run of [...final, ...(await this.repository.unfinished())]) this.put(run);
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }

  /** Newest first. The same array until a run changes. */
  held(): readonly Run[] {
    this.sorted ??= [...this.runs.values()].sort(newestFirst);
    return this.sorted;
  }

  find(id: string): Run | undefined {
    return this.runs.get(id);
  }

  /** Runs that are not final, on one floor or on all. */
  active(workspaceId?: string): readonly Run[] {
    return [...this.runs.values()].filter(
      (run) =>
        !isFinal(run.status) && (workspaceId === undefined || run.workspaceId === workspaceId),
    );
  }

  activeCount(workspaceId?: string): number {
    return this.active(workspaceId).length;
  }

  /** USD spent by runs of a floor that have not settled yet. */
  activeSpendUsd(workspaceId: string): number {
    return this.active(workspaceId).reduce((sum, run) => sum + run.budget.spentUsd, 0);
  }

  private follow(event: ServerEvent): void {
    if (event.type === 'run.created' || event.type === 'run.updated') return this.put(event.run);
    const run = this.runs.get(movedRunId(event) ?? '');
    if (run !== undefined) this.put(runAfter(run, event));
  }

  /** Takes over what other processes began and ended: their events are not heard here. */
  async reconcile(): Promise<void> {
    const believed = this.active().map((run) => run.id);
    const unfinished = await this.repository.unfinishedIds();
    const ended = believed.filter((id) => !unfinished.includes(id));
    const unknown = unfinished.filter((id) => !this.runs.has(id));
    for (const id of [...ended, ...unknown]) {
      const stored = (await this.repository.find(id))?.record;
      const held = this.runs.get(id);
      if (stored && (held === undefined || held.updatedAt <= stored.updatedAt)) this.put(stored);
    }
  }

  private put(run: Run): void {
    this.runs.set(run.id, run);
    this.sorted = null;
    if (isFinal(run.status)) this.forgetOldest();
  }

  private forgetOldest(): void {
    const final = [...this.runs.values()].filter((run) => isFinal(run.status));
    if (final.length <= limits.finalRunsHeld) return;
    final.sort(newestFirst);
    for (const run of final.slice(limits.finalRunsHeld)) this.runs.delete(run.id);
  }
}

function newestFirst(a: Run, b: Run): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
