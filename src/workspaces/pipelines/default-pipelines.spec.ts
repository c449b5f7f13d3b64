import { describe, expect, it } from '@jest/globals';
import { stageKinds, stageModes } from '../../protocol/records/enums.js';
import { defaultRoles } from '../default-organisation/default-roles.js';
import { codeChange } from './code-change.js';
import { defaultPipelines } from './default-pipelines.js';

const debaters = ['design-lead', 'frontend-lead', 'backend-lead', 'cto'];
const onDemand = { onDemand: true };

/** Every stage: name, kind, mode, roles, and further settings. */
const table = {
  'product-build': [
    ['Plan', 'plan', 'single', ['cto'], {}],
    ['Research', 'research', 'single', ['researcher'], { optional: true, ...onDemand }],
    ['Debate', 'debate', 'debate', debaters, { rounds: 2, ...onDemand }],
    ['Decide', 'workshop', 'debate', ['ceo', 'design-lead', 'cto'], { rounds: 1, ...onDemand }],
    ['Technical plan', 'architect', 'single', ['cto'], onDemand],
    ['Build', 'build', 'parallel', ['backend-dev-1'], {}],
    [
      'Review',
      'review',
      'review-loop',
      ['qa-lead', 'backend-lead', 'frontend-lead'],
      { maxIterations: 2 },
    ],
    ['Report', 'report', 'single', ['ceo'], {}],
  ],
  'code-change': [
    ['Plan', 'plan', 'single', ['backend-dev-1'], {}],
    ['Build', 'build', 'parallel', ['backend-dev-1'], {}],
    ['Review', 'review', 'review-loop', ['qa-lead', 'backend-lead'], { maxIterations: 2 }],
    ['Report', 'report', 'single', ['ceo'], {}],
  ],
  'quick-answer': [
    ['Answer', 'report', 'single', ['researcher'], { readOnly: true }],
    [
      'Second look',
      'report',
      'single',
      ['cto'],
      { optional: true, ...onDemand, onDecision: true, readOnly: true },
    ],
  ],
};

const stages = defaultPipelines.flatMap((pipeline) =>
  pipeline.stages.map((stage) => ({ stage, label: `${pipeline.id}: ${stage.name}` })),
);

describe('the default pipelines', () => {
  it('are the three of the table, in order', () => {
    expect(defaultPipelines.map(({ id }) => id)).toEqual(Object.keys(table));
  });

  it.each(Object.entries(table))('%s runs the stages of the table', (id, rows) => {
    const pipeline = defaultPipelines.find((candidate) => candidate.id === id);
    const found = pipeline?.stages.map(
      ({ name, kind, mode, roleIds, instruction: _i, produces: _p, ...extra }) => [
        name,
        kind,
        mode,
        roleIds,
        extra,
      ],
    );

    expect(found).toEqual(rows);
  });

  it.each(stages)('$label uses kinds, modes and roles that exist', ({ stage }) => {
    expect(stageKinds).toContain(stage.kind);
    expect(stageModes).toContain(stage.mode);
    expect(defaultRoles.map(({ id }) => id)).toEqual(expect.arrayContaining([...stage.roleIds]));
  });

  it.each(stages)('$label says what to do and what to hand over', ({ stage }) => {
    expect(stage.instruction?.length).toBeGreaterThan(200);
    expect(stage.produces?.length).toBeGreaterThan(40);
  });

  it('begin a change with whoever writes it', () => {
    const [plan, build] = codeChange.stages;
    expect(build?.roleIds).toEqual(plan?.roleIds);
    const planner = defaultRoles.find(({ id }) => id === plan?.roleIds[0]);
    expect(planner?.allowedTools).toContain('edit_file');
  });

  it('keep every role within its turns', () => {
    const cap = new Map(defaultRoles.map((role) => [role.id, role.maxTurnsPerStage]));
    for (const { stage } of stages.filter(({ stage }) => stage.mode === 'debate')) {
      const [facilitator, ...others] = stage.roleIds;
      const rounds = stage.rounds ?? 2;
      expect(cap.get(facilitator ?? '')).toBeGreaterThanOrEqual(rounds + 1);
      for (const id of others) expect(cap.get(id)).toBeGreaterThanOrEqual(rounds);
    }
  });
});
