import type { ModelTier, TaskClass } from './enums.js';

export interface ServedBy {
  readonly providerId: string;
  readonly modelId: string;
}

/** The model chosen for a turn, and why. */
export interface RouteDecision {
  readonly providerId: string;
  readonly modelId: string;
  readonly tier: ModelTier;
  readonly taskClass: TaskClass;
  /** Clauses joined by a spaced em dash. */
  readonly reason: string;
  /** Used in this order after a provider failure. */
  readonly fallbacks: readonly RouteCandidate[];
  /** The candidates that were not chosen, each with the reason. */
  readonly considered: readonly RouteCandidate[];
  /** True: the preferred model was honoured. False: there was one and it could not be used. */
  readonly pinned?: boolean;
  readonly quality?: number;
  readonly fitness?: number;
  readonly score?: number;
}

export interface RouteCandidate {
  readonly providerId: string;
  readonly modelId: string;
  readonly tier: ModelTier;
  /** USD per 1,000 tokens; breaks ties. */
  readonly blendedCostPerKTok: number;
  readonly reason: string;
  readonly quality?: number;
  readonly fitness?: number;
  readonly score?: number;
}
