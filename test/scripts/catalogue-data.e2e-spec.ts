import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';

interface Script {
  readonly providers: Readonly<Record<string, unknown>>;
  readonly catalogueData: (provider: string, given: unknown) => Data;
  readonly written: (data: Data) => string;
}

const count = z.int().min(1);
const dollars = z.number().min(0).max(1000);
const prices = { in: dollars, out: dollars, cacheRead: dollars, cacheWrite: dollars };
const optional = { cacheRead: dollars.optional(), cacheWrite: dollars.optional() };
const efforts = z.enum(['minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

/** The format, as the service may rely on it. */
const dataSchema = z.strictObject({
  provider: z.string(),
  source: z.strictObject({
    package: z.string(),
    version: z.string(),
    license: z.literal('MIT'),
    published: z.iso.date(),
  }),
  generated: z.iso.date(),
  notConversable: z.strictObject({ ids: z.array(z.string()), patterns: z.array(z.string()) }),
  models: z.array(
    z.strictObject({
      id: z.string().min(1),
      label: z.string().min(1),
      endpoint: z.enum(['chat', 'responses', 'messages']),
      contextWindow: count,
      maxOutputTokens: count,
      input: z.array(z.enum(['text', 'image'])),
      tools: z.literal(true),
      price: z
        .strictObject({
          ...prices,
          ...optional,
          tiers: z.array(z.strictObject({ ...prices, ...optional, above: count })).optional(),
        })
        .optional(),
      reasoning: z
        .strictObject({
          by: z.enum(['effort', 'adaptive', 'budget', 'switch', 'openrouter']),
          efforts: z.partialRecord(efforts, z.string()).optional(),
          off: z.union([z.boolean(), z.string()]),
        })
        .optional(),
      compat: z.strictObject({
        maxTokens: z.enum(['max_tokens', 'max_completion_tokens', 'max_output_tokens']),
        temperature: z.literal(false).optional(),
        returnReasoning: z
          .enum([
            'signed-blocks',
            'encrypted-items',
            'reasoning_content',
            'reasoning_details',
            'thought_signature',
          ])
          .optional(),
        toolsNeedResponses: z.literal(true).optional(),
        boundReasoning: z.literal(true).optional(),
        cache: z.enum(['markers', 'key', 'automatic']),
      }),
    }),
  ),
});
type Data = z.infer<typeof dataSchema>;

const directory = join(repositoryRoot, 'src/models/catalogue/data');
const files = readdirSync(directory);
const dataOf = (name: string): Data =>
  dataSchema.parse(JSON.parse(readFileSync(join(directory, name), 'utf8')));

describe('scripts/model-data', () => {
  let script: Script;
  beforeAll(async () => {
    script = await loadScript('model-data/catalogue-data.mjs');
  });

  const source = { package: 'p', version: '1', license: 'MIT', published: '2026-11-10' };
  const row = {
    type: 'chat',
    id: 'm-1',
    name: 'M 1',
    reasoning: false,
    input: ['text'],
    cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1000,
    maxTokens: 100,
  };
  const dataFrom = (provider: string, rows: readonly object[], corrections = {}) =>
    script.catalogueData(provider, {
      data: { api: Object.fromEntries(rows.map((each, index) => [String(index), each])) },
      source,
      generated: '2026-11-22',
      corrections: { notConversable: {}, models: {}, ...corrections },
    });

  it('makes one row of one row, and leaves a price that is zero out', () => {
    expect(dataFrom('deepseek', [row]).models).toEqual([
      {
        id: 'm-1',
        label: 'M 1',
        endpoint: 'chat',
        contextWindow: 1000,
        maxOutputTokens: 100,
        input: ['text'],
        tools: true,
        price: { in: 1, out: 2 },
        compat: { maxTokens: 'max_tokens', cache: 'automatic' },
      },
    ]);
  });

  it('keeps what cannot converse apart, by its kind and by patterns', () => {
    const others = [
      { ...row, type: 'image', id: 'painter' },
      { ...row, id: 'm-embed' },
    ];
    const notConversable = { deepseek: ['embed'] };
    const { models, notConversable: kept } = dataFrom('deepseek', [row, ...others], {
      notConversable,
    });
    expect(models.map(({ id }) => id)).toEqual(['m-1']);
    expect(kept).toEqual({ ids: ['m-embed', 'painter'], patterns: ['embed'] });
  });

  it('tells efforts by the words of the provider, and which cannot be switched off', () => {
    const thinkingLevelMap = { off: null, minimal: null, high: 'HIGH', xhigh: null, max: 'max' };
    const [model] = dataFrom('google', [{ ...row, reasoning: true, thinkingLevelMap }]).models;
    expect(model?.reasoning).toEqual({
      by: 'effort',
      efforts: { low: 'low', medium: 'medium', high: 'HIGH', max: 'max' },
      off: false,
    });
  });

  it('keeps prices over thresholds', () => {
    const tiers = [{ inputTokensAbove: 500, input: 2, output: 4, cacheRead: 1, cacheWrite: 0 }];
    const [model] = dataFrom('google', [{ ...row, cost: { ...row.cost, tiers } }]).models;
    expect(model?.price?.tiers).toEqual([{ above: 500, in: 2, out: 4, cacheRead: 1 }]);
  });

  it('gives a router no price', () => {
    const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const rows = [
      { ...row, id: 'a:free', cost: free },
      { ...row, id: 'auto', cost: free },
    ];
    const models = dataFrom('openrouter', rows).models;
    expect(models.map(({ price }) => price)).toEqual([{ in: 0, out: 0 }, undefined]);
  });

  it('adds what the package does not know', () => {
    const corrections = {
      models: { anthropic: [{ ids: '^m-', compat: { boundReasoning: true } }] },
    };
    const [model] = dataFrom('anthropic', [row], corrections).models;
    expect(model?.compat.boundReasoning).toBe(true);
  });

  it('is written with one model on each line', () => {
    const data = dataFrom('deepseek', [row, { ...row, id: 'm-2' }]);
    const text = script.written(data);
    expect(JSON.parse(text)).toEqual(data);
    expect(text.split('\n').filter((line) => line.includes('"id"'))).toHaveLength(2);
  });

  it('has written every provider, within 300 KB together', () => {
    expect(files.sort()).toEqual(Object.keys(script.providers).map((id) => `${id}.json`));
    const bytes = files.map((name) => readFileSync(join(directory, name)).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });
});

describe('the data of the catalogue', () => {
  it.each(files)('is well-formed, each id once: %s', (name) => {
    const { provider, models } = dataOf(name);
    expect(`${provider}.json`).toBe(name);
    expect(models.length).toBeGreaterThan(0);
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
  });

  it.each([
    ['openai', 'gpt-6.1-sol', { endpoint: 'responses', compat: { toolsNeedResponses: true } }],
    ['openai', 'gpt-4.1', { endpoint: 'chat', compat: { maxTokens: 'max_completion_tokens' } }],
    [
      'anthropic',
      'claude-opus-5-5',
      { reasoning: { off: false }, compat: { boundReasoning: true } },
    ],
    ['deepseek', 'deepseek-v4-pro', { compat: { returnReasoning: 'reasoning_content' } }],
    ['google', 'gemini-3.8-flash', { compat: { returnReasoning: 'thought_signature' } }],
    ['moonshotai', 'kimi-k2.6', { reasoning: { by: 'switch' }, compat: { temperature: false } }],
    ['openrouter', 'openrouter/auto', { compat: { returnReasoning: 'reasoning_details' } }],
  ])('knows of %s: %s', (provider, id, expected) => {
    const model = dataOf(`${provider}.json`).models.find((each) => each.id === id);
    expect(model).toMatchObject({ id, ...expected });
  });

  it.each([
    'davinci-002',
    'text-embedding-3-small',
    'whisper-1',
    'gpt-realtime-2',
    'o3-deep-research',
  ])('knows that %s cannot converse', (id) => {
    const { patterns } = dataOf('openai.json').notConversable;
    expect(patterns.some((pattern) => new RegExp(pattern).test(id))).toBe(true);
  });
});
