import { EventEmitter, once, setMaxListeners } from 'node:events';
import pLimit from 'p-limit';
import { isStoreFailure } from '#platform/database/store-failure.js';
import type { Role, Workspace } from '#protocol/records/organisation.js';
import type {
  Approval,
  Artifact,
  Run,
  RunInstruction,
  TurnRecord,
} from '#protocol/records/work.js';
import { findRole } from '#workspaces/people/change-role.js';
import { WorkspaceAbsent } from '#workspaces/workspace-files.js';
import { type Budget, openBudget } from '../turn/lifecycle/budget.js';
import type { EarlierRun } from '../../submit/earlier-run.js';
import { type Knowledge, knowledgeOf } from '../knowledge.js';
import type { Lease } from '../../queue/leases.repository.js';
import { UnreadableJournal } from './journal-version.js';
import { modelCallStep } from './recorded.js';
import type { RunSteps } from './run-steps.js';
import { stageOf } from './step-keys.js';
import { Handover } from './handover.js';

/** No key of a call: a stage whose first call is over. */
const over = '';

/**
 * The first model call of each stage, in this life of the process or an earlier one: it alone may pass
 * what is left of the ceiling. A call that was cut off and is made again is still the same call.
 */
export class FirstCalls {
  private readonly byStage = new Map<string, string>();

  /** @param turns keys of settled turns; @param calls keys of calls of turns that are not, oldest first */
  constructor(turns: readonly string[] = [], calls: readonly string[] = []) {
    for (const key of turns) this.byStage.set(stageOf(key), over);
    for (const key of calls) this.note(key);
  }

  isFirst(key: string): boolean {
    return (this.byStage.get(stageOf(key)) ?? key) === key;
  }

  /** The call is made. */
  note(key: string): void {
    const stage = stageOf(key);
    if (!this.byStage.has(stage)) this.byStage.set(stage, key);
  }
}

/** Thrown through a run's code when this process must let it go: shutdown, or a lost lease. */
export class RunHalted extends Error {
  constructor(readonly runId: string) {
    super(`work on run ${runId} was halted`);
    this.name = 'RunHalted';
  }
}

/**
 * Whether not the stage or the turn but the whole run cannot go on here. A workspace that is not there
 * counts wherever it is noticed: the run waits for it as it is, and nothing of it has failed.
 */
export function isOfTheRun(thrown: unknown): boolean {
  return (
    thrown instanceof RunHalted ||
    thrown instanceof UnreadableJournal ||
    thrown instanceof WorkspaceAbsent ||
    isStoreFailure(thrown)
  );
}

/** What the store holds of a run when work on it begins, or begins again. */
export interface LoadedRun {
  readonly lease: Lease;
  readonly run: Run;
  readonly autoApproveShell: boolean;
  /** What was found in the workspace; null or absent: nobody has looked yet. */
  readonly repositoryBrief?: string | null;
  readonly cancelRequested: boolean;
  readonly steps: RunSteps;
  /** Settled turns by their step key. */
  readonly turns: readonly (readonly [stepKey: string, turn: TurnRecord])[];
  readonly artifacts: readonly Artifact[];
  /** Approvals by the key of the asking step. */
  readonly approvals: readonly (readonly [stepKey: string, approval: Approval])[];
  /** The run it goes on from; null: none, or it is gone. */
  readonly earlier?: EarlierRun | null;
  /** USD of recorded answers whose turn has not settled, by step key. */
  readonly knownCosts: readonly (readonly [stepKey: string, usd: number])[];
}

/**
 * A run while this process works on it: a copy of what is committed, replaced by each commit and
 * by nothing else (see `RunJournal`). It is thrown away when the work ends.
 */
export class RunSession {
  readonly lease: Lease;
  readonly autoApproveShell: boolean;
  /** Commits of one run go one after another, so that each builds on the last. */
  readonly serially = pLimit(1);
  /** Model calls are admitted one after another, so that none overtakes one that waits for money. */
  readonly admitting = pLimit(1);
  /** Emits `ended` whenever a model call of the run has ended. */
  readonly calls = new EventEmitter<{ ended: [] }>();

