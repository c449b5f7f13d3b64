import { describe, expect, it } from '@jest/globals';
import { aModel, aPolicy } from '#test/support/models/a-model.js';
import { rated, route } from '#test/support/models/route.js';
import { sampleStage, sampleTurn } from '#test/support/sample-records.js';
import { familiesJudged, familyOf } from './model-family.js';
import type { RouteRequest } from './route-request.js';

describe('familyOf', () => {
  it.each([
    ['claude-3-5-sonnet-latest', 'claude'],
    ['anthropic/claude-opus-4.1', 'claude'],
    ['us.anthropic.claude-opus-4', 'claude'],
    ['gpt-4o', 'gpt'],
    ['o3-mini', 'gpt'],
    ['openai/gpt-oss-120b:free', 'gpt'],
    ['codestral-2508', 'mistral'],
    ['mistralai/devstral-small', 'mistral'],
    ['meta-llama/llama-3.3-70b-instruct', 'llama'],
    ['deepseek/deepseek-r1-distill-llama-70b', 'deepseek'],
    ['qwen/QwQ-32B', 'qwen'],
    ['amazon/nova-2-lite-v1', 'nova'],
    ['phi4:14b', 'phi'],
    ['2024-07', '2024-07'],
  ])('%s is of the family %s', (id, family) => {
    expect(familyOf(id)).toBe(family);
  });
});

describe('the families that a reviewer judges', () => {
  const stage = (id: string, kind: 'build' | 'plan' | 'review') => {
    const { spec, ...rest } = sampleStage({ id });
    return { ...rest, spec: { ...spec, kind } };
  };
  const stages = [stage('p', 'plan'), stage('b', 'build'), stage('r', 'review')];
  const turn = (stageId: string, roleId: string, modelId: string, wroteFiles: string[] = []) => {
    const made = sampleTurn({ stageId, roleId, wroteFiles });
    return { ...made, route: { ...made.route, modelId } };
  };
  const turns = [
    turn('p', 'ceo', 'kimi-k2'),
    turn('p', 'writer', 'o3-mini', ['README.md']),
    turn('b', 'dev', 'claude-opus-4'),
    turn('b', 'qa', 'gemini-3', ['a.test.js']),
    { ...turn('b', 'dev', 'kimi-k2'), servedBy: { providerId: 'v', modelId: 'llama-3' } },
    turn('r', 'qa', 'deepseek-v4'),
  ];

  it('are those that built or wrote, as they were served, without the judges', () => {
    expect(familiesJudged('qa', ['qa', 'lead'], turns, stages)).toEqual(['gpt', 'claude', 'llama']);
  });

  it('are none for others', () => {
    expect(familiesJudged('dev', ['qa'], turns, stages)).toEqual([]);
    expect(familiesJudged('qa', [], turns, stages)).toEqual([]);
  });
});

describe('a turn that judges the work of a family', () => {
  const best = aModel({ id: 'claude-a', label: 'A', costPerMTokIn: 2, quality: rated(0.9) });
  const sibling = aModel({ id: 'claude-b', costPerMTokIn: 2, quality: rated(0.8) });
  const other = aModel({ id: 'gpt-a', label: 'G', costPerMTokIn: 4, quality: rated(0.5) });
  const stronger = aModel({ id: 'gpt-s', tier: 'strong', costPerMTokIn: 2, quality: rated(0.6) });
  const avoided: Partial<RouteRequest> = { avoidedFamilies: ['claude'] };

  it('goes to the best of another family, and says why', () => {
    const routed = route([best, sibling, other], avoided);
    expect(routed.modelId).toBe('gpt-a');
    expect(routed.reason).toContain(
      "judges work of the family 'claude', so provider/claude-a was passed over for another family — chose G (provider/gpt-a)",
    );
    expect(routed.considered.map(({ modelId, reason }) => [modelId, reason])).toEqual([
      ['claude-a', "of the family 'claude', which built what is judged"],
      ['claude-b', "of the family 'claude', which built what is judged"],
    ]);
  });

  it('says of a better one of another tier why it was not taken', () => {
    const poor = aModel({ id: 'gpt-p', costPerMTokIn: 4, quality: rated(0.1) });
    const { modelId, considered } = route([best, stronger, poor], avoided);
    expect(modelId).toBe('gpt-p');
    expect(considered.find((one) => one.modelId === 'gpt-s')?.reason).toBe(
      'of another tier, or dearer, than the model that was passed over',
    );
  });

  it.each<[string, Parameters<typeof route>[0], Partial<RouteRequest>]>([
    ['no other family is there', [best, sibling], avoided],
    ['the other is of another tier', [best, stronger], avoided],
    ['the other cannot call tools', [best, without(other)], { ...avoided, requiresTools: true }],
    ['the other is dearer and the posture cheap', [best, other], { ...avoided, posture: 'cheap' }],
    [
      'the other is dearer and money short',
      [best, other],
      { ...avoided, budgetRemainingUsd: 0.01 },
    ],
    [
      'a person named the model',
      [best, other],
      { ...avoided, policy: aPolicy({ preferredModelId: 'claude-a' }) },
    ],
    ['another family built', [best, other], { avoidedFamilies: ['llama'] }],
    ['none is avoided', [best, other], {}],
  ])('is routed as ever where %s', (_, models, request) => {
    const { avoidedFamilies: _families, ...plain } = request;
    expect(route(models, request)).toEqual(route(models, plain));
    expect(route(models, request).modelId).toBe('claude-a');
  });

  it('goes to a cheaper one where money is short', () => {
    const cheaper = aModel({ id: 'gpt-c', costPerMTokIn: 1, quality: rated(0.1) });
    expect(route([best, cheaper], { ...avoided, budgetRemainingUsd: 0.01 }).modelId).toBe('gpt-c');
  });
});

function without(model: ReturnType<typeof aModel>): ReturnType<typeof aModel> {
  return { ...model, capabilities: { ...model.capabilities, tools: false } };
}
