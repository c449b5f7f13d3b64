import type { ModelTier } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';
import type { RouteCandidate, RouteDecision } from '../../protocol/records/routes.js';
import { routeTexts } from '../../protocol/texts/routing.js';
import { blendedCostPerKTok } from '../catalogue/stated-prices.js';
import { isWithin, tierAbove } from '../catalogue/tiers.js';
import { explainRoute } from './explain-route.js';
import { familyOf, isAvoided } from './model-family.js';
import {
  modelPool,
  preferredModel,
  shortcomingOf,
  type ModelPool,
  type PreferredModel,
} from './model-pool.js';
import { rulesFor, type RouteRequest, type RoutingTable } from './route-request.js';
import { scoreCandidates, type Candidate } from './score-candidate.js';
import { isNearlyExhausted, targetTier, tierWalk } from './target-tier.js';

/**
 * Chooses a turn's model and explains the choice (docs/routing.md). Pure and independent of the
 * order of models. Without any model, provider and model are empty and the reason says so.
 */
export function routeTurn(request: RouteRequest, table: RoutingTable): RouteDecision {
  if (table.models.length === 0) return nowhere(request, routeTexts.emptyCatalogue);
  // A model without a numeric price cannot be compared.
  const models = table.models.filter((model) => Number.isFinite(blendedCostPerKTok(model)));
  const silenceOf = (model: ModelSpec) => table.silenceOf?.(model) ?? null;
  const answering = models.filter((model) => silenceOf(model) === null);
  // If no provider is reachable, all are tried, because one may be back.
  const nobodyAnswers = answering.length === 0;
  const silent = nobodyAnswers ? [] : models.filter((model) => silenceOf(model) !== null);
  const pool = modelPool(nobodyAnswers ? models : answering, request);
  const preferred = preferredModel(models, pool, request, silenceOf);
  const pinned = preferred.kind === 'honoured' || request.policy.pin === true;
  const target = targetTier(request, pinned);
  const rules = rulesFor(table, request.taskClass);
  const walk = walkOf(target.tier, pool, request, () => tierWalk(target.tier, rules));
  const ranked = rankCandidates(scoreCandidates(pool.models, request, table, target.tier, walk));
  const best = choose(ranked, preferred, request);
  if (best === undefined) return nowhere(request, routeTexts.noneSatisfied);
  const other = preferred.kind === 'honoured' ? null : ofOtherFamily(best, ranked, request);
  const chosen = other ?? best;
  const others = ranked.filter((candidate) => candidate !== chosen);
  return {
    providerId: chosen.model.providerId,
    modelId: chosen.model.id,
    tier: chosen.model.tier,
    taskClass: request.taskClass,
    reason: explainRoute({
      taskClass: request.taskClass,
      target,
      preferred,
      pinned,
      notes: [
        ...(pool.note === null ? [] : [pool.note]),
        ...(other === null ? [] : [otherFamilyNote(best)]),
        ...(nobodyAnswers && models.length > 0 ? [routeTexts.nobodyAnswers] : []),
      ],
      chosen,
    }),
    fallbacks: fallbackRoutes(chosen, others, rules),
    considered: [
      ...others.map((other) =>
        toRouteCandidate(other, rejectReason(other, chosen, request, preferred)),
      ),
      ...silent.map((model) => toUnaskedCandidate(model, silenceOf(model) ?? '')),
    ],
    ...(preferred.kind !== 'none' && { pinned: preferred.kind === 'honoured' }),
    ...(chosen.quality !== null && { quality: chosen.quality }),
    ...(chosen.fitness !== null && { fitness: chosen.fitness }),
    score: chosen.score,
  };
}

function otherFamilyNote({ model }: Candidate): string {
  return routeTexts.otherFamily(familyOf(model.id), model.providerId, model.id);
}

