import { type LoadedRun, RunSession } from '../../../src/runs/engine/journal/run-session.js';
import { sampleRun } from '../../support/sample-records.js';

/** A run at work without a store. */
export function aSession(fields: Partial<LoadedRun> = {}): RunSession {
  const { run = sampleRun() } = fields;
  return new RunSession({
    lease: { runId: run.id, fence: 1 },
    run,
    autoApproveShell: false,
    cancelRequested: false,
    steps: [],
    turns: [],
    artifacts: [],
    approvals: [],
    knownCosts: [],
    ...fields,
  });
}
