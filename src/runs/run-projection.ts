import { Injectable } from '@nestjs/common';
import type { Rows } from '../platform/database/rows.js';
import type { Tx } from '../platform/database/tx.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';
import { limits } from '../protocol/limits.js';
import type { Run } from '../protocol/records/work.js';
import { runIdOf } from '../protocol/rules/run-id-of.js';
import type { RunFigures } from '../workspaces/run-figures.js';
import { type RunMove, runAfter } from '../protocol/rules/run-after.js';
import { isFinal } from './domain/run-status.js';
import { RunsRepository } from './persistence/runs.repository.js';

/** Changed in place: runs and lists of them are what is handed out, and those are immutable. */
interface HeldRuns {
  readonly byId: Map<string, Run>;
  /** Newest first; null after a change. */
  sorted: readonly Run[] | null;
}

/**
 * The engine's set: every run that is not final and the 50 final ones created last (decisions.md
 * A3), whichever process works on them.
 */
@Injectable()
export class RunProjection extends Projection<HeldRuns> implements RunFigures {
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

  /** Runs that are not final, on one floor or on all. */
  active(workspaceId?: string): readonly Run[] {
    return [...this.state.byId.values()].filter(
      (run) =>
        !isFinal(run.status) && (workspaceId === undefined || run.workspaceId === workspaceId),
    );
  }

  activeCount(workspaceId?: string): number {
    return this.active(workspaceId).length;
  }

  activeSpendUsd(workspaceId: string): number {
    // In the order in which clients see the runs, so that they come to the same sum.
    return this.held()
      .filter((run) => run.workspaceId === workspaceId && !isFinal(run.status))
      .reduce((sum, run) => sum + run.budget.spentUsd, 0);
  }

  countActive(tx: Tx, workspaceId: string): Promise<number> {
    return this.repository.countActive(tx, workspaceId);
  }

  protected override async load({ manager }: Rows): Promise<HeldRuns> {
    const runs: HeldRuns = { byId: new Map(), sorted: null };
    const final = await this.repository.latestFinal(limits.finalRunsHeld, manager);
    for (const run of [...final, ...(await this.repository.unfinished(manager))]) put(runs, run);
    return runs;
  }

  protected override apply(runs: HeldRuns, event: CommittedEvent): HeldRuns {
    switch (event.type) {
      case 'run.created':
      case 'run.updated':
        put(runs, event.run);
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

function newestFirst(a: Run, b: Run): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
