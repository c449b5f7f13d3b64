import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aModel } from '#test/support/models/a-model.js';
import { modelTiers, routingPostures, taskClasses } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { modelPool } from './model-pool.js';
import type { RouteRequest, RoutingTable } from './route-request.js';
import { routeTurn } from './route-turn.js';

const tier = fc.constantFrom(...modelTiers);
const taskClass = fc.constantFrom(...taskClasses);
const fraction = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);
// Few values, to provoke ties.
const price = fc.constantFrom(0, 0.1, 0.2, 1, 3, 15);
const providerId = fc.constantFrom('a', 'b', 'c');

const model: fc.Arbitrary<ModelSpec> = fc
  .record({
    id: fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5', 'm6'),
    providerId,
    tier,
    contextWindow: fc.constantFrom(8000, 128_000),
    costPerMTokIn: price,
    costPerMTokOut: price,
    capabilities: fc.record({
      tools: fc.boolean(),
      vision: fc.boolean(),
      reasoning: fc.boolean(),
      streaming: fc.boolean(),
    }),
    quality: fc.option(
      fc.record({ quality: fraction, fitness: fc.dictionary(taskClass, fraction) }),
      { nil: undefined },
    ),
    unpriced: fc.boolean(),
  })
  .map(({ quality, ...rest }) => aModel({ ...rest, ...(quality && { quality }) }));

const catalogue = fc.uniqueArray(model, {
  minLength: 1,
  maxLength: 12,
  selector: ({ providerId, id }) => `${providerId}/${id}`,
});

const request: fc.Arbitrary<RouteRequest> = fc
  .record({
    taskClass,
    complexity: fraction,
    bounds: fc.tuple(tier, tier),
    policy: fc.record(
      {
        defaultTier: tier,
        byTaskClass: fc.dictionary(taskClass, tier),
        escalateAtComplexity: fraction,
        escalateTo: tier,
        pin: fc.boolean(),
        preferredModelId: fc.constantFrom('m1', 'm2', 'unknown'),
      },
      { requiredKeys: ['defaultTier'] },
    ),
    needs: fc.record(
      {
        requiresTools: fc.boolean(),
        requiresVision: fc.boolean(),
        minContextTokens: fc.constantFrom(0, 100_000, 1e9),
        budgetRemainingUsd: fc.constantFrom(0, 0.04, 3),
        posture: fc.constantFrom(...routingPostures),
        excludedModelIds: fc.array(fc.constantFrom('m1', 'm2', 'm3')),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ bounds: [one, other], policy, needs, ...rest }) => {
    const [minTier, maxTier] =
      modelTiers.indexOf(one) <= modelTiers.indexOf(other) ? [one, other] : [other, one];
    return { ...rest, ...needs, policy: { ...policy, minTier, maxTier } };
  });

const rules = fc.array(
  fc.record(
    {
      id: fc.constant('rule'),
      description: fc.constant(''),
      taskClass,
      tier,
      preferProviderIds: fc.array(providerId),
      preferModelIds: fc.array(fc.constantFrom('m1', 'm2')),
      avoidModelIds: fc.array(fc.constantFrom('m1', 'm3')),
    },
    { requiredKeys: ['id', 'description'] },
  ),
  { maxLength: 3 },
);

const uptimes = fc.dictionary(fc.constantFrom('a/m1', 'b/m2'), fraction);

const table = (models: fc.Arbitrary<ModelSpec[]>): fc.Arbitrary<RoutingTable> =>
  fc.record({ models, rules, uptimes }).map(({ uptimes: known, ...rest }) => ({
    ...rest,
    uptimeOf: (entry) => known[`${entry.providerId}/${entry.id}`] ?? null,
  }));

const keysOf = (routes: readonly { providerId: string; modelId: string }[]): string[] =>
  routes.map((route) => `${route.providerId}/${route.modelId}`);

describe('laws of routing', () => {
  it('takes one model of the pool and accounts for every other', () => {
    fc.assert(
      fc.property(request, table(catalogue), (asked, given) => {
        const decision = routeTurn(asked, given);
        const pool = modelPool(given.models, asked).models.map(
          (entry) => `${entry.providerId}/${entry.id}`,
        );
        const listed = keysOf([decision, ...decision.considered]);
        expect(listed.sort()).toEqual([...pool].sort());
      }),
    );
  });

  it('falls back only to other models of the pool, three at most, each once', () => {
    fc.assert(
      fc.property(request, table(catalogue), (asked, given) => {
        const { fallbacks, considered } = routeTurn(asked, given);
        const keys = keysOf(fallbacks);
        expect(keys.length).toBeLessThanOrEqual(3);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keysOf(considered)).toEqual(expect.arrayContaining(keys));
      }),
    );
  });

  it('repeats itself, whatever the order of the catalogue', () => {
    const shuffled = table(catalogue).chain((given) =>
      fc
        .shuffledSubarray([...given.models], { minLength: given.models.length })
        .map((models) => [given, { ...given, models }] as const),
    );
    fc.assert(
      fc.property(request, shuffled, (asked, [given, again]) => {
        expect(routeTurn(asked, again)).toEqual(routeTurn(asked, given));
      }),
    );
  });

  it('never takes a dearer copy of a model instead of the model', () => {
    fc.assert(
      fc.property(
        request,
        catalogue,
        fc.constantFrom('0-copy', 'z-copy'),
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (asked, models, copier, surcharge) => {
          const alone = routeTurn(asked, { models, rules: [], uptimeOf: () => null });
          const original = models.find(
            (entry) => entry.id === alone.modelId && entry.providerId === alone.providerId,
          );
          if (original === undefined || original.unpriced === true) return;
          const copy = {
            ...original,
            providerId: copier,
            costPerMTokIn: original.costPerMTokIn + surcharge,
          };
          const both = { models: [...models, copy], rules: [], uptimeOf: () => null };
          expect(routeTurn(asked, both).providerId).not.toBe(copier);
        },
      ),
    );
  });

  it('keeps a pinned tier as long as a model of it is offered', () => {
    fc.assert(
      fc.property(request, table(catalogue), (asked, given) => {
        const { preferredModelId: _, byTaskClass: __, ...policy } = asked.policy;
        const pinned = { ...policy, pin: true, defaultTier: policy.minTier };
        const decision = routeTurn({ ...asked, policy: pinned }, given);
        const offered = modelPool(given.models, asked).models;
        fc.pre(offered.some((entry) => entry.tier === pinned.minTier));
        expect(decision.tier).toBe(pinned.minTier);
      }),
    );
  });
});
