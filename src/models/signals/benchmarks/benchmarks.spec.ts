import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { nameKey } from './benchmark-index.js';
import { openRouterConfidence, openRouterIndex, percentileAmong } from './openrouter-benchmarks.js';
import { artificialAnalysisIndex } from './pooled-quality.js';
import { benchmarkOpinion } from './scores.js';

describe('nameKey', () => {
  it.each([
    ['GPT-4o mini', 'gpt4omini'],
    ['claude-3-5-sonnet-20241022', 'claude35sonnet'],
    ['claude-3-5-sonnet-latest', 'claude35sonnet'],
    ['o3-2025-04-16', null],
    ['qwen2.5-coder-32b-instruct', 'qwen25coder32b'],
    ['o3', null],
  ])('of %s is %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });
});

describe('percentileAmong', () => {
  it('runs from the lowest to the highest, equal values together at the first place', () => {
    const percentile = percentileAmong([10, 30, 20, 20, 40]);
    expect([10, 20, 30, 40].map(percentile)).toEqual([0, 0.25, 0.75, 1]);
  });

  it('puts a lone value in the middle', () => {
    expect(percentileAmong([7])(7)).toBe(0.5);
  });
});

describe('benchmarks of OpenRouter', () => {
  const row = (slug: string, fields: object, source = 'openrouter') => ({
    source,
    model_permaslug: slug,
    ...fields,
  });

  const index = openRouterIndex({
    data: [
      row('a/low', { intelligence_index: 10, coding_index: 10 }),
      row('a/mid', { intelligence_index: 20, coding_index: 30, agentic_index: 5 }),
      row('a/high', { intelligence_index: 30, coding_index: 20 }),
      row('a/low', { arena: 'web', category: 'ui', elo: 1500 }, 'design-arena'),
      row('a/high', { arena: 'web', category: 'ui', elo: 1200 }, 'design-arena'),
      row('a/high', { arena: 'web', category: 'games', elo: 900 }, 'design-arena'),
      row('a/low', { arena: 'web', category: 'games', elo: 1900 }, 'design-arena'),
      row('a/mid', { benchmark_type: 'facts', accuracy: 0.5 }),
      { source: 'nobody' },
      'nonsense',
    ],
  });
  const scoresOf = (id: string) => index.scoresOf(aModel({ id, label: 'Any name' }));

  it('are standings among the measured', () => {
    expect(scoresOf('a/mid')).toEqual({
      intelligence: 0.5,
      coding: 1,
      agentic: 0.5,
      accuracy: 0.5,
    });
    expect(scoresOf('a/low')).toEqual({ intelligence: 0, coding: 0, elo: 1 });
  });

  it('count rows, models and those with a verdict', () => {
    expect(index).toMatchObject({ entries: 8, models: 3, measured: 3 });
  });

  it('prefer the source that measures best', () => {
    const better = openRouterIndex([
      row('a/x', { intelligence_index: 50 }),
      row('a/x', { intelligence_index: 10 }, 'artificial-analysis'),
      row('a/y', { intelligence_index: 30 }, 'artificial-analysis'),
    ]);
    expect(better.scoresOf(aModel({ id: 'a/x' }))).toEqual({ intelligence: 0 });
  });

  it.each([
    ['its full name', { id: 'a/mid' }],
    ["its provider's name in front", { id: 'provider/a/mid' }],
    ['the last part of its id', { id: 'other-author/mid-latest' }],
    ['its label', { id: 'z', label: 'MID-preview' }],
  ])('find a model by %s', (_, model) => {
    expect(index.scoresOf(aModel(model))?.coding).toBe(1);
  });

  it('find none by a name that several models have', () => {
    const twins = openRouterIndex([
      row('a/same', { intelligence_index: 1 }),
      row('b/same', { intelligence_index: 2 }),
    ]);
    expect(twins.scoresOf(aModel({ id: 'c/same', label: 'Same' }))).toBeNull();
    expect(twins.scoresOf(aModel({ id: 'b/same' }))).not.toBeNull();
  });

  it.each([
    [{ intelligence: 1, coding: 1 }, 0.6],
    [{ agentic: 1 }, 0.5],
    [{ elo: 1 }, 0.35],
  ])('are trusted by how much stands behind them: %j', (scores, confidence) => {
    expect(openRouterConfidence(scores)).toBe(confidence);
  });

  it('survive an answer of any shape', () => {
    for (const body of [null, 3, 'x', {}, { data: {} }, [null, [], {}]]) {
      expect(openRouterIndex(body)).toMatchObject({ entries: 0, models: 0, measured: 0 });
    }
  });
});

describe('benchmarkOpinion', () => {
  it('speaks about the classes its scores bear on', () => {
    const scores = { intelligence: 0.6, coding: 0.8, agentic: 0.4, elo: 0.9, accuracy: 0.7 };
    expect(benchmarkOpinion(scores, 0.6, 'credit', 5)).toEqual({
      source: 'pooled',
      quality: 0.6,
      fitness: {
        coding: 0.8,
        review: 0.7,
        testing: 0.7,
        architecture: 0.7,
        ops: 0.4,
        planning: 0.5,
        workshop: 0.5,
        design: 0.9,
        research: 0.7,
      },
      confidence: 0.6,
      attribution: 'credit',
      at: 5,
    });
  });

  it('takes the mean of what there is without an overall index', () => {
    const opinion = benchmarkOpinion({ coding: 0.8, elo: 0.4 }, 0.5, '', 0);
    expect(opinion?.quality).toBe(0.6);
    expect(opinion?.fitness).not.toHaveProperty('ops');
  });

  it('says nothing where nothing was measured', () => {
    expect(benchmarkOpinion({}, 0.5, '', 0)).toBeNull();
  });
});

describe('benchmarks of Artificial Analysis', () => {
  const index = artificialAnalysisIndex({
    data: [
      {
        name: 'GPT-4o',
        slug: 'gpt-4o',
        evaluations: {
          artificial_analysis_intelligence_index: 47.5,
          artificial_analysis_coding_index: 80,
          artificial_analysis_math_index: 2,
        },
      },
      { name: 'Coder', slug: 'coder', evaluations: { artificial_analysis_coding_index: 50 } },
      { name: 'Bare' },
    ],
  });

  it('are brought to a scale from nought to one', () => {
    const scores = index.scoresOf(aModel({ id: 'gpt-4o' }));
    expect(scores).toEqual({ intelligence: 0.5, coding: 1, math: 0 });
    expect(benchmarkOpinion(scores ?? {}, 0.55, '', 0)?.fitness).toEqual({
      coding: 1,
      review: 0.75,
      testing: 0.75,
      architecture: 0.75,
      planning: 0.25,
      workshop: 0.25,
    });
  });

  it('give no verdict without the overall index', () => {
    expect(index).toMatchObject({ entries: 3, models: 2, measured: 1 });
  });
});
