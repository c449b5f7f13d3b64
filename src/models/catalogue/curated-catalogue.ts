import type { ReasoningEffort } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { curatedOpinion } from '../signals/quality/curated-opinion.js';
import type { CuratedRating } from '../signals/quality/curated-opinion.js';
import { blendQuality } from '../signals/quality/blend-quality.js';

interface CuratedRow extends CuratedRating {
  readonly providerId: string;
  readonly id: string;
  readonly label: string;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  /** USD per million tokens, input and output. */
  readonly price: readonly [number, number];
  /** T tools, V vision, R reasoning. All of them stream. */
  readonly caps: 'T' | 'T V' | 'T R';
  readonly effort?: ReasoningEffort;
}

/** The shipped table (behaviour-engine.md 6.7). Prices and abilities are estimates. */
const rows: readonly CuratedRow[] = [
  {
    providerId: 'deepseek',
    id: 'deepseek-flash',
    label: 'DeepSeek Flash',
    tier: 'nano',
    contextWindow: 128_000,
    maxOutputTokens: 8192,
    price: [0.14, 0.28],
    caps: 'T',
    strengths: ['intake', 'routing', 'summarize'],
  },
  {
    providerId: 'deepseek',
    id: 'deepseek-v4-pro',
    label: 'DeepSeek V4 Pro',
    tier: 'strong',
    contextWindow: 128_000,
    maxOutputTokens: 8192,
    price: [0.55, 2.19],
    caps: 'T R',
    strengths: ['coding', 'architecture', 'debate', 'review', 'testing', 'planning'],
    fitness: {
      coding: 0.88,
      testing: 0.86,
      architecture: 0.85,
      review: 0.84,
      design: 0.6,
      research: 0.68,
    },
    effort: 'medium',
  },
  {
    providerId: 'deepseek',
    id: 'deepseek-v4-flash-vision-exp',
    label: 'DeepSeek V4 Flash Vision (exp)',
    tier: 'standard',
    contextWindow: 128_000,
    maxOutputTokens: 8192,
    price: [0.28, 0.42],
    caps: 'T V',
    strengths: ['design', 'research', 'summarize'],
  },
  {
    providerId: 'openai',
    id: 'gpt-4o-mini',
    label: 'GPT-4o mini',
    tier: 'small',
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    price: [0.15, 0.6],
    caps: 'T V',
    strengths: ['intake', 'routing', 'summarize', 'research'],
  },
  {
    providerId: 'openai',
    id: 'o3-mini',
    label: 'o3-mini',
    tier: 'strong',
    contextWindow: 200_000,
    maxOutputTokens: 100_000,
    price: [1.1, 4.4],
    caps: 'T R',
    strengths: ['coding', 'architecture', 'review', 'testing'],
    fitness: { coding: 0.86, testing: 0.84, architecture: 0.82, design: 0.52, debate: 0.58 },
    effort: 'high',
  },
  {
    providerId: 'openai',
    id: 'gpt-4o',
    label: 'GPT-4o',
    tier: 'strong',
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    price: [2.5, 10],
    caps: 'T V',
    strengths: ['coding', 'architecture', 'design', 'review', 'debate'],
    fitness: { design: 0.86, debate: 0.85, research: 0.84, coding: 0.78, testing: 0.74 },
  },
  {
    providerId: 'anthropic',
    id: 'claude-3-5-haiku-latest',
    label: 'Claude 3.5 Haiku',
    tier: 'small',
    contextWindow: 200_000,
    maxOutputTokens: 8192,
    price: [0.8, 4],
    caps: 'T V',
    strengths: ['intake', 'routing', 'summarize', 'testing'],
  },
  {
    providerId: 'anthropic',
    id: 'claude-3-5-sonnet-latest',
    label: 'Claude 3.5 Sonnet',
    tier: 'strong',
    contextWindow: 200_000,
    maxOutputTokens: 8192,
    price: [3, 15],
    caps: 'T V',
    strengths: ['coding', 'architecture', 'design', 'debate', 'review'],
    fitness: { coding: 0.88, review: 0.86, design: 0.84, debate: 0.84, architecture: 0.85 },
  },
  {
    providerId: 'openrouter',
    id: 'openrouter/deepseek/deepseek-chat',
    label: 'DeepSeek Chat (OpenRouter)',
    tier: 'small',
    contextWindow: 128_000,
    maxOutputTokens: 8192,
    price: [0.14, 0.28],
    caps: 'T',
    strengths: ['intake', 'routing', 'summarize'],
  },
  {
    providerId: 'openrouter',
    id: 'openrouter/qwen/qwen2.5-coder-32b-instruct',
    label: 'Qwen 2.5 Coder 32B (OpenRouter)',
    tier: 'standard',
    contextWindow: 131_072,
    maxOutputTokens: 8192,
    price: [0.18, 0.18],
    caps: 'T',
    strengths: ['coding', 'review', 'testing'],
    fitness: {
      coding: 0.82,
      testing: 0.8,
      review: 0.76,
      design: 0.4,
      debate: 0.42,
      research: 0.44,
    },
  },
  {
    providerId: 'openrouter',
    id: 'openrouter/meta-llama/llama-3.3-70b-instruct',
    label: 'Llama 3.3 70B (OpenRouter)',
    tier: 'strong',
    contextWindow: 131_072,
    maxOutputTokens: 8192,
    price: [0.23, 0.4],
    caps: 'T',
    strengths: ['coding', 'planning', 'research', 'debate'],
  },
  {
    providerId: 'local',
    id: 'local/default',
    label: 'Local model (OpenAI-compatible)',
    tier: 'small',
    contextWindow: 32_768,
    maxOutputTokens: 4096,
    price: [0, 0],
    caps: 'T',
    strengths: ['intake', 'routing', 'summarize'],
    quality: 0.4,
  },
];

/** The catalogue the service ships with, in the order of the table. */
export const curatedCatalogue: readonly ModelSpec[] = rows.map(toModelSpec);

function toModelSpec(row: CuratedRow): ModelSpec {
  const quality = blendQuality([curatedOpinion(row)]);
  return {
    id: row.id,
    providerId: row.providerId,
    label: row.label,
    tier: row.tier,
    contextWindow: row.contextWindow,
    maxOutputTokens: row.maxOutputTokens,
    costPerMTokIn: row.price[0],
    costPerMTokOut: row.price[1],
    capabilities: {
      tools: true,
      vision: row.caps === 'T V',
      reasoning: row.caps === 'T R',
      streaming: true,
    },
    strengths: row.strengths,
    ...(row.effort !== undefined && { defaultEffort: row.effort }),
    ...(quality !== undefined && { quality }),
    origin: 'catalog',
  };
}
