import type { RouteCandidate } from '../../protocol/records/work.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';
import { routeTexts } from '../../protocol/texts/routing.js';
import { tierAbove } from '../catalogue/tiers.js';
import { toRouteCandidate } from './route-candidate.js';
import type { Candidate } from './score-candidate.js';

const mostFallbacks = 3;

/**
 * The fallbacks of a turn, at most three: the same tier at other providers, the next model of the
 * same provider and tier, the tier above, further models of the provider; and its other tiers if
 * there is no other provider. `others` is ranked and excludes the chosen model.
 */
export function fallbackRoutes(
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
