import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseModelList } from './model-list.js';

const only = (row: object) => parseModelList([row])[0];

describe('parseModelList', () => {
  it.each([
    ['a bare array', [{ id: 'a' }]],
    ['data', { data: [{ id: 'a' }] }],
    ['models', { models: [{ id: 'a' }] }],
    ['items', { items: [{ id: 'a' }] }],
  ])('reads %s', (_, body) => {
    expect(parseModelList(body)).toEqual([{ id: 'a' }]);
  });

  it.each([
    ['its message', { error: { message: 'no such key' } }, 'no such key'],
    ['its error in words', { error: 'quota' }, 'quota'],
    ['that it is no list', { ok: true }, 'response was not a model list (no data/models array)'],
    ['that it is no list', 'hello', 'response was not a model list (no data/models array)'],
    ['that it is no list', null, 'response was not a model list (no data/models array)'],
  ])('complains with %s', (_, body, message) => {
    expect(() => parseModelList(body)).toThrow(message);
  });

  it('takes the id from id, model or name, and the first of each', () => {
    const rows = [{ model: 'b' }, { name: 'c' }, { id: 'b', label: 'again' }, { id: '' }, 7, null];
    expect(parseModelList(rows).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('leaves out ids that are too long or hold control characters', () => {
    expect(parseModelList([{ id: 'x'.repeat(257) }, { id: 'a\nb' }])).toEqual([]);
  });

  it('stops at two thousand models', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({ id: `m${i}` }));
    expect(parseModelList(rows)).toHaveLength(2000);
  });

  it('reads a row of OpenRouter', () => {
    const row = {
      id: 'author/slug',
      name: 'Author: Slug',
      created: 1_700_000_000,
      context_length: 131_072,
      architecture: { modality: 'text+image->text', input_modalities: ['text', 'image'] },
      pricing: { prompt: '0.0000025', completion: '0.00001' },
      top_provider: { context_length: 1, max_completion_tokens: 16_384 },
      supported_parameters: ['tools', 'temperature'],
    };
    expect(only(row)).toEqual({
      id: 'author/slug',
      label: 'Author: Slug',
      contextWindow: 131_072,
      maxOutputTokens: 16_384,
      costPerMTokIn: 2.5,
      costPerMTokOut: 10,
      capabilities: { tools: true, reasoning: false, vision: true },
      created: 1_700_000_000,
    });
  });

  it('reads a row of Anthropic and one of OpenAI', () => {
    const anthropic = { id: 'c', display_name: 'C', created_at: '2025-01-01T00:00:00Z' };
    expect(only(anthropic)).toEqual({ id: 'c', label: 'C', created: 1_735_689_600 });
    expect(only({ id: 'g', created: 5, owned_by: 'openai' })).toEqual({
      id: 'g',
      created: 5,
      ownedBy: 'openai',
    });
  });

  it('reads what Anthropic says of windows and capabilities', () => {
    const supported = { supported: true };
    const row = {
      id: 'c',
      max_input_tokens: 1_000_000,
      max_tokens: 128_000,
      capabilities: { image_input: supported, thinking: { supported: false }, batch: supported },
    };
    expect(only(row)).toEqual({
      id: 'c',
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
      capabilities: { vision: true, reasoning: false },
    });
  });

  it('reads what Mistral says of capabilities, and which of its models do not chat', () => {
    const stated = { completion_chat: true, function_calling: false, vision: true };
    expect(only({ id: 'm', capabilities: stated })).toEqual({
      id: 'm',
      capabilities: { tools: false, vision: true },
    });
    const embeds = { completion_chat: false, function_calling: false };
    expect(only({ id: 'm', capabilities: embeds })?.converses).toBe(false);
  });

  it('reads what Kimi says of capabilities', () => {
    const row = { id: 'k', context_length: 9, supports_image_in: true, supports_reasoning: true };
    expect(only(row)).toEqual({
      id: 'k',
      contextWindow: 9,
      capabilities: { vision: true, reasoning: true },
    });
  });

  it('reads the cache prices of OpenRouter, and which of its models write no text', () => {
    const pricing = {
      prompt: '0.000001',
      input_cache_read: '1e-7',
      input_cache_write: '0.00000125',
    };
    expect(only({ id: 'm', pricing })).toEqual({
      id: 'm',
      costPerMTokIn: 1,
      costPerMTokCacheRead: 0.1,
      costPerMTokCacheWrite: 1.25,
    });
    const architecture = { output_modalities: ['image'] };
    expect(only({ id: 'm', architecture })?.converses).toBe(false);
  });

  it('takes the resource name of Gemini for its id', () => {
    expect(only({ id: 'models/gemini-3.8-flash' })?.id).toBe('gemini-3.8-flash');
  });

  it.each([
    [
      { supported_parameters: ['stream', 'include_reasoning'] },
      { tools: false, reasoning: true, streaming: true },
    ],
    [{ architecture: { modality: 'text->image' } }, { vision: false }],
    [{ capabilities: { vision: true, tools: 'yes' } }, { vision: true }],
    [
      { supported_parameters: ['tools'], capabilities: { tools: false } },
      { tools: false, reasoning: false },
    ],
  ])('claims of %j only what it shows', (row, capabilities) => {
    expect(only({ id: 'm', ...row })?.capabilities).toEqual(capabilities);
  });

  it.each([
    [{ pricing: { prompt: '-1', completion: '-1' } }],
    [{ cost_per_mtok_in: 10_001 }],
    [{ context_length: 0 }],
    [{ context_length: 1e9 }],
    [{ max_tokens: 'many' }],
    [{ pricing: 'free' }],
    [{ created: 'yesterday' }],
  ])('does not believe %j', (row) => {
    expect(only({ id: 'm', ...row })).toEqual({ id: 'm' });
  });

  it('knows prices per million and rounds to six decimals', () => {
    expect(only({ id: 'm', price_1m_input_tokens: 0.1, cost_per_mtok_out: '2' })).toMatchObject({
      costPerMTokIn: 0.1,
      costPerMTokOut: 2,
    });
    expect(only({ id: 'm', pricing: { prompt: 1.23456789e-9 } })?.costPerMTokIn).toBe(0.001235);
  });

  it('makes of any JSON a list or an error, and never more than it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (rows) => {
        expect(parseModelList(rows).length).toBeLessThanOrEqual(rows.length);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          expect(Array.isArray(parseModelList(body))).toBe(true);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
