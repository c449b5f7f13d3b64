import { statedPrice, costOf } from '#models/catalogue/stated-prices.js';
import { replayRun, type ReplayedTurn } from '#models/routing/replay-run.js';
import type { RoutingInputs } from '#models/routing/routing-inputs.js';
import { routingPostures, type RoutingPosture } from '#protocol/records/enums.js';
import type { RunDetail } from '#protocol/records/work.js';

/** What the same turns would have cost under a posture. */
export interface PostureCost {
  readonly posture: RoutingPosture;
  readonly usd: number;
  /** Turns that would have gone to another model. */
  readonly moved: number;
}

export interface PostureCosts {
  /** Turns that could be routed again, and what they cost. */
  readonly turns: number;
  readonly usd: number;
  readonly postures: readonly PostureCost[];
}

export const noCosts: PostureCosts = {
  turns: 0,
  usd: 0,
  postures: routingPostures.map((posture) => ({ posture, usd: 0, moved: 0 })),
};

/**
 * Adds what a run's turns would have cost under each posture, with the roles, models and prices of
 * now. A turn that would go to the model it went to costs what it cost; elsewhere its tokens are
 * reckoned at the stated price, none of them from a cache.
 */
export function withRun(sum: PostureCosts, run: RunDetail, inputs: RoutingInputs): PostureCosts {
  const replayed = routingPostures.map((posture) =>
    replayRun(run, inputs, posture, (model, usage) =>
      costOf(statedPrice(model), { tokensIn: usage.tokensIn, tokensOut: usage.tokensOut }),
    ).filter(({ turn }) => turn.takenFrom === undefined),
  );
  const [turns = []] = replayed;
  return {
    turns: sum.turns + turns.length,
    usd: turns.reduce((usd, { turn }) => usd + turn.usage.costUsd, sum.usd),
    postures: sum.postures.map(({ posture, usd, moved }, index) => {
      const own = replayed[index] ?? [];
      return {
        posture,
        usd: own.reduce((total, each) => total + costThen(each), usd),
        moved: moved + own.filter((each) => !isSame(each)).length,
      };
    }),
  };
}

function costThen(replayed: ReplayedTurn): number {
  const recorded = replayed.turn.usage.costUsd;
  return isSame(replayed) ? recorded : (replayed.costUsd ?? recorded);
}

function isSame({ turn, route }: ReplayedTurn): boolean {
  const { providerId, modelId } = turn.servedBy ?? turn.route;
  return route.providerId === providerId && route.modelId === modelId;
}

/** The posture that is in force on every one of the floors; null where they differ. */
export function postureOfAll(
  floors: readonly Pick<RoutingInputs, 'posture'>[],
): RoutingPosture | null {
  const [one, ...others] = new Set(floors.map(({ posture }) => posture));
  return others.length === 0 ? (one ?? null) : null;
}
