import type { ModelSpec } from '#protocol/records/models.js';
import type { ModelPolicy } from '#protocol/records/organisation.js';

/** A plain model; a test names only the fields that matter to it. */
export function aModel(overrides: Partial<ModelSpec> = {}): ModelSpec {
  return {
    id: 'model',
    providerId: 'provider',
    label: overrides.id ?? 'Model',
    tier: 'standard',
    contextWindow: 128_000,
    maxOutputTokens: 8192,
    costPerMTokIn: 1,
    costPerMTokOut: 1,
    capabilities: { tools: true, vision: false, reasoning: false, streaming: true },
    strengths: [],
    ...overrides,
  };
}

/** A policy that keeps a turn at `standard`, whatever its content. */
export function aPolicy(overrides: Partial<ModelPolicy> = {}): ModelPolicy {
  return { defaultTier: 'standard', minTier: 'nano', maxTier: 'max', ...overrides };
}
