import { Injectable } from '@nestjs/common';
import type { Rows } from '../../platform/database/tx.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { Projection } from '../../platform/events/projection.js';
import { Projections } from '../../platform/events/projections.js';
import { limits } from '../../protocol/limits.js';
import type { RunStatus } from '../../protocol/records/enums.js';
import type { Run } from '../../protocol/records/work.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';
import type { ShownRunFigures } from '../../workspaces/shown-run-figures.js';
import { type RunMove, runAfter } from '../../protocol/rules/run-after.js';
import { newestFirst } from '../../protocol/rules/run-order.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { RunsRepository } from './runs.repository.js';

/** Number of runs with a status and pipeline. */
export interface RunCount {
  readonly status: RunStatus;
  /** Null for queued runs that are only in the database. */
  readonly pipelineId: string | null;
  readonly count: number;
}

/** Changed in place; only immutable runs and lists are handed out. */
interface HeldRuns {
  readonly byId: Map<string, Run>;
  /** Floors of the queued runs left in the database, by run id. */
  readonly left: Map<string, string>;
  /** Newest first; null after a change. */
  sorted: readonly Run[] | null;
}

/**
 * The runs held in memory: all that are not final, and the 50 final ones created last, whichever
 * process works on them. Of a long queue only the first are held; the others are counted and loaded
 * when work on them begins, so memory does not grow with the queue.
 */
@Injectable()
export class RunProjection extends Projection<HeldRuns> implements ShownRunFigures {
  constructor(
    projections: Projections,
    private readonly repository: RunsRepository,
  ) {
    super(projections);
  }

  /** Newest first. The same array until a run changes. */
  held(): readonly Run[] {
    this.state.sorted ??= [...this.state.byId.values()].sort(newestFirst);
    return this.state.sorted;
  }

  find(id: string): Run | undefined {
    return this.state.byId.get(id);
  }

  /** True if queued runs are left in the database. */
  get leavesSome(): boolean {
    return this.state.left.size > 0;
  }

  /** Number of runs that are not final, on one floor or all. */
  activeCount(workspaceId?: string): number {
    const { byId, left } = this.state;
    let count = 0;
    for (const run of byId.values()) {
      const isCounted = workspaceId === undefined || run.workspaceId === workspaceId;
      if (isCounted && !isFinal(run.status)) count += 1;
    }
    if (workspaceId === undefined) return count + left.size;
    for (const floor of left.values()) if (floor === workspaceId) count += 1;
    return count;
  }

  /** Runs that are not final, except queued ones left in the database. */
  active(): readonly Run[] {
    return this.held().filter((run) => !isFinal(run.status));
  }

  /** Numbers of runs that are not final, by status and pipeline. */
  activeCounts(): readonly RunCount[] {
    const { byId, left } = this.state;
    const counts = new Map<string, RunCount>();
    for (const { status, pipelineId } of byId.values()) {
      if (isFinal(status)) continue;
      const key = `${status} ${pipelineId}`;
      counts.set(key, { status, pipelineId, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    const known = [...counts.values()];
    if (left.size === 0) return known;
    return [...known, { status: 'queued', pipelineId: null, count: left.size }];
  }

  activeSpendUsd(workspaceId: string): number {
    // Summed in the order that clients see, so that sums are equal.
    return this.held()
      .filter((run) => run.workspaceId === workspaceId && !isFinal(run.status))
      .reduce((sum, run) => sum + run.budget.spentUsd, 0);
  }

  protected override async load({ manager }: Rows): Promise<HeldRuns> {
    const final = await this.repository.latestFinal(limits.finalRunsHeld, manager);
    const active = await this.repository.unfinished(manager, limits.queuedRunsHeld);
    const left = await this.repository.queuedAfter(manager, limits.queuedRunsHeld);
    const runs: HeldRuns = { byId: new Map(), left: new Map(left), sorted: null };
    for (const run of [...final, ...active]) put(runs, run);
    return runs;
  }

  protected override apply(runs: HeldRuns, event: CommittedEvent): HeldRuns {
    switch (event.type) {
      case 'run.created':
      case 'run.updated':
        take(runs, event.run);
        break;
      case 'stage.started':
      case 'stage.finished':
      case 'budget.updated':
      case 'turn.finished':
        move(runs, event);
        break;
      default:
    }
    return runs;
  }
}

function move(runs: HeldRuns, event: RunMove): void {
  const run = runs.byId.get(runIdOf(event) ?? '');
  if (run !== undefined) put(runs, runAfter(run, event));
}

/** A queued run is left in the database if many are held, until it changes. */
function take(runs: HeldRuns, run: Run): void {
  const isNew = !runs.byId.has(run.id);
  if (run.status === 'queued' && isNew && queuedCount(runs) >= limits.queuedRunsHeld) {
    runs.left.set(run.id, run.workspaceId);
    return;
  }
  runs.left.delete(run.id);
  put(runs, run);
}

function queuedCount({ byId }: HeldRuns): number {
  let count = 0;
  for (const { status } of byId.values()) if (status === 'queued') count += 1;
  return count;
}

function put(runs: HeldRuns, run: Run): void {
  runs.byId.set(run.id, run);
  runs.sorted = null;
  if (isFinal(run.status)) evictOldest(runs.byId);
}

function evictOldest(byId: Map<string, Run>): void {
  const final = [...byId.values()].filter((run) => isFinal(run.status));
  if (final.length <= limits.finalRunsHeld) return;
  final.sort(newestFirst);
  for (const run of final.slice(limits.finalRunsHeld)) byId.delete(run.id);
}
