import { Injectable } from '@nestjs/common';
import type { UsageRecord } from '#protocol/records/work.js';
import { type FillCommit, type RunCommit, RunJournal } from './run-journal.js';
import type { RunSession } from './run-session.js';
import type { StepKind } from './recorded.js';
import type { FoundStep } from './run-steps.js';
import { faultsOfTransitions, type StepState, stepTransitions } from './step-states.js';

/** An effect of a run, with its kind and key. */
export interface Step<Open, Result> {
  readonly kind: StepKind<Open, Result>;
  readonly key: string;
}

/** How a step is carried out. */
export interface StepWork<Open, Result> {
  /** The stored content of an attempt in progress; `before` is that of the previous one. */
  readonly open: (before: Open | null) => Open;
  /** Further changes of the commit that precedes the effect. */
  readonly entering?: FillCommit;
  readonly effect: (open: Open) => Promise<Result>;
  /** Called if the attempt is not made, because this process must give up the run. */
  readonly unused?: (open: Open) => Promise<void>;
  /** The result without the effect if it must not be entered; else null. */
  readonly instead?: Result | null;
  /** The result after a cut-off attempt; null: try again. */
  readonly cutOff: (before: Open) => Result | null | Promise<Result | null>;
  /**
   * Further changes of the commit that stores the result. Absent: the caller stores it with
   * `settle`.
   */
  readonly settling?: (commit: RunCommit, result: Result) => void | Promise<void>;
}

/**
 * Memoised effects of a run (docs/decisions/0003-journal.md). An effect starts only after a commit
 * that says so, and is not repeated once its result is stored. The only writer of journal steps.
 */
@Injectable()
export class Steps {
  constructor(private readonly journal: RunJournal) {
    const faults = faultsOfTransitions(stepTransitions, 'absent');
    if (faults.length > 0) throw new Error(`steps cannot change like this: ${faults.join('; ')}`);
  }

  /** The recorded result, or the effect's. */
  async once<Open, Result>(
    session: RunSession,
    step: Step<Open, Result>,
    work: StepWork<Open, Result>,
  ): Promise<Result> {
    const found = this.find(session, step);
    if ('result' in found) return found.result;
    const announced = session.steps.takeAnnounced(step.key);
    const { instead = null } = work;
    if (found.state === 'started' && !announced) {
      const instead = await work.cutOff(found.open);
      if (instead !== null) return this.end(session, step, work, 'interrupted', instead);
    }
    if (instead !== null) {
      return this.end(session, step, work, 'settled', instead, work.open(null));
    }
    const open =
      announced && 'open' in found ? found.open : await this.enter(session, step, work, found);
    if (session.halted) await work.unused?.(open);
    session.throwIfHalted();
    const result = await work.effect(open);
    session.throwIfHalted();
    if (work.settling === undefined) return result;
    return this.end(session, step, work, 'settled', result);
  }

  find<Open, Result>(
    session: RunSession,
    { kind, key }: Step<Open, Result>,
  ): FoundStep<Open, Result> {
    return session.steps.find(kind, key);
  }

  hasResult(session: RunSession, { key }: Step<unknown, unknown>): boolean {
    return hasEnded(session.steps.stateOf(key));
  }

  /** Keys of a stage's turns that have begun and are not settled. */
  openTurnsOf(session: RunSession, stageId: string): readonly string[] {
    return session.steps.openTurnsOf(stageId, (key) => session.settledTurn(key) !== undefined);
  }

  /** Cost of a model call's attempts that were cut off without a result before this process. */
  cutOffUsage(session: RunSession, callKey: string): UsageRecord {
    return session.steps.cutOffUsage(callKey);
  }

  /**
   * Adds the start of an attempt to an earlier commit, so that `once` needs none of its own; or
   * resumes an effect that has waited.
   */
  start<Open>(commit: RunCommit, { key }: Step<Open, unknown>, open: Open): void {
    commit.steps.set(key, 'started', open);
  }

  /** Marks the effect as waiting for a person; `start` must precede its action. */
  wait<Open>(commit: RunCommit, { key }: Step<Open, unknown>, open: Open): void {
    commit.steps.set(key, 'awaiting', open);
  }

  /** Adds the result to a commit of the caller. */
  settle<Result>(commit: RunCommit, { key }: Step<unknown, Result>, result: Result): void {
    commit.steps.set(key, 'settled', result);
  }

  /** A step that waited for a person has not acted, so it continues with the same attempt. */
  private async enter<Open, Result>(
    session: RunSession,
    { key }: Step<Open, Result>,
    work: StepWork<Open, Result>,
    found: FoundStep<Open, Result>,
  ): Promise<Open> {
    const before = 'open' in found ? found.open : null;
    const open = found.state === 'awaiting' ? found.open : work.open(before);
    await this.journal.commit(session, async (commit) => {
      commit.steps.set(key, 'started', open);
      await work.entering?.(commit);
    });
    session.steps.takeAnnounced(key);
    return open;
  }

  private async end<Open, Result>(
    session: RunSession,
    { key }: Step<Open, Result>,
    work: StepWork<Open, Result>,
    state: 'settled' | 'interrupted',
    result: Result,
    entered?: Open,
  ): Promise<Result> {
    await this.journal.commit(session, async (commit) => {
      if (entered !== undefined) commit.steps.set(key, 'started', entered);
      await work.settling?.(commit, result);
      commit.steps.set(key, state, result);
    });
    return result;
  }
}

/** True if a step in this state never changes again. */
function hasEnded(state: StepState | 'absent'): boolean {
  return stepTransitions[state].length === 0;
}
