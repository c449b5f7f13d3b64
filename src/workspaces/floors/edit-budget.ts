import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts.js';

/**
 * Ceilings as a client sends them. Null takes the ceiling on all spend away; what has been spent is
 * the service's own account and not a client's to write (records.md 16).
 */
export interface BudgetPatch {
  readonly defaultRunUsd?: unknown;
  readonly totalUsd?: unknown;
}

/**
 * The floor with other ceilings; an absent one stays as it is (behaviour-server.md 6.2).
 * @throws RefusedError for anything but a finite number of dollars, zero or more
 */
export function editBudget(floor: Workspace, patch: BudgetPatch): Workspace {
  const { totalUsd: totalNow, ...rest } = floor.budget;
  const { defaultRunUsd = rest.defaultRunUsd, totalUsd = totalNow ?? null } = patch;
  if (!isDollars(defaultRunUsd)) throw new RefusedError(workspaceTexts.badDefaultBudget);
  if (totalUsd !== null && !isDollars(totalUsd)) {
    throw new RefusedError(workspaceTexts.badTotalBudget);
  }
  const budget = { ...rest, defaultRunUsd, ...(totalUsd !== null && { totalUsd }) };
  return { ...floor, budget };
}

function isDollars(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
