import { describe, expect, it } from '@jest/globals';
import { aModel, aPolicy } from '#test/support/models/a-model.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { StageSpec } from '../../protocol/records/work.js';
import { ceilingTexts } from '../../protocol/texts/ceilings.js';
import { defaultPipelines } from '#workspaces/pipelines/default-pipelines.js';
import { leastCost, tooLittleFor } from './least-cost.js';
import type { RoutingInputs } from './routing-inputs.js';

const someone = (id: string) =>
  ({
    id,
    allowedTools: [],
    modelPolicy: aPolicy(),
    seniority: 'senior',
  }) as unknown as Role;

const stage = (fields: Partial<StageSpec> = {}): StageSpec => ({
  ...{ kind: 'plan', name: 'Plan', roleIds: ['ada'], mode: 'single' },
  ...fields,
});

const shipped = defaultPipelines.flatMap(({ stages }) => stages.flatMap(({ roleIds }) => roleIds));
const names = [...new Set(['ada', 'bo', 'cy', ...shipped])];

const inputsWith = (...models: readonly ModelSpec[]): RoutingInputs => ({
  table: { models, rules: [], uptimeOf: () => null },
  models,
  roles: names.map(someone),
  posture: 'balanced',
});

const asked = { brief: 'What is it?', limitUsd: 0.01 };
const dear = inputsWith(aModel({ costPerMTokIn: 30, costPerMTokOut: 30 }));
const all = ['ada', 'bo', 'cy'];
const plan = stage();
const build = stage({ kind: 'build', mode: 'parallel', roleIds: all });
const review = stage({ kind: 'review', mode: 'review-loop', roleIds: all });
const costOf = (stages: readonly StageSpec[], run = {}) =>
  leastCost({ ...asked, ...run }, { name: 'Work', stages }, dear);

describe('what a run costs at least', () => {
  it('is its prompts and the smallest answers', () => {
    const { usd = 0 } = costOf([stage()]) ?? {};
    expect(usd).toBeGreaterThan((30 * 1200) / 1e6);
    expect(usd).toBeLessThan((30 * 2000) / 1e6);
    const { usd: longer } = costOf([stage()], { brief: 'What is it? '.repeat(1000) }) ?? {};
    expect(longer).toBeGreaterThan(2 * usd);
    const { firstUsd, usd: twice } = costOf([stage(), stage()]) ?? {};
    expect([firstUsd, twice]).toEqual([usd, 2 * usd]);
  });

  it.each<[string, readonly StageSpec[], number, object?]>([
    ['one employee', [stage()], 1],
    ['each of those who work beside each other', [build], 3],
    ['all sides of a debate, and its ruling', [stage({ mode: 'debate', roleIds: all })], 4],
    ['each reviewer', [review], 3],
    ['one builder and one reviewer, where a plan may say so', [plan, build, review], 3],
    ['all of them on all stages', [plan, build, review], 7, { full: true }],
    ['no stage on demand', [stage(), stage({ onDemand: true })], 1],
    [
      'a second look at a decision',
      [stage(), stage({ onDemand: true, onDecision: true })],
      2,
      { brief: 'Should we use X or Y?' },
    ],
    ['no stage for a tag', [stage(), stage({ whenTags: ['web'] })], 1],
    [
      'stages on demand and for a tag, where all are wanted',
      [stage({ onDemand: true }), stage({ whenTags: ['web'] })],
      2,
      { full: true },
    ],
    ['an optional stage', [stage(), stage({ optional: true })], 2],
  ])('counts the turns of %s', (_, stages, turns, ...[run]) => {
    expect(costOf(stages, run)?.turns).toBe(turns);
  });

  it('is unknown where nobody or no model would take a turn', () => {
    expect(costOf([stage(), stage({ roleIds: ['nobody'] })])).toBeNull();
    expect(leastCost(asked, { name: 'Work', stages: [stage()] }, inputsWith())).toBeNull();
    expect(costOf([])).toBeNull();
  });
});

describe('a ceiling', () => {
  it.each<[string, string, string, number, object?]>([
    ['a change', 'The login page has a bug', 'Code change', 4],
    ['a new product', 'Build a todo list', 'Product build', 4],
    ['a question', 'What is a lease?', 'Quick answer', 1],
    ['a decision', 'Should we use SQLite or PostgreSQL?', 'Quick answer', 2],
    [
      'a question with a named pipeline',
      'What is a lease?',
      'Code change',
      4,
      { pipelineId: 'code-change' },
    ],
    [
      'an order that goes on',
      'Now the same for the other page',
      'Code change',
      4,
      { continues: true },
    ],
    ['a product with all stages', 'Build a todo list', 'Product build', 17, { full: true }],
  ])(
    'of %s is held against the turns of the pipeline that is chosen',
    (_, brief, pipeline, turns, ...[run]) => {
      const least = tooLittleFor({ brief, limitUsd: 0.01, ...run }, defaultPipelines, dear);
      expect(least).toMatchObject({ pipeline, turns });
      const enough = { brief, limitUsd: least?.usd ?? 0, ...run };
      expect(tooLittleFor(enough, defaultPipelines, dear)).toBeNull();
      expect(
        tooLittleFor({ ...enough, limitUsd: enough.limitUsd * 0.99 }, defaultPipelines, dear),
      ).not.toBeNull();
    },
  );

  it('is held against the cheaper choice, as the folder may hold code or not', () => {
    const brief = 'Add a switch for dark colours';
    const { pipeline } = tooLittleFor({ brief, limitUsd: 0.01 }, defaultPipelines, dear) ?? {};
    expect(pipeline).toBe('Code change');
    const [product, change] = defaultPipelines;
    if (product === undefined || change === undefined) throw new Error('There are three.');
    const bare = [{ ...product, stages: [stage()] }, change];
    expect(tooLittleFor({ brief, limitUsd: 0.001 }, bare, dear)).toMatchObject({ turns: 1 });
    const unknown = [{ ...product, stages: [stage({ roleIds: ['nobody'] })] }, change];
    expect(tooLittleFor({ brief, limitUsd: 0.01 }, unknown, dear)).toBeNull();
  });

  it('is enough where nothing is offered or the models are free', () => {
    expect(tooLittleFor(asked, [], dear)).toBeNull();
    const free = inputsWith(aModel({ costPerMTokIn: 0, costPerMTokOut: 0 }));
    expect(tooLittleFor({ ...asked, limitUsd: 0 }, defaultPipelines, free)).toBeNull();
  });
});

describe('a ceiling that is too small', () => {
  it.each([
    [0.01, 1, 0.04, 0.04, 'A ceiling of $0.01 is too small: the turn of "Work" needs about $0.04.'],
    [
      0.5,
      1,
      1.234,
      1.234,
      'A ceiling of $0.50 is too small: the turn of "Work" needs about $1.30.',
    ],
    [
      0.01,
      4,
      0.0371,
      0.16,
      'A ceiling of $0.01 is too small: "Work" takes at least 4 turns, which need about $0.16, the first alone $0.038.',
    ],
  ])(
    'of $%d for %d turns of $%d is told with what is needed',
    (limit, turns, firstUsd, usd, words) => {
      expect(ceilingTexts.tooSmall(limit, { pipeline: 'Work', turns, firstUsd, usd })).toBe(words);
    },
  );
});
