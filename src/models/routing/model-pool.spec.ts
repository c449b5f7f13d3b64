import { describe, expect, it } from '@jest/globals';
import { aModel, aPolicy } from '#test/support/models/a-model.js';
import { modelPool, shortcomingOf } from './model-pool.js';
import type { RouteRequest } from './route-request.js';

const plain = aModel({ id: 'plain' });
const mute = aModel({
  id: 'mute',
  capabilities: { tools: false, vision: false, reasoning: false, streaming: true },
});
const tiny = aModel({ id: 'tiny', contextWindow: 8000 });

function request(overrides: Partial<RouteRequest> = {}): RouteRequest {
  return { taskClass: 'coding', complexity: 0, policy: aPolicy(), ...overrides };
}

function poolOf(overrides: Partial<RouteRequest>, models = [plain, mute, tiny]) {
  const { models: found, note } = modelPool(models, request(overrides));
  return { ids: found.map(({ id }) => id), note };
}

describe('modelPool', () => {
  it('keeps the models that meet the request', () => {
    expect(poolOf({}).ids).toEqual(['plain', 'mute', 'tiny']);
    expect(poolOf({ requiresTools: true, minContextTokens: 10_000 })).toEqual({
      ids: ['plain'],
      note: null,
    });
    expect(poolOf({ excludedModelIds: ['plain', 'tiny'] }).ids).toEqual(['mute']);
  });

  it('drops the capabilities first', () => {
    expect(poolOf({ requiresVision: true, minContextTokens: 10_000 })).toEqual({
      ids: ['plain', 'mute'],
      note: 'no model met the capability requirements; dropped tool/vision requirements',
    });
  });

  it('then the context too', () => {
    expect(poolOf({ requiresTools: true, minContextTokens: 1e9 })).toEqual({
      ids: ['plain', 'mute', 'tiny'],
      note: 'no model met capability or context requirements; dropped both',
    });
  });

  it('then everything, exclusions included', () => {
    expect(poolOf({ excludedModelIds: ['mute'] }, [mute])).toEqual({
      ids: ['mute'],
      note: 'no model satisfied the request; fell back to the full catalog',
    });
  });

  it('is empty only for an empty catalogue', () => {
    expect(poolOf({}, [])).toEqual({ ids: [], note: null });
  });
});

describe('shortcomingOf', () => {
  it.each([
    [{ excludedModelIds: ['mute'], requiresTools: true }, 'excluded'],
    [{ requiresTools: true, requiresVision: true }, 'lacks tool calling'],
    [{ requiresVision: true, minContextTokens: 1e9 }, 'lacks vision'],
    [{ minContextTokens: 1e9 }, 'context window too small'],
    [{}, null],
  ] satisfies [Partial<RouteRequest>, string | null][])('%j: %s', (overrides, expected) => {
    expect(shortcomingOf(mute, request(overrides))).toBe(expected);
  });
});
