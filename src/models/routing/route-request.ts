import type { RoutingPosture, TaskClass } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { ModelPolicy } from '../../protocol/records/organisation.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';

/** A turn's requirements for a model. */
export interface RouteRequest {
  readonly taskClass: TaskClass;
  /** 0..1. */
  readonly complexity: number;
  readonly policy: ModelPolicy;
  readonly requiresTools?: boolean;
  readonly requiresVision?: boolean;
  readonly minContextTokens?: number;
  /** USD; absent = no budget. */
  readonly budgetRemainingUsd?: number;
  /** Absent = balanced. */
  readonly posture?: RoutingPosture;
  /** Families of models to avoid if the same tier has another. */
  readonly avoidedFamilies?: readonly string[];
  readonly excludedModelIds?: readonly string[];
}

/** The models and signals to choose from at the time of routing. */
export interface RoutingTable {
  readonly models: readonly ModelSpec[];
  readonly rules: readonly RoutingRule[];
  /** 0..1; null if unknown. */
  readonly uptimeOf: (model: ModelSpec) => number | null;
  /** Why a model's provider cannot be called now; null or absent: it can. */
  readonly silenceOf?: (model: ModelSpec) => string | null;
}

/** Rules for a class, including those without a class. */
export function rulesFor(table: RoutingTable, taskClass: TaskClass): readonly RoutingRule[] {
  return table.rules.filter((rule) => (rule.taskClass ?? taskClass) === taskClass);
}
