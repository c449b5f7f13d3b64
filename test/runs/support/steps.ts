import type { RunCommit } from '#runs/engine/journal/run-journal.js';
import type { RecordedTurn } from '#runs/engine/journal/recorded.js';
import { StepChanges } from '#runs/engine/journal/run-steps.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import type { StepState } from '#runs/engine/journal/step-states.js';
import type { JournalStep } from '#runs/engine/journal/journal.repository.js';
import { sampleTurn } from '../../support/sample-records.js';

/** How a turn began, as the journal keeps it. */
export function aRecordedTurn(fields: Partial<RecordedTurn> = {}): RecordedTurn {
  const { id: turnId, roleId, purpose, startedAt, route, skills } = sampleTurn();
  const memory = { query: '', facts: [], total: 0 };
  return { turnId, roleId, purpose, startedAt, route, skills, memory, ...fields };
}

/** The step of a turn that has begun. */
export function begunTurn(key: string, fields: Partial<RecordedTurn> = {}): JournalStep {
  return { key, state: 'started', value: aRecordedTurn(fields) };
}

/** Leaves a step in the state, by way of `started`. */
export function putStep(
  { steps }: Pick<RunCommit, 'steps'>,
  key: string,
  state: StepState,
  value: unknown = { attempt: 1 },
): void {
  if (state !== 'started') steps.set(key, 'started', value);
  steps.set(key, state, value);
}

/** The same in a session without a store. */
export function holdStep(session: RunSession, { key, state, value }: JournalStep): void {
  const steps = new StepChanges(session.steps);
  putStep({ steps }, key, state as StepState, value);
  session.steps.apply(steps);
}

/** Everything the session knows. */
export function stepsOf({ steps }: RunSession): readonly JournalStep[] {
  return steps.rows();
}

/** What the session knows of a step. */
export function stepIn({ steps }: RunSession, key: string): string {
  return steps.stateOf(key);
}
