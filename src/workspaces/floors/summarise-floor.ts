import type {
  Workspace,
  WorkspaceBudget,
  WorkspaceSummary,
} from '../../protocol/records/organisation.js';
import { shippedKit } from '../layout/kit.js';
import { capacityOf } from '../layout/seats.js';
import { layoutOf } from '../rooms/layout-of.js';
import { resolveStyle } from '../style/resolve-style.js';

/** What is known of the runs on a floor at one moment. */
interface FloorFigures {
  /** Runs that are not final. */
  readonly activeRuns: number;
  /** USD that those runs have spent so far; settled ones stand in the budget already. */
  readonly activeSpendUsd: number;
}

/** One floor in the list of floors. */
export function summariseFloor(floor: Workspace, figures: FloorFigures): WorkspaceSummary {
  const { description, color, budget } = floor;
  const layout = layoutOf(floor);
  return {
    id: floor.id,
    name: floor.name,
    path: floor.path,
    ...(description !== undefined && { description }),
    ...(color !== undefined && { color }),
    style: resolveStyle(floor.style),
    ...(floor.isDefault && { isDefault: true }),
    floor: floor.floor,
    roleCount: floor.org.roles.length,
    skillCount: floor.skillIds.length,
    activeRuns: figures.activeRuns,
    spentUsd: budget.spentUsd + figures.activeSpendUsd,
    ...(budget.totalUsd !== undefined && { budgetTotalUsd: budget.totalUsd }),
    layout,
    capacity: capacityOf(shippedKit, layout),
    createdAt: floor.createdAt,
  };
}

/** The budget with its fields in the order of the records. */
export function budgetOf({ budget }: Workspace): WorkspaceBudget {
  const { defaultRunUsd, totalUsd, spentUsd } = budget;
  return { defaultRunUsd, ...(totalUsd !== undefined && { totalUsd }), spentUsd };
}
