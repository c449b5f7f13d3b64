import { Injectable } from '@nestjs/common';
import { limits } from '../protocol/limits.js';
import type { OfficeState } from '../protocol/records/office.js';
import type { Run } from '../protocol/records/work.js';
import { stateTexts } from '../protocol/texts/office.js';
import { isFinal } from '../protocol/rules/run-status.js';
import { RunProjection } from '../runs/history/run-projection.js';
import { clipTexts } from '../protocol/rules/clip-texts.js';
import { memoizeLast } from './memoize-last.js';

/** The runs of a floor in the form of state frames: those held in memory, with shortened texts. */
@Injectable()
export class ShownRuns {
  private readonly bounded = new WeakMap<Run, Run>();
  private readonly select = memoizeLast((held: readonly Run[], workspaceId: string) => {
    const runs = held.filter((run) => run.workspaceId === workspaceId);
    const active = runs.filter((run) => !isFinal(run.status));
    return {
      runs: runs.map((run) => this.bound(run)),
      activeRunIds: active.map((run) => run.id),
    };
  });

  constructor(private readonly projection: RunProjection) {}

  /** Newest first. */
  of(workspaceId: string): Pick<OfficeState, 'runs' | 'activeRunIds'> {
    return this.select(this.projection.held(), workspaceId);
  }

  private bound(run: Run): Run {
    const known = this.bounded.get(run);
    if (known !== undefined) return known;
    const bounded = clipTexts(run, limits.stateTextCharacters, stateTexts.clipped);
    this.bounded.set(run, bounded);
    return bounded;
  }
}
