import type { ModelSpec, QualityOpinion } from '../../protocol/records/models.js';
import type { TaskClass } from '../../protocol/records/enums.js';
import { routeTexts } from '../../protocol/texts/routing.js';
import type { PreferredModel } from './model-pool.js';
import type { Candidate } from './score-candidate.js';
import type { TargetTier } from './target-tier.js';
import { tierAffinity } from './target-tier.js';

interface RouteFacts {
  readonly taskClass: TaskClass;
  readonly target: TargetTier;
  readonly preferred: PreferredModel;
  /** The model or the class's tier is pinned. */
  readonly pinned: boolean;
  /** Requirements that were dropped to find a model. */
  readonly notes: readonly string[];
  readonly chosen: Candidate;
}

/** The reason of a route: how the tier was determined, what was dropped, the choice. */
export function explainRoute(facts: RouteFacts): string {
  const { taskClass, target, preferred, chosen } = facts;
  const { label, providerId, id } = chosen.model;
  const sources = namedSources(chosen.model.quality?.opinions ?? []);
  return [
    routeTexts.mapsTo(taskClass, target.origin),
    ...(preferred.kind === 'honoured' ? [] : target.notes),
    ...(preferred.kind === 'unusable' ? [preferred.note] : []),
    ...facts.notes,
    ...(facts.pinned ? [routeTexts.pinned] : []),
    routeTexts.chose(label, providerId, id),
    numbers(facts),
    ...(chosen.model.unpriced === true ? [unpricedNote(chosen.model)] : []),
    ...(sources.length > 0 ? [routeTexts.qualityFrom(sources.join('+'))] : []),
  ].join(' — ');
}

function unpricedNote({ price, assumedPrice, tier }: ModelSpec): string {
  return (price ?? assumedPrice) === undefined
    ? routeTexts.unpriced(tier)
    : routeTexts.unpricedAtDearest;
}

function numbers({ chosen, pinned, taskClass }: RouteFacts): string {
  const { fitness, quality, walkPosition, relativeCost, uptime, score } = chosen;
  return [
    fitness === null || quality === null
      ? routeTexts.unrated
      : routeTexts.rated(fitness, taskClass, quality),
    ...(pinned ? [] : [routeTexts.affinity(tierAffinity(walkPosition), walkPosition)]),
    ...(relativeCost > 0 ? [routeTexts.relativeCost(relativeCost)] : []),
    ...(uptime === null ? [] : [routeTexts.uptime(uptime)]),
    routeTexts.score(score),
  ].join(', ');
}

/** A curated guess of low confidence is named only if there is no other source. */
function namedSources(opinions: readonly QualityOpinion[]): string[] {
  const distinct = [...new Set(opinions.map((opinion) => opinion.source))];
  const weighty = distinct.filter((source) =>
    opinions.some((opinion) => opinion.source === source && isWeighty(opinion)),
  );
  return distinct.length > 1 ? weighty : distinct;
}

function isWeighty(opinion: QualityOpinion): boolean {
  return opinion.source !== 'curated' || opinion.confidence > 0.5;
}
