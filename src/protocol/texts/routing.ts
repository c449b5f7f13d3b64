/** Appended to the reason of a route, or part of it. */
export const routeTexts = {
  mapsTo: (taskClass: string, tier: string) =>
    `task '${taskClass}' maps to ${tier} under this role's policy`,
  budgetNearlyExhausted: 'budget nearly exhausted',
  postureLowered: (posture: string, tier: string) => `posture '${posture}' lowered to ${tier}`,
  postureRaised: (posture: string, tier: string) => `posture '${posture}' raised to ${tier}`,
  escalated: (complexity: number, threshold: number, tier: string) =>
    `complexity ${complexity} >= ${threshold} escalated to ${tier}`,
  clamped: (tier: string, min: string, max: string) =>
    `clamped to ${tier} (policy bounds ${min}..${max})`,
  pinned: "pinned by this role's model policy",
  preferredUnknown: (id: string) =>
    `preferred model '${id}' is not in the routable catalog; chose normally instead`,
  preferredUnfit: (id: string, why: string) =>
    `preferred model '${id}' was passed over (${why}); chose normally instead`,
  preferredOutOfBounds: (id: string, min: string, max: string) =>
    `preferred model '${id}' is outside ${min}..${max}; chose normally instead`,
  chose: (label: string, providerId: string, modelId: string) =>
    `chose ${label} (${providerId}/${modelId})`,
  rated: (fitness: number, taskClass: string, quality: number) =>
    `fitness ${fitness.toFixed(2)} for ${taskClass}, quality ${quality.toFixed(2)}`,
  unrated: 'unrated, ranked on tier and cost',
  affinity: (affinity: number, position: number) =>
    `tier affinity ${affinity.toFixed(2)} at walk position ${position}`,
  relativeCost: (cost: number) => `relative cost ${cost.toFixed(2)}`,
  uptime: (uptime: number) => `uptime ${(uptime * 100).toFixed(1)}%`,
  score: (score: number) => `score ${score.toFixed(3)}`,
  unpriced: (tier: string) =>
    `unpriced by its provider, reckoned at the most a ${tier} model costs`,
  unpricedAtDearest: 'unpriced by its provider, reckoned at the dearest price of that provider',
  otherFamily: (family: string, providerId: string, modelId: string) =>
    `judges work of the family '${family}', so ${providerId}/${modelId} was passed over for another family`,
  sameFamily: (family: string) => `of the family '${family}', which built what is judged`,
  noSubstitute: 'of another tier, or dearer, than the model that was passed over',
  nobodyAnswers: 'no provider answers; tried all the same',
  qualityFrom: (sources: string) => `quality from ${sources}`,
  droppedCapabilities: 'no model met the capability requirements; dropped tool/vision requirements',
  droppedCapabilitiesAndContext: 'no model met capability or context requirements; dropped both',
  fullCatalogue: 'no model satisfied the request; fell back to the full catalog',
  noneSatisfied: 'no model in the catalog satisfied the request.',
  emptyCatalogue: 'model catalog is empty; no model can be routed.',
  excluded: 'excluded',
  lacksTools: 'lacks tool calling',
  lacksVision: 'lacks vision',
  contextTooSmall: 'context window too small',
  pinInForce: 'a pin is in force for this role',
  offWalk: "tier is not on this policy's walk",
  outscored: (score: string, chosen: string) => `scored ${score} against the chosen ${chosen}`,
  tied: 'tied on score; more expensive, or later by id',
  sameTierFallback: 'same-tier fallback',
  nextTierFallback: 'next tier up fallback',
  sameProviderFallback: 'same-provider fallback',
} as const;

/** Refusals of a role's model policy. */
export const policyTexts = {
  notObject: 'A model policy must be an object.',
  notATier: (field: string) => `"${field}" must be one of nano, small, standard, strong, max.`,
  boundsCrossed: (min: string, max: string) =>
    `"minTier" ${min} must not be above "maxTier" ${max}.`,
  classesNotObject: '"byTaskClass" must be an object with a tier for each task class.',
  badThreshold: '"escalateAtComplexity" must be a number between 0 and 1.',
  badOutputCap: '"maxOutputTokens" must be a whole number of tokens, one or more.',
  badPin: '"pin" must be true or false.',
  badPreferred: '"preferredModelId" must be a model id.',
} as const;
