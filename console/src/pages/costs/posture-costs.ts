import { statedPrice, costOf } from '#models/catalogue/stated-prices.js';
import { replayRun, type ReplayedTurn } from '#models/routing/replay-run.js';
import type { RoutingInputs } from '#models/routing/routing-inputs.js';
import { routingPostures, type RoutingPosture } from '#protocol/records/enums.js';
import type { RunDetail } from '#protocol/records/work.js';

/** The cost of the same turns under a posture. */
export interface PostureCost {
  readonly posture: RoutingPosture;
  readonly usd: number;
  /** Number of turns that would go to another model. */
  readonly moved: number;
}

export interface PostureCosts {
  /** Turns that could be routed again, and their cost. */
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
 * Adds the cost of a run's turns under each posture, with the current roles, models and prices. A
 * turn that keeps its model keeps its cost; otherwise its tokens are charged at the list price,
 * without cache.
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

/** The posture of all these floors; null if they differ. */
export function postureOfAll(
  floors: readonly Pick<RoutingInputs, 'posture'>[],
): RoutingPosture | null {
  const [one, ...others] = new Set(floors.map(({ posture }) => posture));
  return others.length === 0 ? (one ?? null) : null;
}
