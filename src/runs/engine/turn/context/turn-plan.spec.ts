import { describe, expect, it } from '@jest/globals';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import type { Skill } from '#protocol/records/skills.js';
import { type Knowledge, knowledgeOf } from '../../knowledge.js';
import type { TurnRequest } from '../../stages/stage-context.js';
import { routeRequestFor, skillsFor, usableSkills } from './turn-plan.js';

const skill = (id: string, fields: Partial<Skill> = {}): Skill => ({
  id,
  name: id,
  description: '',
  tags: [],
  body: '',
  sourcePath: '',
  ...fields,
});

const nothing = knowledgeOf(
  sampleRun({ stages: [], brief: 'Build a todo list' }),
  () => undefined,
  [],
);

function request(
  knowledge: Partial<Knowledge> = {},
  fields: Partial<TurnRequest> = {},
): TurnRequest {
  return {
    key: 'stage_1/dev',
    stage: sampleStage({
      spec: { kind: 'build', name: 'Build', roleIds: ['dev'], mode: 'single' },
    }),
    role: sampleRole('dev'),
    purpose: 'do your part',
    turnIndex: 0,
    knowledge: { ...nothing, ...knowledge },
    transcript: [],
    ...fields,
  };
}

describe('the skills a role may use', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => skill(id));
  const ids = (own: string[], enabled: string[]) =>
    usableSkills(sampleRole('dev', { skillIds: own }), enabled, all).map(({ id }) => id);

  it.each([
    [
      'its own that the floor enables, in its own order',
      ['c', 'a', 'd'],
      ['a', 'b', 'c'],
      ['c', 'a'],
    ],
    ['all of the floor when it has none of them', ['d'], ['b', 'a'], ['b', 'a']],
    ['all of the floor when it names none', [], ['b', 'a'], ['b', 'a']],
    ['none that no longer exist', ['gone', 'a'], ['gone', 'a'], ['a']],
    ['all of the floor when those it names no longer exist', ['gone'], ['gone', 'b'], ['b']],
    ['none where the floor enables none', ['a'], [], []],
  ])('are %s', (_, own, enabled, expected) => {
    expect(ids(own, enabled)).toEqual(expected);
  });
});

describe('the skill a turn is shown', () => {
  it('is chosen by the kind of work, and by what brief, purpose and objective name', () => {
    const usable = [
      skill('first'),
      skill('for-coding', { taskClasses: ['coding'] }),
      skill('for-review', { taskClasses: ['review'] }),
      skill('by-objective', { name: 'Calendar rules' }),
    ];
    const chosen = (knowledge: Partial<Knowledge> = {}) =>
      skillsFor(request(knowledge), usable).map(({ skillId, via }) => [skillId, via]);
    expect(chosen()).toEqual([['for-coding', 'task-class']]);
    expect(chosen({ objective: 'By the calendar rules' })).toEqual([['by-objective', 'keyword']]);
  });
});

describe('the skill of the kind of work', () => {
  const usable = [
    skill('for-review', { taskClasses: ['review'] }),
    skill('for-reports', { taskClasses: ['summarize'] }),
  ];
  const stageOf = (kind: 'review' | 'report', instruction?: string) =>
    sampleStage({
      participantRoleIds: ['dev'],
      spec: {
        kind,
        name: kind,
        roleIds: ['dev'],
        mode: kind === 'review' ? 'review-loop' : 'single',
        ...(instruction !== undefined && { instruction }),
      },
    });
  const chosen = (stage: TurnRequest['stage'], knowledge: Partial<Knowledge>) =>
    skillsFor(request(knowledge, { stage }), usable).map(({ skillId }) => skillId);
  const reviewed = {
    stageSummaries: [{ id: 'stage-1', name: 'Review', kind: 'review' as const, summary: 'Good.' }],
  };

  it('is left out where only documentation is judged', () => {
    const review = stageOf('review');
    expect(chosen(review, { filesWritten: ['a.ts', 'README.md'] })).toEqual(['for-review']);
    expect(chosen(review, { filesWritten: ['README.md', 'docs/a.rst'] })).toEqual([]);
    expect(chosen(review, {})).toEqual(['for-review']);
  });

  it('is left out where a stage says how to report what was reviewed', () => {
    expect(chosen(stageOf('report', 'Be brief.'), reviewed)).toEqual([]);
    expect(chosen(stageOf('report'), reviewed)).toEqual(['for-reports']);
    expect(chosen(stageOf('report', 'Be brief.'), {})).toEqual(['for-reports']);
  });
});

describe('what the router is asked', () => {
  const facts = {
    toolNames: ['read_file'],
    remainingUsd: 1.25,
    posture: 'quality',
    avoidedFamilies: ['llama'],
  } as const;

  it("is the turn's task class under the role's policy, with money and posture", () => {
    const role = sampleRole('dev', {
      modelPolicy: { defaultTier: 'strong', minTier: 'small', maxTier: 'max' },
    });
    expect(routeRequestFor(request({}, { role }), facts)).toMatchObject({
      taskClass: 'coding',
      policy: role.modelPolicy,
      requiresTools: true,
      budgetRemainingUsd: 1.25,
      posture: 'quality',
      avoidedFamilies: ['llama'],
    });
  });

  it('asks for tool calling only when the employee holds tools', () => {
    expect(routeRequestFor(request(), { ...facts, toolNames: [] }).requiresTools).toBe(false);
  });

  it('finds a later, better armed or more written-to turn harder', () => {
    const complexity = (of: TurnRequest, toolNames: readonly string[] = ['think']) =>
      routeRequestFor(of, { ...facts, toolNames }).complexity;
    const plain = complexity(request());
    expect(complexity(request({}, { turnIndex: 1 }))).toBeGreaterThan(plain);
    expect(complexity(request(), ['edit_file'])).toBeGreaterThan(plain);
    expect(complexity(request({ filesWritten: ['a', 'b'] }))).toBeGreaterThan(plain);
    expect(complexity(request({ objective: 'A distributed migration' }))).toBeGreaterThan(plain);
  });
});
