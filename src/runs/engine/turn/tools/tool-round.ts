import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { ToolRequest } from '#models/gateway/model-call.js';
import { limits } from '#protocol/limits.js';
import type { RunCommit } from '../../journal/run-journal.js';
import type { ToolOutcome } from '../../journal/recorded.js';
import { stepKeys } from '../../journal/step-keys.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import type { ToolCall } from './check-call.js';
import { CallForesight } from './call-foresight.js';
import { ToolRunner } from './tool-runner.js';

/** Callbacks for the results of an answer's calls. */
interface RoundResults {
  /** Called once per call, in order, after its result is stored. */
  readonly ended: (outcome: ToolOutcome, index: number) => void;
  /** Further changes of the commit that stores the last call's result. */
  readonly storingLast: (commit: RunCommit, outcome: ToolOutcome) => void;
}

/** A call as made by the model; `cutAt` as in `ToolCall`. */
export type CutCall = ToolRequest & Pick<ToolCall, 'cutAt'>;

interface RoundCall {
  readonly key: string;
  readonly call: CutCall;
  readonly index: number;
  readonly isLast: boolean;
}

/**
 * Runs the tool calls of one answer. Adjacent read-only calls run in parallel; all others run alone
 * and in order. Results are stored and delivered in order, so that a crash leaves the beginning of
 * the round in the journal.
 */
@Injectable()
export class ToolRound {
  constructor(
    private readonly tools: ToolRunner,
    private readonly foresight: CallForesight,
  ) {}

  /** Starts no further call once the run is cancelled. Rejects if a call could not be recorded. */
  async run(
    turn: ActiveTurn,
    answerKey: string,
    requests: readonly CutCall[],
    results: RoundResults,
  ): Promise<void> {
    const calls = requests.map((call, index) => ({
      key: stepKeys.toolCall(answerKey, index),
      call,
      index,
      isLast: index === requests.length - 1,
    }));
    this.foresight.begin(turn, calls);
    let next = 0;
    while (next < calls.length) {
      await turn.work.mayGoOn();
      const group = this.groupFrom(turn, calls.slice(next));
      if (!(await this.runGroup(turn, group, results))) return;
      next += group.length;
    }
  }

  /** The first call, and directly following ones that may run in parallel with it. */
  private groupFrom(turn: ActiveTurn, calls: readonly RoundCall[]): readonly RoundCall[] {
    const reading = calls.findIndex(({ key, call }) => !this.tools.onlyReads(turn, key, call));
    return calls.slice(0, reading < 0 ? calls.length : Math.max(1, reading));
  }

  /** False: the run was cancelled before every call was made. */
  private async runGroup(
    turn: ActiveTurn,
    group: readonly RoundCall[],
    results: RoundResults,
  ): Promise<boolean> {
    const atOnce = pLimit(limits.toolCallsAtOnce);
    let before: Promise<unknown> = Promise.resolve();
    const running = group.map((entry) => {
      const previous = before;
      const made = atOnce(() => this.runOne(turn, entry, previous, results));
      before = made;
      return made;
    });
    // No call keeps running when the round is given up.
    const settled = await Promise.allSettled(running);
    for (const call of settled) if (call.status === 'rejected') throw call.reason;
    return settled.every((call) => call.status === 'fulfilled' && call.value);
  }

  /** False: the run was cancelled, so the call was not made. */
  private async runOne(
    turn: ActiveTurn,
    { key, call, index, isLast }: RoundCall,
    before: Promise<unknown>,
    { ended, storingLast }: RoundResults,
  ): Promise<boolean> {
    if (turn.session.cancelled && !this.tools.hasEnded(turn.session, key)) return false;
    const { id: _, ...request } = call;
    const storing = (commit: RunCommit, outcome: ToolOutcome): void => {
      if (isLast) storingLast(commit, outcome);
    };
    const outcome = await this.tools.run(turn, key, request, storing, before);
    await before;
    ended(outcome, index);
    return true;
  }
}