/** A pinned tier is the whole walk, if the pool has a model of it. */
function walkOf(
  target: ModelTier,
  pool: ModelPool,
  request: RouteRequest,
  fullWalk: () => readonly ModelTier[],
): readonly ModelTier[] {
  const tierOnly = request.policy.pin === true && pool.models.some(({ tier }) => tier === target);
  return tierOnly ? [target] : fullWalk();
}

function choose(
  ranked: readonly Candidate[],
  preferred: PreferredModel,
  request: RouteRequest,
): Candidate | undefined {
  if (preferred.kind === 'honoured') {
    return ranked.find(({ model }) => isHonoured(model, preferred, request));
  }
  return ranked.find(({ walkPosition }) => walkPosition >= 0);
}

function nowhere(request: RouteRequest, reason: string): RouteDecision {
  return {
    providerId: '',
    modelId: '',
    tier: request.policy.defaultTier,
    taskClass: request.taskClass,
    reason,
    fallbacks: [],
    considered: [],
  };
}

/**
 * Best first: by score, lower price, newer model (by date or the numbers in its id), id, and
 * finally provider id.
 */
function rankCandidates(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (a, b) =>
      b.score - a.score ||
      a.costPerKTok - b.costPerKTok ||
      (b.model.released ?? 0) - (a.model.released ?? 0) ||
      compareNewest(partsOf(a.model), partsOf(b.model)) ||
      compare(a.model.id, b.model.id) ||
      compare(a.model.providerId, b.model.providerId),
  );
}

/** Alternating texts and numbers of an id, beginning with a text. */
type IdParts = readonly (string | bigint)[];

/** Memoised, because a model is compared often in each ranking. */
const knownParts = new WeakMap<ModelSpec, IdParts>();

function partsOf(model: ModelSpec): IdParts {
  const known = knownParts.get(model);
  if (known !== undefined) return known;
  const parts = model.id
    .split(/(\d+)/)
    .map((part, index) => (index % 2 === 1 ? BigInt(part) : part));
  knownParts.set(model, parts);
  return parts;
}

/** The greater number at the same position comes first: `gpt-5.2` before `gpt-5.1`. */
function compareNewest(ours: IdParts, theirs: IdParts): number {
  for (const [index, part] of ours.entries()) {
    const other = theirs[index];
    if (other === undefined) return 1;
    const order = typeof part === 'bigint' ? compare(other, part) : compare(part, other);
    if (order !== 0) return order;
  }
  return ours.length - theirs.length;
}

