import type { Workspace } from '#protocol/records/organisation.js';
import type { Run, StageSpec } from '#protocol/records/work.js';
import { newStage } from '#runs/submit/submission.service.js';
import { sampleOrg, sampleRole } from '#test/runs/support/sample-role.js';
import type { Random } from './random.js';

const roles = ['dev', 'qa', 'ops'];

/** The floor of all runs. */
export const simulatedFloor = {
  ...{ id: 'default', skillIds: [] },
  org: sampleOrg(
    roles.map((id) => sampleRole(id, { allowedTools: ['act', 'look', 'no_such_tool'] })),
  ),
} as unknown as Workspace;

/** A run of one to three stages, whose turns have so many rounds of tool calls. */
export function submittedRun(id: string, random: Random, at: number): Run {
  const specs = Array.from({ length: random.between(1, 3) }, (_, index): StageSpec => {
    const isParallel = random.chance(0.4);
    const roleIds = isParallel ? roles.slice(0, random.between(2, 3)) : [random.pick(roles)];
    return { kind: 'build', name: `S${index}`, roleIds, mode: isParallel ? 'parallel' : 'single' };
  });
  return {
    ...{ id, brief: String(random.between(0, 3)), pipelineId: 'p', status: 'queued' },
    ...{ createdAt: at, updatedAt: at, endedAt: null },
    stages: specs.map((spec, index) => newStage(`${id}.s${index}`, id, spec)),
    ...{ budget: { limitUsd: random.pick([0.2, 0.5, 2]), spentUsd: 0 }, workspaceId: 'default' },
    ...{ objective: null, plan: [], tags: [], outcome: null, error: null },
    ...{ submittedBy: null, workspacePath: '/w' },
  };
}

/** What histories call the brief of a run that repeats another. */
export function briefOfRetry(runId: string): string {
  return `retry of ${runId}`;
}
