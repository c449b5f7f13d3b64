import type { ModelPolicy } from '../../protocol/records/organisation.js';

/** Shared by the four building engineers. */
export const engineerPolicy: ModelPolicy = {
  minTier: 'small',
  maxTier: 'max',
  defaultTier: 'standard',
  byTaskClass: { coding: 'standard', testing: 'standard', summarize: 'nano' },
  escalateAtComplexity: 0.6,
  escalateTo: 'strong',
  maxOutputTokens: 8192,
};