function compare(a: string | bigint, b: string | bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first reason why a candidate was not chosen. */
function rejectReason(
  candidate: Candidate,
  chosen: Candidate,
  request: RouteRequest,
  preferred: PreferredModel,
): string {
  const shortcoming = shortcomingOf(candidate.model, request);
  if (shortcoming !== null) return shortcoming;
  if (preferred.kind === 'honoured') return routeTexts.pinInForce;
  if (candidate.walkPosition < 0) return routeTexts.offWalk;
  if (candidate.score >= chosen.score && isAvoided(candidate.model, request)) {
    return routeTexts.sameFamily(familyOf(candidate.model.id));
  }
  if (candidate.score > chosen.score) return routeTexts.noSubstitute;
  if (candidate.score === chosen.score) return routeTexts.tied;
  return routeTexts.outscored(candidate.score.toFixed(3), chosen.score.toFixed(3));
}

const mostFallbacks = 3;

/**
 * The fallbacks of a turn, at most three: the same tier at other providers, the next model of the
 * same provider and tier, the tier above, further models of the provider; and its other tiers if
 * there is no other provider. `others` is ranked and excludes the chosen model.
 */
function fallbackRoutes(
  chosen: Candidate,
  others: readonly Candidate[],
  rules: readonly RoutingRule[],
): RouteCandidate[] {
  const { tier, providerId } = chosen.model;
  const isOwn = ({ model }: Candidate): boolean => model.providerId === providerId;
  const sameTier = others.filter(({ model }) => model.tier === tier);
  const of = (own: boolean): readonly RouteCandidate[] => {
    const asked = sameTier.filter((other) => isOwn(other) === own);
    return routesTo(preferenceOrder(asked, rules), routeTexts.sameTierFallback);
  };
  const up = tierAbove(tier);
  const above = others.filter(({ model }) => up !== tier && model.tier === up).slice(0, 1);
  const own = of(true);
  const next = routesTo(above, routeTexts.nextTierFallback);
  const routes = [...of(false), ...own.slice(0, 1), ...next, ...own.slice(1)].slice(
    0,
    mostFallbacks,
  );
  if (routes.some((route) => route.providerId !== providerId)) return routes;
  const otherTiers = others.filter(
    (other) => isOwn(other) && other.model.tier !== tier && !above.includes(other),
  );
  const last = routesTo(otherTiers, routeTexts.sameProviderFallback);
  return [...routes, ...last].slice(0, mostFallbacks);
}

function routesTo(candidates: readonly Candidate[], reason: string): RouteCandidate[] {
  return candidates.map((candidate) => toRouteCandidate(candidate, reason));
}

/** Preferred model, preferred providers in order, neutral, avoided; then by price. */
function preferenceOrder(
  candidates: readonly Candidate[],
  rules: readonly RoutingRule[],
): readonly Candidate[] {
  if (rules.length === 0) return candidates;
  const preferredModels = rules.flatMap((rule) => rule.preferModelIds ?? []);
  const providers = rules.flatMap((rule) => rule.preferProviderIds ?? []);
  const avoided = rules.flatMap((rule) => rule.avoidModelIds ?? []);
  const place = ({ model }: Candidate): number => {
    if (preferredModels.includes(model.id)) return -1;
    if (avoided.includes(model.id)) return providers.length + 1;
    const listed = providers.indexOf(model.providerId);
    return listed < 0 ? providers.length : listed;
  };
  return candidates.toSorted((a, b) => place(a) - place(b) || a.costPerKTok - b.costPerKTok);
}

/** The wire form of a candidate; unrated models have neither quality nor fitness. */
function toRouteCandidate(candidate: Candidate, reason: string): RouteCandidate {
  return {
    providerId: candidate.model.providerId,
    modelId: candidate.model.id,
    tier: candidate.model.tier,
    blendedCostPerKTok: candidate.costPerKTok,
    reason,
    ...(candidate.quality !== null && { quality: candidate.quality }),
    ...(candidate.fitness !== null && { fitness: candidate.fitness }),
    score: candidate.score,
  };
}

/** A model that was not scored, because its provider cannot be called now. */
function toUnaskedCandidate(model: ModelSpec, reason: string): RouteCandidate {
  const { providerId, id: modelId, tier } = model;
  return { providerId, modelId, tier, blendedCostPerKTok: blendedCostPerKTok(model), reason };
}

/**
 * The best candidate of the chosen tier in a family that the turn does not avoid; null: there is
 * none, the chosen one is not avoided, or all others cost more and money is short.
 */
function ofOtherFamily(
  chosen: Candidate,
  ranked: readonly Candidate[],
  request: RouteRequest,
): Candidate | null {
  if (!isAvoided(chosen.model, request)) return null;
  const saves = request.posture === 'cheap' || isNearlyExhausted(request);
  const other = ranked.find(
    ({ model, costPerKTok }) =>
      model.tier === chosen.model.tier &&
      !isAvoided(model, request) &&
      shortcomingOf(model, request) === null &&
      !(saves && costPerKTok > chosen.costPerKTok),
  );
  return other ?? null;
}

/** True for entries that may serve a named model; several providers may offer the id. */
function isHonoured(model: ModelSpec, preferred: PreferredModel, request: RouteRequest): boolean {
  const { minTier, maxTier } = request.policy;
  return (
    preferred.kind === 'honoured' &&
    model.id === preferred.modelId &&
    isWithin(model.tier, minTier, maxTier)
  );
}
