import { describe, expect, it } from '@jest/globals';
import { stageKinds, stageModes } from '../../protocol/records/enums.js';
import { defaultRoles } from '../default-organisation/default-roles.js';
import { defaultPipelines } from './default-pipelines.js';
import { tagVocabulary } from './shared-instructions.js';

const engineers = ['frontend-dev-1', 'frontend-dev-2', 'backend-dev-1', 'backend-dev-2'];
const debaters = ['design-lead', 'frontend-lead', 'backend-lead', 'cto'];

/** Every stage: name, kind, mode, roles, and further settings. */
const table = {
  'product-build': [
    ['Understand the brief', 'intake', 'single', ['ceo'], {}],
    ['Plan the workstreams', 'plan', 'single', ['ceo'], {}],
    ['Research prior art', 'research', 'single', ['researcher'], { optional: true }],
    ['Debate the approach', 'debate', 'debate', debaters, { rounds: 2 }],
    ['Decide and specify', 'workshop', 'debate', ['ceo', 'design-lead', 'cto'], { rounds: 1 }],
    ['Technical plan', 'architect', 'single', ['cto'], {}],
    ['Build', 'build', 'parallel', engineers, {}],
    [
      'Review',
      'review',
      'review-loop',
      ['backend-lead', 'frontend-lead', 'qa-lead'],
      { maxIterations: 2 },
    ],
    ['Verify', 'test', 'single', ['qa-lead'], {}],
    ['Report to the user', 'report', 'single', ['ceo'], {}],
  ],
  'code-change': [
    ['Understand the change', 'intake', 'single', ['ceo'], {}],
    ['Plan', 'plan', 'single', ['cto'], {}],
    ['Technical plan', 'architect', 'single', ['cto'], {}],
    ['Build', 'build', 'parallel', ['backend-dev-1', 'frontend-dev-1'], {}],
    ['Review', 'review', 'review-loop', ['backend-lead', 'qa-lead'], { maxIterations: 2 }],
    ['Verify', 'test', 'single', ['qa-lead'], {}],
    ['Report', 'report', 'single', ['ceo'], {}],
  ],
  'quick-answer': [
    ['Understand the question', 'intake', 'single', ['ceo'], {}],
    ['Research', 'research', 'single', ['researcher'], {}],
    ['Answer', 'report', 'single', ['ceo'], {}],
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

  it('ask for the tag line in every intake, last and with the whole vocabulary', () => {
    const intakes = stages.filter(({ stage }) => stage.kind === 'intake');

    expect(intakes).toHaveLength(3);
    for (const { stage } of intakes) {
      expect(stage.instruction).toMatch(/\nTAGS: <tag>, <tag>$/);
      for (const tag of tagVocabulary) expect(stage.instruction).toContain(tag);
    }
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
