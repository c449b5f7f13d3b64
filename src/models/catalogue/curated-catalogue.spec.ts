import { describe, expect, it } from '@jest/globals';
import type { ModelSpec } from '../../protocol/records/models.js';
import { curatedCatalogue } from './curated-catalogue.js';

function find(id: string): ModelSpec {
  const model = curatedCatalogue.find((candidate) => candidate.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

describe('curatedCatalogue', () => {
  it('holds twelve models, each id once', () => {
    expect(curatedCatalogue).toHaveLength(12);
    expect(new Set(curatedCatalogue.map(({ id }) => id)).size).toBe(12);
  });

  it('rates a model by its tier and its strengths', () => {
    expect(find('gpt-4o-mini').quality).toMatchObject({
      quality: 0.45,
      fitness: { intake: 0.6, coding: 0.37 },
      opinions: [{ source: 'curated', confidence: 0.5 }],
    });
  });

  it('lets stated numbers win, and trusts them more', () => {
    expect(find('deepseek-v4-pro').quality).toMatchObject({
      quality: 0.82,
      fitness: { coding: 0.88, debate: 0.97, design: 0.6, intake: 0.74 },
      opinions: [{ confidence: 0.7 }],
    });
    expect(find('local/default').quality?.quality).toBe(0.4);
  });

  it('knows which models see and which reason', () => {
    expect(find('gpt-4o').capabilities).toMatchObject({ vision: true, reasoning: false });
    expect(find('o3-mini')).toMatchObject({
      capabilities: { vision: false, reasoning: true },
      defaultEffort: 'high',
    });
  });
});
