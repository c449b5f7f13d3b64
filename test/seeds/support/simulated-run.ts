import type { Workspace } from '#protocol/records/organisation.js';
import type { Run, StageSpec } from '#protocol/records/work.js';
import { newStage } from '#runs/submit/submission.service.js';
import { sampleOrg, sampleRole } from '#test/runs/support/sample-role.js';
import type { WorkTraits } from './plan.js';
import type { Random } from './random.js';

const roles = ['dev', 'qa', 'ops'];

/** The floor of all runs. */
export const simulatedFloor = {
  ...{ id: 'default', skillIds: [] },
  org: sampleOrg(
    roles.map((id) => sampleRole(id, { allowedTools: ['act', 'look', 'no_such_tool'] })),
  ),
} as unknown as Workspace;

/** A run of some stages, whose turns have so many rounds of tool calls as its brief says. */
export function submittedRun(
  id: string,
  { mostStages, mostRounds, parallel, discussed }: WorkTraits,
  { random, at }: { readonly random: Random; readonly at: number },
): Run {
  const specs = Array.from({ length: random.between(1, mostStages) }, (_, index): StageSpec => {
    if (random.chance(discussed)) return discussion(`S${index}`, random);
    const isParallel = random.chance(parallel);
    const roleIds = isParallel ? roles.slice(0, random.between(2, 3)) : [random.pick(roles)];
    return { kind: 'build', name: `S${index}`, roleIds, mode: isParallel ? 'parallel' : 'single' };
  });
  return {
    ...{ id, brief: String(random.between(0, mostRounds)), pipelineId: 'p', status: 'queued' },
    ...{ createdAt: at, updatedAt: at, endedAt: null },
    stages: specs.map((spec, index) => newStage(`${id}.s${index}`, id, spec)),
    ...{ budget: { limitUsd: random.pick([0.2, 0.5, 2]), spentUsd: 0 }, workspaceId: 'default' },
    ...{ objective: null, plan: [], tags: [], outcome: null, error: null },
    ...{ submittedBy: null, workspacePath: '/w' },
  };
}

/** A debate, or a review whose objections whoever built meets. */
function discussion(name: string, random: Random): StageSpec {
  const [first = '', ...others] = random.chance(0.5) ? roles : roles.toReversed();
  const roleIds = random.chance(0.5) ? [first, ...others] : others;
  const times = random.between(1, 2);
  return random.chance(0.5)
    ? { kind: 'design', name, roleIds, mode: 'debate', rounds: times }
    : { kind: 'review', name, roleIds, mode: 'review-loop', maxIterations: times };
}

/** What histories call the brief of a run that repeats another. */
export function briefOfRetry(runId: string): string {
  return `retry of ${runId}`;
}
