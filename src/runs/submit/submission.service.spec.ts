import { describe, expect, it } from '@jest/globals';
import { sampleOrg } from '#test/runs/support/sample-role.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import type { StageSpec } from '../../protocol/records/work.js';
import { newRun } from './submission.service.js';

const floor: Workspace = {
  id: 'default',
  name: 'Default project',
  path: '/work/todo',
  floor: 1,
  skillIds: [],
  budget: { defaultRunUsd: 5, spentUsd: 0 },
  org: sampleOrg([]),
  createdAt: 1,
};

const specs: readonly StageSpec[] = [
  { kind: 'intake', name: 'Understand', roleIds: ['ceo'], mode: 'single' },
  { kind: 'report', name: 'Report', roleIds: ['ceo'], mode: 'single', optional: true },
];

describe('newRun', () => {
  const run = newRun({
    id: 'run_1',
    brief: '  keep my blanks ',
    pipeline: { id: 'quick', name: 'Quick', description: '', stages: specs },
    workspaceId: floor.id,
    place: { workspacePath: floor.path },
    pipelineReason: 'chosen',
    limitUsd: 2,
    submittedBy: null,
    at: 1000,
    stageIds: ['stage_1', 'stage_2'],
  });

  it('is queued, with nothing spent and nothing known yet', () => {
    expect(run).toEqual({
      id: 'run_1',
      brief: '  keep my blanks ',
      pipelineReason: 'chosen',
      pipelineId: 'quick',
      status: 'queued',
      createdAt: 1000,
      updatedAt: 1000,
      endedAt: null,
      stages: run.stages,
      budget: { limitUsd: 2, spentUsd: 0 },
      workspaceId: 'default',
      workspacePath: '/work/todo',
      objective: null,
      plan: [],
      tags: [],
      outcome: null,
      error: null,
      submittedBy: null,
    });
  });

  it('has one pending stage for each of the pipeline, with its spec', () => {
    expect(
      run.stages.map(({ id, stageId, runId, status }) => [id, stageId, runId, status]),
    ).toEqual([
      ['stage_1', 'stage_1', 'run_1', 'pending'],
      ['stage_2', 'stage_2', 'run_1', 'pending'],
    ]);
    expect(run.stages.map((stage) => stage.spec)).toEqual(specs);
    expect(run.stages[0]).toMatchObject({
      startedAt: null,
      endedAt: null,
      turnIds: [],
      artifactIds: [],
      summary: null,
      participantRoleIds: [],
      error: null,
    });
  });
});
