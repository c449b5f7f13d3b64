import type {
  Workspace,
  WorkspaceBudget,
  WorkspaceSummary,
} from '../../protocol/records/organisation.js';
import { shippedKit } from '../layout/kit.js';
import { capacityOf } from '../layout/seats.js';
import { layoutOf } from '../rooms/layout-of.js';
import { resolveStyle } from '../style/resolve-style.js';

/** Figures about a floor's runs. */
interface FloorFigures {
  /** Runs that are not final. */
  readonly activeRuns: number;
  /** USD spent so far by these runs; that of settled ones is in the budget. */
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
    ...(floor.isolation !== undefined && { isolation: floor.isolation }),
    ...(floor.worktreeSetup !== undefined && { worktreeSetup: floor.worktreeSetup }),
    ...(floor.shell !== undefined && { shell: floor.shell }),
    ...(floor.sandboxBounds !== undefined && { sandboxBounds: floor.sandboxBounds }),
    ...(floor.packages !== undefined && { packages: floor.packages }),
    ...(floor.hosts !== undefined && { hosts: floor.hosts }),
    ...(floor.visibleSecrets !== undefined && { visibleSecrets: floor.visibleSecrets }),
    ...(floor.trusted !== undefined && { trusted: floor.trusted }),
    layout,
    capacity: capacityOf(shippedKit, layout),
    createdAt: floor.createdAt,
  };
}

/** The budget with its fields in the records' order. */
export function budgetOf({ budget }: Workspace): WorkspaceBudget {
  const { defaultRunUsd, totalUsd, spentUsd } = budget;
  return { defaultRunUsd, ...(totalUsd !== undefined && { totalUsd }), spentUsd };
}
