import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { modelTiers, reasoningEfforts, taskClasses } from '../../protocol/records/enums.js';
import { modelPrice } from './model-data.js';

/**
 * The office's opinions on models, `opinions.json`: tier, strengths and quality of well-known ones.
 * Facts stand there only if the provider's data lacks them.
 */

const fraction = z.number().min(0).max(1);

const opinion = z.object({
  providerId: z.string(),
  id: z.string(),
  label: z.string(),
  tier: z.enum(modelTiers),
  strengths: z.array(z.enum(taskClasses)),
  quality: fraction.exactOptional(),
  fitness: z.partialRecord(z.enum(taskClasses), fraction).exactOptional(),
  effort: z.enum(reasoningEfforts).exactOptional(),
  facts: z
    .object({
      contextWindow: z.int().min(1),
      maxOutputTokens: z.int().min(1),
      price: modelPrice,
      input: z.array(z.enum(['text', 'image'])),
      reasoning: z.boolean(),
    })
    .exactOptional(),
});

const opinionsFile = z.object({
  source: z.object({ name: z.string(), date: z.string() }),
  /** Patterns of ids of models that do not converse, at any provider. */
  notConversable: z.array(z.string()),
  models: z.array(opinion),
});

export type ModelOpinion = z.infer<typeof opinion>;

export const opinions = opinionsFile.parse(
  JSON.parse(readFileSync(new URL('opinions.json', import.meta.url), 'utf8')),
);
