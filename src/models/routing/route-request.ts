import type { RoutingPosture, TaskClass } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { ModelPolicy } from '../../protocol/records/organisation.js';
import type { RoutingRule } from '../../protocol/records/plugins.js';

/** What a turn needs of a model. */
export interface RouteRequest {
  readonly taskClass: TaskClass;
  /** 0..1. */
  readonly complexity: number;
  readonly policy: ModelPolicy;
  readonly requiresTools?: boolean;
  readonly requiresVision?: boolean;
  readonly minContextTokens?: number;
  /** USD; absent = no budget to mind. */
  readonly budgetRemainingUsd?: number;
  /** Absent = balanced. */
  readonly posture?: RoutingPosture;
  readonly excludedModelIds?: readonly string[];
}

/** What there is to choose from, as it stands when the turn is routed. */
export interface RoutingTable {
  readonly models: readonly ModelSpec[];
  readonly rules: readonly RoutingRule[];
  /** 0..1, null when unknown. */
  readonly uptimeOf: (model: ModelSpec) => number | null;
  /** Why a model's provider is not to be asked now; null, or absent: it is. */
  readonly silenceOf?: (model: ModelSpec) => string | null;
}

/** Rules that speak about a class; a rule without one speaks about all. */
export function rulesFor(table: RoutingTable, taskClass: TaskClass): readonly RoutingRule[] {
  return table.rules.filter((rule) => (rule.taskClass ?? taskClass) === taskClass);
}
