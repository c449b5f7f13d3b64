import type { ModelSpec } from '#protocol/records/models.js';
import type { ModelPolicy } from '#protocol/records/organisation.js';

/** A plain model for tests, which state only what matters to them. */
export function aModel(overrides: Partial<ModelSpec> = {}): ModelSpec {
  return {
    id: 'model',
    providerId: 'vendor',
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

/** A policy that leaves a turn at `standard`, whatever it is about. */
export function aPolicy(overrides: Partial<ModelPolicy> = {}): ModelPolicy {
  return { defaultTier: 'standard', minTier: 'nano', maxTier: 'max', ...overrides };
}
