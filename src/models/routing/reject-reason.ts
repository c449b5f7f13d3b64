import { routeTexts } from '../../protocol/texts.js';
import { shortcomingOf } from './model-pool.js';
import type { PreferredModel } from './preferred-model.js';
import type { RouteRequest } from './route-request.js';
import type { Candidate } from './score-candidate.js';

/** Why a candidate was not taken: the first that applies (behaviour-engine.md 5.7). */
export function rejectReason(
  candidate: Candidate,
  chosen: Candidate,
  request: RouteRequest,
  preferred: PreferredModel,
): string {
  const shortcoming = shortcomingOf(candidate.model, request);
  if (shortcoming !== null) return shortcoming;
  if (preferred.kind === 'honoured') return routeTexts.pinInForce;
  if (candidate.walkPosition < 0) return routeTexts.offWalk;
  if (candidate.score === chosen.score) return routeTexts.tied;
  return routeTexts.outscored(candidate.score.toFixed(3), chosen.score.toFixed(3));
}
