import { RunSession } from '#runs/engine/journal/run-session.js';
import { RunSteps } from '#runs/engine/journal/run-steps.js';
import type { JournalStep } from '#runs/engine/journal/journal.repository.js';
import { sampleRun } from '../../support/sample-records.js';

type LoadedRun = ConstructorParameters<typeof RunSession>[0];

export type SessionFields = Partial<Omit<LoadedRun, 'steps'>> & {
  readonly steps?: readonly JournalStep[];
};

/** A run at work without a store. */
export function aSession(fields: SessionFields = {}): RunSession {
  const { run = sampleRun(), steps = [] } = fields;
  return new RunSession({
    lease: { runId: run.id, fence: 1 },
    run,
    autoApproveShell: false,
    cancelRequested: false,
    turns: [],
    artifacts: [],
    approvals: [],
    knownCosts: [],
    ...fields,
    steps: new RunSteps(steps),
  });
}
