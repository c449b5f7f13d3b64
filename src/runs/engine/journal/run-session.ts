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
import type { ShellPolicy } from '#tools/shell/shell-rules.js';
import { findRole } from '#workspaces/people/change-role.js';
import { WorkspaceAbsent } from '#workspaces/workspace-files.js';
import { type Budget, openBudget } from '../turn/lifecycle/budget.js';
import type { EarlierRun } from '../../submit/earlier-run.js';
import { type Knowledge, knowledgeOf } from '../knowledge.js';
import type { Lease } from '../../queue/leases.repository.js';
import type { ProjectNote } from '../workspace-survey/project-notes.js';
import type { StagePlace, WorkFacts } from '../workspace-survey/work-facts.js';
import { UnreadableJournal } from './journal-version.js';
import { factsStep, modelCallStep, placeStep, toolCallStep, type ToolOutcome } from './recorded.js';
import type { RunSteps } from './run-steps.js';
import { prefixBelow, stageOf, stepKeys } from './step-keys.js';
import { Handover } from './handover.js';
import type { HiddenFiles } from '#tools/secrets/hidden-files.js';

/** Marks a stage whose first call is over; never the key of a call. */
const over = '';

/**
 * The first model call of each stage, in any process: only this one may exceed the rest of the
 * ceiling. A repeated call after a crash is the same call.
 */
export class FirstCalls {
  private readonly byStage = new Map<string, string>();

  /**
   * @param turns keys of settled turns; @param calls keys of calls of unsettled turns, oldest first
   */
  constructor(turns: readonly string[] = [], calls: readonly string[] = []) {
    for (const key of turns) this.byStage.set(stageOf(key), over);
    for (const key of calls) this.note(key);
  }

  isFirst(key: string): boolean {
    return (this.byStage.get(stageOf(key)) ?? key) === key;
  }

  /** Records that the call is made. */
  note(key: string): void {
    const stage = stageOf(key);
    if (!this.byStage.has(stage)) this.byStage.set(stage, key);
  }
}

/** Thrown through a run's code if this process must give the run up: shutdown, or a lost lease. */
export class RunHalted extends Error {
  constructor(readonly runId: string) {
    super(`work on run ${runId} was halted`);
    this.name = 'RunHalted';
  }
}

/**
 * True for errors that stop the whole run here, not just a turn or a stage. An absent workspace is
 * one, too: the run waits for it and has not failed.
 */
export function isOfTheRun(thrown: unknown): boolean {
  return (
    thrown instanceof RunHalted ||
    thrown instanceof UnreadableJournal ||
    thrown instanceof WorkspaceAbsent ||
    isStoreFailure(thrown)
  );
}

/** The stored data of a run when work on it begins or continues. */
interface LoadedRun {
  readonly lease: Lease;
  readonly run: Run;
  readonly autoApproveShell: boolean;
  /** The survey of the workspace; null or absent: not made yet. */
  readonly repositoryBrief?: string | null;
  readonly cancelRequested: boolean;
  readonly steps: RunSteps;
  /** Settled turns by step key. */
  readonly turns: readonly (readonly [stepKey: string, turn: TurnRecord])[];
  readonly artifacts: readonly Artifact[];
  /** Approvals by the key of the asking step. */
  readonly approvals: readonly (readonly [stepKey: string, approval: Approval])[];
  /** The run that it continues; null: none, or it was deleted. */
  readonly earlier?: EarlierRun | null;
  /** USD of recorded answers of unsettled turns, by step key. */
  readonly knownCosts: readonly (readonly [stepKey: string, usd: number])[];
}

/**
 * A run while this process works on it: a copy of the committed data, replaced only by commits (see
 * `RunJournal`) and dropped when the work ends.
 */
export class RunSession {
  readonly lease: Lease;
  readonly autoApproveShell: boolean;
  /** Serialises the commits of the run, so that each builds on the last. */
  readonly serially = pLimit(1);
  /** Admits model calls one after another, so that none overtakes another that waits for money. */
  readonly admitting = pLimit(1);
  /** Emits `ended` after every model call of the run. */
  readonly calls = new EventEmitter<{ ended: [] }>();

  /** The run that it continues. */
  readonly earlier: EarlierRun | null;
  /** Instructions that people have added so far. */
  instructions: readonly RunInstruction[];
  /** Time of the latest change to the comments on its change; absent: there are none. */
  commentsAt: number | undefined;
  run: Run;
  /** The floor when the stage or its latest turn began; null: closed, or not read yet. */
  floor: Workspace | null = null;
  repositoryBrief: string | null;
  /** Folder for files that commands leave outside the workspace; null: there is none. */
  scratch: string | null = null;
  /** The workspace's files that look like secrets; null: not looked for yet. */
  hidden: HiddenFiles | null = null;
  /** Where its commands run; null: with the account's rights, once approved. */
  shell: ShellPolicy | null = null;
  budget: Budget;
  /** Used by `Steps` only. */
  readonly steps: RunSteps;
  /** The first call of each stage. */
  readonly firstCalls: FirstCalls;
  readonly approvals: Map<string, Approval>;
  readonly artifacts: Artifact[];
  private readonly turnsByKey: Map<string, TurnRecord>;
  private readonly turnsById: Map<string, TurnRecord>;

