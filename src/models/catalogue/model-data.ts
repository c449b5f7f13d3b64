import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The generated data of the catalogue, `data/*.json` (docs/models.md): facts of a public registry
 * about providers' models, with source and date. Each file is read once, on first use.
 */

const count = z.int().min(1);
/** USD per million tokens. */
const dollars = z.number().nonnegative();
const priceFields = {
  in: dollars,
  out: dollars,
  cacheRead: dollars.exactOptional(),
  cacheWrite: dollars.exactOptional(),
};

/** Prices in the form of the data and the opinions; a tier holds `above` so many tokens of input. */
export const modelPrice = z.object({
  ...priceFields,
  tiers: z.array(z.object({ ...priceFields, above: count })).exactOptional(),
});

const knownModel = z.object({
  id: z.string().min(1),
  label: z.string().min(1),
  endpoint: z.enum(['chat', 'responses', 'messages']),
  /** Tokens, up to the beginning of a more expensive tier. */
  contextWindow: count,
  maxOutputTokens: count,
  input: z.array(z.enum(['text', 'image'])),
  tools: z.boolean(),
  /** Absent: no price, as for a router. */
  price: modelPrice.exactOptional(),
  reasoning: z
    .object({
      /** How effort is requested; `budget` is `budget_tokens`, `switch` turns thinking on or off. */
      by: z.enum(['effort', 'adaptive', 'budget', 'switch', 'openrouter']),
      /** Our levels in the provider's words. */
      efforts: z.record(z.string(), z.string()).exactOptional(),
      /** False: it always thinks; a text: the effort that switches it off; true: the provider's way. */
      off: z.union([z.boolean(), z.string()]),
    })
    .exactOptional(),
  compat: z.object({
    /** The name of the field that limits the output. */
    maxTokens: z.enum(['max_tokens', 'max_completion_tokens', 'max_output_tokens']),
    /** False: the provider refuses the field. */
    temperature: z.boolean().exactOptional(),
    /** Reasoning that must be returned with a tool call. */
    returnReasoning: z
      .enum([
        'signed-blocks',
        'encrypted-items',
        'reasoning_content',
        'reasoning_details',
        'thought_signature',
      ])
      .exactOptional(),
    toolsNeedResponses: z.boolean().exactOptional(),
    boundReasoning: z.boolean().exactOptional(),
    cache: z.enum(['markers', 'key', 'automatic']),
  }),
});

const providerData = z.object({
  provider: z.string(),
  source: z.object({ package: z.string(), version: z.string(), published: z.string() }),
  generated: z.string(),
  notConversable: z.object({ ids: z.array(z.string()), patterns: z.array(z.string()) }),
  models: z.array(knownModel),
});

export type KnownModel = z.infer<typeof knownModel>;
export type ProviderData = z.infer<typeof providerData>;

/** Files by provider id. */
const files = {
  anthropic: 'anthropic.json',
  deepseek: 'deepseek.json',
  gemini: 'google.json',
  mistral: 'mistral.json',
  moonshot: 'moonshotai.json',
  openai: 'openai.json',
  openrouter: 'openrouter.json',
} as const;

/** Ids of the providers with data. */
export const providersWithData: readonly string[] = Object.keys(files);

const read = new Map<string, ProviderData>();

/** The data of a provider's models; undefined without data. */
export function modelDataOf(providerId: string): ProviderData | undefined {
  if (!Object.hasOwn(files, providerId)) return undefined;
  const known = read.get(providerId);
  if (known !== undefined) return known;
  const file = new URL(`data/${files[providerId as keyof typeof files]}`, import.meta.url);
  const data = providerData.parse(JSON.parse(readFileSync(file, 'utf8')));
  read.set(providerId, data);
  return data;
}

/** Matches the date of a dated version: `-20260714`, `-2026-07-14`, `-0714`. */
const dated = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$/;

/** The model by its id at the provider, or the model of which it is a dated version. */
export function knownModelOf(providerId: string, wireId: string): KnownModel | undefined {
  const models = modelDataOf(providerId)?.models ?? [];
  const found = models.find(({ id }) => id === wireId);
  if (found !== undefined || !dated.test(wireId)) return found;
  const undatedId = wireId.replace(dated, '');
  return models.find(({ id }) => id === undatedId || id.replace(dated, '') === undatedId);
}
