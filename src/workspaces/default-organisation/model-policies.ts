import type { ModelPolicy } from '../../protocol/records/organisation.js';

/**
 * Routing of each shipped role. A `nano` below the lower bound `small` is intended: the router
 * clamps it, and the entry applies if the bound is lowered.
 */

const smallToMax = { minTier: 'small', maxTier: 'max' } as const;

export const ceoPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'strong',
  byTaskClass: {
    intake: 'small',
    routing: 'nano',
    summarize: 'small',
    planning: 'strong',
    debate: 'strong',
    workshop: 'strong',
    research: 'standard',
    coding: 'standard',
  },
  escalateAtComplexity: 0.75,
  escalateTo: 'max',
  maxOutputTokens: 4096,
};

export const designLeadPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: {
    design: 'strong',
    debate: 'strong',
    workshop: 'strong',
    summarize: 'small',
    research: 'standard',
  },
  escalateAtComplexity: 0.7,
  escalateTo: 'strong',
  maxOutputTokens: 4096,
};

export const uiDesignerPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: { design: 'standard', summarize: 'small' },
  maxOutputTokens: 3072,
};

export const researcherPolicy: ModelPolicy = {
  minTier: 'nano',
  maxTier: 'max',
  defaultTier: 'standard',
  byTaskClass: { research: 'standard', summarize: 'small', intake: 'nano' },
  maxOutputTokens: 4096,
};

export const ctoPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'strong',
  byTaskClass: {
    architecture: 'strong',
    review: 'strong',
    planning: 'strong',
    debate: 'strong',
    coding: 'standard',
    summarize: 'small',
    intake: 'small',
  },
  escalateAtComplexity: 0.7,
  escalateTo: 'max',
  maxOutputTokens: 4096,
};

export const frontendLeadPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: {
    coding: 'strong',
    review: 'strong',
    planning: 'standard',
    design: 'standard',
    summarize: 'small',
  },
  escalateAtComplexity: 0.65,
  escalateTo: 'strong',
  maxOutputTokens: 4096,
};

/** Shared by the four building engineers. */
export const engineerPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: { coding: 'standard', testing: 'standard', summarize: 'nano' },
  escalateAtComplexity: 0.6,
  escalateTo: 'strong',
  maxOutputTokens: 8192,
};

export const backendLeadPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: {
    coding: 'strong',
    architecture: 'strong',
    review: 'strong',
    summarize: 'small',
  },
  escalateAtComplexity: 0.65,
  escalateTo: 'strong',
  maxOutputTokens: 4096,
};

export const platformEngineerPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: { ops: 'standard', coding: 'standard', summarize: 'nano' },
  escalateAtComplexity: 0.65,
  escalateTo: 'strong',
  maxOutputTokens: 8192,
};

export const qaLeadPolicy: ModelPolicy = {
  ...smallToMax,
  defaultTier: 'standard',
  byTaskClass: { testing: 'standard', review: 'strong', summarize: 'small' },
  escalateAtComplexity: 0.7,
  escalateTo: 'strong',
  maxOutputTokens: 4096,
};
