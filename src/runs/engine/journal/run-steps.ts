import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { addUsage, noUsage } from '#models/gateway/usage.js';
import type { UsageRecord } from '#protocol/records/work.js';
import { JournalRepository, type JournalStep } from './journal.repository.js';
import { UnreadableJournal } from './journal-version.js';
import {
  checkStep,
  conversationStep,
  factsStep,
  modelCallStep,
  placeStep,
  type StepKind,
  toolCallStep,
  turnStep,
} from './recorded.js';
import { moveStep, worktreeStep } from './recorded-worktree.js';
import { prefixBelow, stepKeys } from './step-keys.js';
import { assertAllowed, type StepState, stepTransitions } from './step-states.js';

/** All kinds that a journal may contain. */
const stepKinds: readonly StepKind<unknown, unknown>[] = [
  turnStep,
  modelCallStep,
  toolCallStep,
  conversationStep,
  factsStep,
  placeStep,
  checkStep,
  worktreeStep,
  moveStep,
];

/** A recorded step. */
export type FoundStep<Open, Result> =
  | { readonly state: 'absent' }
  | { readonly state: 'started' | 'awaiting'; readonly open: Open }
  | { readonly state: 'settled' | 'interrupted'; readonly result: Result };

interface Row extends JournalStep {
  readonly state: StepState;
}

/** The steps of an active run: loaded ones, and those committed by this process. */
export class RunSteps {
  private readonly held: Map<string, Row>;
  /** Steps whose current attempt this process has committed but not started. */
  private readonly announced = new Set<string>();

  /** @throws UnreadableJournal if a step has an unknown kind or state */
  constructor(loaded: readonly JournalStep[]) {
    this.held = new Map(loaded.map((step) => [step.key, readable(step)]));
  }

  /** @throws UnreadableJournal if the step is of another kind */
  find<Open, Result>(kind: StepKind<Open, Result>, key: string): FoundStep<Open, Result> {
    const row = this.held.get(key);
    if (row === undefined) return { state: 'absent' };
    const { state, value } = row;
    if (state === 'started' || state === 'awaiting') {
      return { state, open: parsed(kind.open, kind.name, row, value) };
    }
    return { state, result: parsed(kind.result, kind.name, row, value) };
  }

  /** True if the step exists and has this kind. */
  fits(kind: StepKind<unknown, unknown>, key: string): boolean {
    const row = this.held.get(key);
    return row !== undefined && isOf(kind, row);
  }

  /** The results of all steps of a kind that have ended. */
  ended<Result>(kind: StepKind<unknown, Result>): readonly Result[] {
    return [...this.held.values()].flatMap(({ state, value }) => {
      if (state !== 'settled' && state !== 'interrupted') return [];
      const read = kind.result.safeParse(value);
      return read.success ? [read.data] : [];
    });
  }

  /** Cost of a call's attempts that were cut off before this process. */
  cutOffUsage(callKey: string): UsageRecord {
    const found = this.find(modelCallStep, callKey);
    if (!('open' in found)) return noUsage;
    const { spent, estimate } = found.open;
    return this.isAnnounced(callKey) ? spent : addUsage(spent, estimate);
  }

  /**
   * USD of model calls in unsettled turns, by key of the hold: spent, but not yet counted on the
   * run. A cut-off call costs its known or estimated amount.
   */
  knownCosts(settledTurns: ReadonlySet<string>): readonly (readonly [hold: string, usd: number])[] {
    return this.keys().flatMap((key) => {
      const usd = settledTurns.has(turnKeyOf(key)) ? 0 : this.usdOf(key);
      return usd > 0 ? [[this.holdKeyOf(key), usd] as const] : [];
    });
  }

  private usdOf(key: string): number {
    if (!this.fits(modelCallStep, key)) return 0;
    const found = this.find(modelCallStep, key);
    return 'result' in found ? found.result.usage.costUsd : this.cutOffUsage(key).costUsd;
  }

  /** A repeated call reserves its worst case beside the cost of earlier attempts. */
  private holdKeyOf(key: string): string {
    return this.stateOf(key) === 'started' ? stepKeys.cutOffAttempts(key) : key;
  }

  has(key: string): boolean {
    return this.held.has(key);
  }

  stateOf(key: string): StepState | 'absent' {
    return this.held.get(key)?.state ?? 'absent';
  }

  /** Keys of a stage's turns that have begun, except those that `isEnded` accepts. */
  openTurnsOf(stageId: string, isEnded: (key: string) => boolean): readonly string[] {
    const prefix = prefixBelow(stageId);
    const open = this.keys().filter((key) => key.startsWith(prefix) && !isEnded(key));
    return open.filter((key) => this.fits(turnStep, key));
  }

  keys(): readonly string[] {
    return [...this.held.keys()];
  }

  rows(): readonly JournalStep[] {
    return [...this.held.values()];
  }

  /** True if this process has committed the current attempt but not started it. */
  isAnnounced(key: string): boolean {
    return this.announced.has(key);
  }

  /** Like `isAnnounced`; the caller starts the attempt. */
  takeAnnounced(key: string): boolean {
    return this.announced.delete(key);
  }

  apply(changes: StepChanges): void {
    for (const row of changes.rows) {
      this.held.set(row.key, row);
      if (row.state === 'started') this.announced.add(row.key);
      else this.announced.delete(row.key);
    }
  }
}

/** The steps changed by one commit. */
export class StepChanges {
  private readonly changed = new Map<string, Row>();

  constructor(private readonly before: RunSteps) {}

  /** The rows to store, one per step, in their final state. */
  get rows(): readonly Row[] {
    return [...this.changed.values()];
  }

  /** @throws if the transition is not allowed */
  set(key: string, state: StepState, value: unknown): void {
    const from = this.changed.get(key)?.state ?? this.before.stateOf(key);
    assertAllowed(key, from, state);
    this.changed.set(key, { key, state, value });
  }
}

function readable({ key, state, value }: JournalStep): Row {
  if (!isStepState(state)) throw new UnreadableJournal(`step ${key} is ${state}`);
  const row = { key, state, value };
  if (stepKinds.some((kind) => isOf(kind, row))) return row;
  throw new UnreadableJournal(`step ${key} holds nothing that this service knows`);
}

function isOf(kind: StepKind<unknown, unknown>, { state, value }: Row): boolean {
  const isOpen = state === 'started' || state === 'awaiting';
  return (isOpen ? kind.open : kind.result).safeParse(value).success;
}

function parsed<T>(schema: StepKind<T, T>['open'], kind: string, { key }: Row, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new UnreadableJournal(`step ${key} is no ${kind}`);
  return result.data;
}

/** Reads and writes the steps of active runs. */
@Injectable()
export class StepStore {
  constructor(private readonly journal: JournalRepository) {}

  /** @throws UnreadableJournal if a step is unknown to this engine */
  async load(runId: string): Promise<RunSteps> {
    return new RunSteps(await this.journal.ofRun(runId));
  }

  store(manager: EntityManager, runId: string, changes: StepChanges, at: number): Promise<void> {
    return this.journal.upsert(manager, runId, changes.rows, at);
  }

  /** A final run needs no journal. */
  delete(manager: EntityManager, runId: string): Promise<void> {
    return this.journal.delete(manager, runId);
  }
}

/** The key of the turn that a model call belongs to. */
function turnKeyOf(modelCallKey: string): string {
  return modelCallKey.slice(0, modelCallKey.lastIndexOf('/'));
}

function isStepState(text: string): text is StepState {
  return text !== 'absent' && Object.hasOwn(stepTransitions, text);
}
