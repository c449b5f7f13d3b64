import type { Workspace } from '../../protocol/records/organisation.js';
import { dropUnknownModules, growToSeat } from '../layout/change-layout.js';
import type { ModuleKit } from '../layout/module-kit.js';
import { reseatStranded } from '../layout/seating.js';
import { layoutOf } from './layout-of.js';

export interface ReconciledFloor {
  /** The same object if nothing changed. */
  readonly floor: Workspace;
  /** Kinds of removed modules. */
  readonly dropped: readonly string[];
  /** Modules added for people without a seat. */
  readonly added: number;
  /** An employee has no seat and there is no room to build. */
  readonly exhausted: boolean;
}

/** Adapts a stored floor to this version's kit, with a seat for everyone if possible. */
export function reconcileFloor(kit: ModuleKit, floor: Workspace, now: number): ReconciledFloor {
  const { layout: fitting, dropped } = dropUnknownModules(kit, layoutOf(floor));
  const { roles } = floor.org;
  const growth = growToSeat(kit, fitting, { roster: roles.length, now });
  const { layout, added, exhausted } = growth;
  const changed = dropped.length > 0 || added > 0;
  if (!changed) return { floor, dropped, added, exhausted };
  const seated = reseatStranded({ kit, layout, roles });
  const reconciled = { ...floor, layout, org: { ...floor.org, roles: seated, updatedAt: now } };
  return { floor: reconciled, dropped, added, exhausted };
}