  private readonly cancelling = new AbortController();
  private readonly halting = new AbortController();
  /** Aborted if the operator cancels the run, or this process must give it up. */
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
    this.commentsAt = loaded.run.commentsAt;
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
    // Every active or waiting turn listens, and stops when it is done.
    setMaxListeners(0, this.signal, this.halting.signal);
    if (loaded.cancelRequested) this.cancel();
  }

  get cancelled(): boolean {
    return this.cancelling.signal.aborted;
  }

  get halted(): boolean {
    return this.halting.signal.aborted;
  }

  /** Aborted if this process must give the run up. */
  get haltSignal(): AbortSignal {
    return this.halting.signal;
  }

  cancel(): void {
    this.cancelling.abort();
  }

  halt(): void {
    this.halting.abort();
  }

  /** Instructions are only added, so a shorter list is outdated. */
  private setInstructions(instructions: readonly RunInstruction[]): void {
    if (instructions.length > this.instructions.length) this.instructions = instructions;
  }

  /** Takes over people's additions to the run's row, which the session's record lacks. */
  takeAdditions({ instructions = [], commentsAt }: Pick<Run, 'instructions' | 'commentsAt'>): void {
    this.setInstructions(instructions);
    if (commentsAt !== undefined) this.commentsAt = commentsAt;
  }

  /** Throws if this process must give the run up. */
  throwIfHalted(): void {
    if (this.halted) throw new RunHalted(this.run.id);
  }

  /** True if a turn was begun by any process, so that it must be completed. */
  hasBegun(stepKey: string): boolean {
    return this.steps.has(stepKey) || this.turnsByKey.has(stepKey);
  }

  /** True if any turn below this key was begun by any process. */
  hasBegunBelow(key: string): boolean {
    const prefix = prefixBelow(key);
    return [...this.turnsByKey.keys(), ...this.steps.keys()].some((each) =>
      each.startsWith(prefix),
    );
  }

  /** An employee's role on the floor. */
  roleOf(roleId: string): Role | undefined {
    return findRole(this.floor, roleId);
  }

  settledTurn(stepKey: string): TurnRecord | undefined {
    return this.turnsByKey.get(stepKey);
  }

  turn(id: string): TurnRecord | undefined {
    return this.turnsById.get(id);
  }

  /** Settled turns with step keys, in the order of settling. */
  settledTurns(): readonly (readonly [stepKey: string, turn: TurnRecord])[] {
    return [...this.turnsByKey];
  }

  /** Step key of the latest settled turn of an employee whose conversation was kept. */
  conversationOf(roleId: string): string | undefined {
    const kept = [...this.turnsByKey].findLast(
      ([key, turn]) => turn.roleId === roleId && this.steps.has(stepKeys.conversation(key)),
    );
    return kept?.[0];
  }

  addTurn(stepKey: string, turn: TurnRecord): void {
    this.turnsByKey.set(stepKey, turn);
    this.turnsById.set(turn.id, turn);
  }

  private async untilHalted(): Promise<never> {
    if (!this.halted) await once(this.halting.signal, 'abort');
    throw new RunHalted(this.run.id);
  }

  /** Facts about the place of work; null: none were recorded. */
  get facts(): WorkFacts | null {
    const found = this.steps.find(factsStep, stepKeys.facts);
    return 'result' in found ? found.result : null;
  }

  /** The tool calls that have ended. */
  endedCalls(): readonly ToolOutcome[] {
    return this.steps.ended(toolCallStep);
  }

  /** What a stage found in the workspace when it began; null: nothing was recorded. */
  placeOf(stageId: string): StagePlace | null {
    const found = this.steps.find(placeStep, stepKeys.place(stageId));
    return 'result' in found ? found.result : null;
  }

  /** The project notes that the stages found, from the stage at an index on. */
  notes(from = 0): readonly ProjectNote[] {
    return this.run.stages.slice(from).flatMap(({ id }) => this.placeOf(id)?.notes ?? []);
  }

  /** The results of settled stages, as shown to the next stage. */
  knowledge(): Knowledge {
    return knowledgeOf(this.run, (id) => this.turnsById.get(id), this.artifacts);
  }
}
