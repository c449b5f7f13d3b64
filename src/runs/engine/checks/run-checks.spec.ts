import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleStage } from '#test/support/sample-records.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import type { WorkspaceFiles } from '#workspaces/workspace-files.js';
import type { RunSession } from '../journal/run-session.js';
import { stepKeys } from '../journal/step-keys.js';
import { holdStep } from '#test/runs/support/steps.js';
import type { ApprovedCheck, CheckCommand } from './check-command.js';
import type { ChecksApproval } from './checks-approval.js';
import { RunChecks } from './run-checks.js';

const build = sampleStage({ id: 'stage_build' });
const command = 'npm test';
const workPlan = {
  builders: [],
  checks: [{ command, proves: 'it works' }],
  open: [],
  stages: [],
  review: 'one' as const,
};

describe.each(testDatabases)('a check that was cut off, on $name', ({ url }) => {
  const opened = openStore(url);
  let session: RunSession;
  let ran: string[];
  let checks: RunChecks;

  beforeEach(async () => {
    const runs = new StoredRuns(opened());
    session = await runs.begin({ stages: [build], workPlan });
    ran = [];
    const ended = { at: 1, durationMs: 2, exitCode: 0, outcome: 'exit code: 0', tail: '' };
    const commands = {
      run: async ({ command: line }: ApprovedCheck) => {
        ran.push(line);
        return { ...ended, failures: [], output: 'fine' };
      },
    } as unknown as CheckCommand;
    const approval = { askForChecks: async () => [] } as unknown as ChecksApproval;
    const files = { demand: async () => {} } as unknown as WorkspaceFiles;
    checks = new RunChecks(runs.once, commands, approval, files, {} as OfficeConfig);
  });

  const cutOffIn = (attempt: number): void => {
    const key = stepKeys.check({ moment: 'before', stageId: build.id, command });
    holdStep(session, { key, state: 'started', value: { attempt, check: command } });
    session.steps.takeAnnounced(key);
  };

  it('runs again', async () => {
    cutOffIn(2);
    await checks.beforeStage(session, build);
    expect(ran).toEqual([command]);
    expect(session.run.checks).toMatchObject([{ command, moment: 'before', exitCode: 0 }]);
    await checks.beforeStage(session, build);
    expect(ran).toHaveLength(1);
  });

  it('three times is not run any more, and its outcome is unknown', async () => {
    cutOffIn(3);
    await checks.beforeStage(session, build);
    expect(ran).toEqual([]);
    expect(session.run.checks).toMatchObject([
      {
        exitCode: null,
        outcome: 'cut off 3 times by a restart of the service, so its outcome is unknown',
      },
    ]);
    expect(session.artifacts.map(({ kind }) => kind)).toEqual(['test-report']);
  });
});