  /** The run it goes on from. */
  readonly earlier: EarlierRun | null;
  /** What people have added so far. */
  instructions: readonly RunInstruction[];
  run: Run;
  /** As it was when the stage or its latest turn began; null: it is closed, or not read yet. */
  floor: Workspace | null = null;
  repositoryBrief: string | null;
  budget: Budget;
  /** Used by `Steps` only. */
  readonly steps: RunSteps;
  /** Which call of a stage was its first. */
  readonly firstCalls: FirstCalls;
  readonly approvals: Map<string, Approval>;
  readonly artifacts: Artifact[];
  private readonly turnsByKey: Map<string, TurnRecord>;
  private readonly turnsById: Map<string, TurnRecord>;

  private readonly cancelling = new AbortController();
  private readonly halting = new AbortController();
  /** Aborted when the operator cancels the run, or when this process must let it go. */
  readonly signal = AbortSignal.any([this.cancelling.signal, this.halting.signal]);
  readonly handover = new Handover(
    () => this.halt(),
    () => this.untilHalted(),
  );

  constructor(loaded: LoadedRun) {
    this.lease = loaded.lease;
    this.autoApproveShell = loaded.autoApproveShell;
    this.run = loaded.run;
    this.earlier = loaded.earlier ?? null;
    this.instructions = loaded.run.instructions ?? [];
    this.repositoryBrief = loaded.repositoryBrief ?? null;
    const holds = loaded.knownCosts.map(([key, usd]) => ({ key, usd, known: true }));
    this.budget = {
      ...openBudget(loaded.run.budget.limitUsd, loaded.run.budget.spentUsd),
      holds,
    };
    this.steps = loaded.steps;
    const calls = loaded.steps.keys().filter((key) => loaded.steps.fits(modelCallStep, key));
    this.firstCalls = new FirstCalls(
      loaded.turns.map(([key]) => key),
      calls,
    );
    this.approvals = new Map(loaded.approvals);
    this.artifacts = [...loaded.artifacts];
    this.turnsByKey = new Map(loaded.turns);
    this.turnsById = new Map(loaded.turns.map(([, turn]) => [turn.id, turn]));
    // Every turn at work or in the queue listens; each stops listening when it is done.
    setMaxListeners(0, this.signal, this.halting.signal);
    if (loaded.cancelRequested) this.cancel();
  }

  get cancelled(): boolean {
    return this.cancelling.signal.aborted;
  }

  get halted(): boolean {
    return this.halting.signal.aborted;
  }

  /** Aborted when this process must let the run go. */
  get haltSignal(): AbortSignal {
    return this.halting.signal;
  }

  cancel(): void {
    this.cancelling.abort();
  }

  halt(): void {
    this.halting.abort();
  }

  /** Instructions are only ever added; what is older than what is known says nothing. */
  setInstructions(instructions: readonly RunInstruction[]): void {
    if (instructions.length > this.instructions.length) this.instructions = instructions;
  }

  /** Stops the work at once when this process must let the run go. */
  throwIfHalted(): void {
    if (this.halted) throw new RunHalted(this.run.id);
  }

  /** Whether a turn was begun, in an earlier life of the process too: it must be brought to its end. */
  hasBegun(stepKey: string): boolean {
    return this.steps.has(stepKey) || this.turnsByKey.has(stepKey);
  }

  /** An employee of the floor. */
  roleOf(roleId: string): Role | undefined {
    return findRole(this.floor, roleId);
  }

  settledTurn(stepKey: string): TurnRecord | undefined {
    return this.turnsByKey.get(stepKey);
  }

  turn(id: string): TurnRecord | undefined {
    return this.turnsById.get(id);
  }

  /** Settled turns with their step keys, in the order in which they settled. */
  settledTurns(): readonly (readonly [stepKey: string, turn: TurnRecord])[] {
    return [...this.turnsByKey];
  }

  addTurn(stepKey: string, turn: TurnRecord): void {
    this.turnsByKey.set(stepKey, turn);
    this.turnsById.set(turn.id, turn);
  }

  private async untilHalted(): Promise<never> {
    if (!this.halted) await once(this.halting.signal, 'abort');
    throw new RunHalted(this.run.id);
  }

  /** What the settled stages left behind, as the next stage is shown it. */
  knowledge(): Knowledge {
    return knowledgeOf(this.run, (id) => this.turnsById.get(id), this.artifacts);
  }
}
