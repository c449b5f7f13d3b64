import { Injectable } from '@nestjs/common';
import type { UsageRecord } from '#protocol/records/work.js';
import { type FillCommit, type RunCommit, RunJournal } from './run-journal.js';
import type { RunSession } from './run-session.js';
import type { StepKind } from './recorded.js';
import type { FoundStep } from './run-steps.js';
import { faultsOfTransitions, hasEnded, stepTransitions } from './step-states.js';

/** One effect of a run: what is kept of it, and where. */
export interface Step<Open, Result> {
  readonly kind: StepKind<Open, Result>;
  readonly key: string;
}

/** How a step is carried out. */
export interface StepWork<Open, Result> {
  /** What is kept of an attempt while it lasts; `before` is what is kept of the one before it. */
  readonly open: (before: Open | null) => Open;
  /** What else the commit changes that comes before the effect. */
  readonly entering?: FillCommit;
  readonly effect: (open: Open) => Promise<Result>;
  /** The attempt is not made after all: this process must let the run go. */
  readonly unused?: (open: Open) => Promise<void>;
  /** What the step comes to without its effect, where that may not be entered; else null. */
  readonly instead?: Result | null;
  /** The result when the attempt before was cut off; null: another attempt is made. */
  readonly cutOff: (before: Open) => Result | null;
  /**
   * What else the commit changes that stores the result. Absent: the caller stores the
   * result, with `settle`.
   */
  readonly settling?: (commit: RunCommit, result: Result) => void | Promise<void>;
}

/**
 * Memoised effects of a run (docs/decisions/0003-journal.md). An effect is entered only after a commit
 * that says so, and not again once its result is stored. Nothing else writes the journal.
 */
@Injectable()
export class Steps {
  constructor(private readonly journal: RunJournal) {
    const faults = faultsOfTransitions(stepTransitions, 'absent');
    if (faults.length > 0) throw new Error(`steps cannot change like this: ${faults.join('; ')}`);
  }

  /** The recorded result, or that of the effect. */
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
      const instead = work.cutOff(found.open);
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

  /** Keys of the turns that have begun in a stage and are not settled. */
  openTurnsOf(session: RunSession, stageId: string): readonly string[] {
    return session.steps.openTurnsOf(stageId, (key) => session.settledTurn(key) !== undefined);
  }

  /** What attempts at a model call without a result have cost that were cut off before this process. */
  cutOffUsage(session: RunSession, callKey: string): UsageRecord {
    return session.steps.cutOffUsage(callKey);
  }

  /**
   * Puts the beginning of an attempt into a commit that comes before it, so that `once` needs none of
   * its own; or lets an effect go on that has waited.
   */
  start<Open>(commit: RunCommit, { key }: Step<Open, unknown>, open: Open): void {
    commit.steps.set(key, 'started', open);
  }

  /** The effect waits for a person before it acts; `start` must follow before it does. */
  wait<Open>(commit: RunCommit, { key }: Step<Open, unknown>, open: Open): void {
    commit.steps.set(key, 'awaiting', open);
  }

  /** Puts the result into a commit of the caller. */
  settle<Result>(commit: RunCommit, { key }: Step<unknown, Result>, result: Result): void {
    commit.steps.set(key, 'settled', result);
  }

  /** A step that waits for a person has not begun to act: it goes on with the same attempt. */
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
