import { describe, expect, it } from '@jest/globals';
import { aModel, aPolicy } from '#test/support/models/a-model.js';
import { rated, route } from '#test/support/models/route.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';
import type { RouteDecision } from '../../protocol/records/routes.js';

const clauses = (decision: RouteDecision): string[] => decision.reason.split(' — ');

const reasons = (decision: RouteDecision): Record<string, string> =>
  Object.fromEntries(decision.considered.map(({ modelId, reason }) => [modelId, reason]));

describe('routeTurn', () => {
  it('explains a plain choice clause by clause', () => {
    const chosen = aModel({ id: 'good', label: 'Good', costPerMTokIn: 2, quality: rated(0.8) });
    const other = aModel({ id: 'poor', quality: rated(0.2) });
    const decision = route([chosen, other], {
      posture: 'quality',
      policy: aPolicy({ maxTier: 'standard' }),
    });
    expect(decision).toMatchObject({
      providerId: 'provider',
      modelId: 'good',
      tier: 'standard',
      taskClass: 'coding',
      quality: 0.8,
      fitness: 0.8,
      score: 0.84,
    });
    expect(decision).not.toHaveProperty('pinned');
    expect(clauses(decision)).toEqual([
      "task 'coding' maps to standard under this role's policy",
      "posture 'quality' raised to strong",
      'clamped to standard (policy bounds nano..standard)',
      'chose Good (provider/good)',
      'fitness 0.80 for coding, quality 0.80, tier affinity 1.00 at walk position 0, relative cost 1.00, score 0.840',
    ]);
    expect(decision.considered).toEqual([
      {
        providerId: 'provider',
        modelId: 'poor',
        tier: 'standard',
        blendedCostPerKTok: 0.001,
        reason: 'scored 0.480 against the chosen 0.840',
        quality: 0.2,
        fitness: 0.2,
        score: 0.48,
      },
    ]);
  });

  it("prefers a model's number for the class over its overall quality", () => {
    const coder = aModel({ id: 'coder', quality: { quality: 0.4, fitness: { coding: 0.9 } } });
    const allround = aModel({ id: 'allround', quality: { quality: 0.6, fitness: {} } });
    expect(route([coder, allround]).modelId).toBe('coder');
    expect(route([coder, allround], { taskClass: 'design' }).modelId).toBe('allround');
  });

  it('leaves out providers that do not answer, and says so', () => {
    const there = aModel({ id: 'there', providerId: 'up' });
    const gone = aModel({ id: 'gone', providerId: 'down', quality: rated(1) });
    const silenceOf = ({ providerId }: ModelSpec) => (providerId === 'down' ? 'no answer' : null);
    const decision = route([there, gone], {}, { silenceOf });
    expect(decision).toMatchObject({ modelId: 'there', fallbacks: [] });
    expect(reasons(decision)).toEqual({ gone: 'no answer' });
    const pinned = { ...aPolicy(), preferredModelId: 'gone' };
    expect(route([there, gone], { policy: pinned }, { silenceOf }).reason).toContain(
      "preferred model 'gone' was passed over (no answer); chose normally instead",
    );
    const nobody = route([gone], {}, { silenceOf });
    expect(nobody.modelId).toBe('gone');
    expect(nobody.reason).toContain('no provider answers; tried all the same');
  });

  it('takes the cheapest of the target tier when nothing is rated', () => {
    const decision = route([
      aModel({ id: 'dear', costPerMTokOut: 9 }),
      aModel({ id: 'cheap', costPerMTokOut: 2 }),
      aModel({ id: 'free', tier: 'small', costPerMTokIn: 0, costPerMTokOut: 0 }),
    ]);
    expect(decision.modelId).toBe('cheap');
    expect(decision).not.toHaveProperty('quality');
    expect(decision.reason).toContain('unrated, ranked on tier and cost, tier affinity 1.00');
  });

  it('gives an unrated model the mean of the rated ones', () => {
    const models = [
      aModel({ id: 'a', quality: rated(0.9) }),
      aModel({ id: 'b', quality: rated(0.5) }),
      aModel({ id: 'unrated' }),
    ];
    const score = route(models).considered.find(({ modelId }) => modelId === 'unrated')?.score;
    expect(score).toBeCloseTo(0.65 * 0.7 + 0.35, 4);
  });

  it.each([
    ['cheap', 0.3],
    ['balanced', 0.12],
    ['quality', 0.03],
  ] as const)('weighs the price in the %s posture', (posture, pressure) => {
    const models = [
      aModel({ id: 'dear', costPerMTokIn: 100, quality: rated(0.5) }),
      aModel({ id: 'cheap', quality: rated(0.5) }),
    ];
    const policy = aPolicy({ minTier: 'standard', maxTier: 'standard' });
    const dear = route(models, { posture, policy }).considered[0];
    expect(dear?.score).toBeCloseTo(0.65 * 0.5 + 0.35 - pressure, 4);
  });

  it('takes uptime as a penalty and names it', () => {
    const models = [aModel({ id: 'steady' }), aModel({ id: 'shaky', costPerMTokIn: 0 })];
    const decision = route(models, {}, { uptimeOf: ({ id }) => (id === 'steady' ? 0.999 : 0.5) });
    expect(decision.modelId).toBe('steady');
    expect(decision.reason).toContain('uptime 99.9%');
  });

  it('says that a price is unknown, and does not take it for none', () => {
    const models = [
      aModel({ id: 'priced', costPerMTokIn: 2, costPerMTokOut: 2 }),
      aModel({ id: 'unknown', costPerMTokIn: 0, costPerMTokOut: 0, unpriced: true, unrated: true }),
    ];
    expect(route(models).modelId).toBe('priced');
    expect(route(models.slice(1)).reason).toContain(
      'unpriced by its provider, reckoned at the most a standard model costs',
    );
  });

  it('breaks ties by cost, then id, then provider', () => {
    const decision = route([
      aModel({ id: 'b' }),
      aModel({ id: 'a', providerId: 'second' }),
      aModel({ id: 'a', providerId: 'first' }),
      aModel({ id: '0', costPerMTokIn: 5 }),
    ]);
    expect([decision.providerId, decision.modelId]).toEqual(['first', 'a']);
    expect(decision.considered.map(({ modelId }) => modelId)).toEqual(['a', 'b', '0']);
    for (const { reason } of decision.considered) {
      expect(reason).toBe('tied on score; more expensive, or later by id');
    }
  });

  describe('sources of quality', () => {
    const curated = { source: 'curated', quality: 0.5, fitness: {}, confidence: 0.5 } as const;
    const learned = { ...curated, source: 'learned', confidence: 0.2 } as const;
    const pooled = { ...curated, source: 'pooled' } as const;

    it.each([
      [[curated], 'quality from curated'],
      [[curated, learned, pooled], 'quality from learned+pooled'],
      [[{ ...curated, confidence: 0.7 }, learned, learned], 'quality from curated+learned'],
    ])('are named in order, a weak curated one only when alone', (opinions, expected) => {
      expect(clauses(route([aModel({ quality: rated(0.5, opinions) })])).at(-1)).toBe(expected);
    });

    it('are not named when unknown', () => {
      expect(route([aModel()]).reason).not.toContain('quality from');
    });
  });

  describe('with a named model', () => {
    const named = aModel({ id: 'named', tier: 'small', quality: rated(0.1) });
    const better = aModel({ id: 'better', quality: rated(0.9) });
    const preferring = (overrides = {}) => aPolicy({ preferredModelId: 'named', ...overrides });

    it('takes it outright, without posture, budget or escalation', () => {
      const policy = preferring({ escalateAtComplexity: 0, escalateTo: 'max' });
      const decision = route([better, named], {
        policy,
        posture: 'quality',
        budgetRemainingUsd: 0,
      });
      expect(decision).toMatchObject({ modelId: 'named', pinned: true });
      expect(clauses(decision)).toEqual([
        "task 'coding' maps to standard under this role's policy",
        "pinned by this role's model policy",
        'chose named (provider/named)',
        expect.stringMatching(/^fitness 0\.10 for coding, quality 0\.10, score /),
      ]);
      expect(reasons(decision)).toEqual({ better: 'a pin is in force for this role' });
    });

    it.each([
      [
        'is not there',
        { models: [better], policy: {}, request: {} },
        "preferred model 'named' is not in the routable catalog; chose normally instead",
      ],
      [
        'is excluded',
        { models: [better, named], policy: {}, request: { excludedModelIds: ['named'] } },
        "preferred model 'named' was passed over (excluded); chose normally instead",
      ],
      [
        'is too small',
        {
          models: [better, { ...named, contextWindow: 1 }],
          policy: {},
          request: { minContextTokens: 2 },
        },
        "preferred model 'named' was passed over (context window too small); chose normally instead",
      ],
      [
        'is out of bounds',
        { models: [better, named], policy: { minTier: 'standard' as const }, request: {} },
        "preferred model 'named' is outside standard..max; chose normally instead",
      ],
    ])('chooses normally and says so when it %s', (_, { models, policy, request }, note) => {
      const decision = route(models, { ...request, policy: preferring(policy) });
      expect(decision).toMatchObject({ modelId: 'better', pinned: false });
      expect(clauses(decision)).toContain(note);
    });

    it('serves it from the better of two providers', () => {
      const elsewhere = aModel({
        id: 'named',
        tier: 'small',
        providerId: 'other',
        quality: rated(0.3),
      });
      expect(route([named, elsewhere], { policy: preferring() }).providerId).toBe('other');
    });
  });

  describe('with a pinned tier', () => {
    const policy = aPolicy({ pin: true, escalateAtComplexity: 0, escalateTo: 'max' });
    const inTier = aModel({ id: 'in-tier', quality: rated(0.1) });
    const better = aModel({ id: 'better', tier: 'strong', quality: rated(0.99) });

    it('stays in it, and says that the others are off the walk', () => {
      const decision = route([better, inTier], { policy, posture: 'quality' });
      expect(decision.modelId).toBe('in-tier');
      expect(decision).not.toHaveProperty('pinned');
      expect(reasons(decision)).toEqual({ better: "tier is not on this policy's walk" });
      expect(clauses(decision).slice(0, 3)).toEqual([
        "task 'coding' maps to standard under this role's policy",
        "pinned by this role's model policy",
        'chose in-tier (provider/in-tier)',
      ]);
    });

    it('looks further when the tier is empty', () => {
      expect(route([better], { policy }).modelId).toBe('better');
    });
  });

  describe('with rules of plugins', () => {
    const rule = (overrides: Partial<RoutingRule>): RoutingRule[] => [
      { id: 'rule', description: '', ...overrides },
    ];
    const a = aModel({ id: 'a', providerId: 'first' });
    const b = aModel({ id: 'b', providerId: 'second' });

    it.each([
      ['prefers a model', { preferModelIds: ['b'] }, 'b'],
      ['prefers a provider', { preferProviderIds: ['second'] }, 'b'],
      ['avoids a model', { avoidModelIds: ['a'] }, 'b'],
      ['keeps out of other classes', { avoidModelIds: ['a'], taskClass: 'design' as const }, 'a'],
      ['speaks of its own tier only', { avoidModelIds: ['a'], tier: 'nano' as const }, 'a'],
    ])('%s', (_, hint, expected) => {
      expect(route([a, b], {}, { rules: rule(hint) }).modelId).toBe(expected);
    });

    it('walks the tier a rule names first', () => {
      const small = aModel({ id: 'small', tier: 'small' });
      expect(route([a, small], {}, { rules: rule({ tier: 'small' }) }).modelId).toBe('small');
    });
  });

  it('says why a model of a relaxed pool falls short', () => {
    const blind = aModel({ id: 'blind', quality: rated(0.2) });
    const best = aModel({ id: 'best', quality: rated(0.9) });
    const decision = route([best, blind], { requiresVision: true });
    expect(clauses(decision)).toContain(
      'no model met the capability requirements; dropped tool/vision requirements',
    );
    expect(reasons(decision)).toEqual({ blind: 'lacks vision' });
  });

  it('has no route in an empty catalogue', () => {
    expect(route([], { policy: aPolicy({ defaultTier: 'strong' }) })).toEqual({
      providerId: '',
      modelId: '',
      tier: 'strong',
      taskClass: 'coding',
      reason: 'model catalog is empty; no model can be routed.',
      fallbacks: [],
      considered: [],
    });
  });

  it('has no route where no price is a number', () => {
    const decision = route([aModel({ costPerMTokIn: NaN })]);
    expect(decision).toMatchObject({ modelId: '', fallbacks: [], considered: [] });
    expect(decision.reason).toBe('no model in the catalog satisfied the request.');
  });
});
