import type { Workspace } from '../../protocol/records/organisation.js';
import { shippedKit } from '../floor/kit.js';
import { capacityOf } from '../floor/seats.js';
import { layoutOf } from './layout-of.js';

export interface AutomaticGrowth {
  /** Modules that were added because somebody joined. */
  readonly rooms: number;
  /** Somebody joined and there is no seat for everyone. */
  readonly exhausted: boolean;
}

/** How a floor answered to a growing roster; an edit that hires nobody is none of its business. */
export function growthOf(before: Workspace, after: Workspace): AutomaticGrowth {
  const roster = after.org.roles.length;
  if (roster <= before.org.roles.length) return { rooms: 0, exhausted: false };
  const layout = layoutOf(after);
  return {
    rooms: layout.blocks.length - layoutOf(before).blocks.length,
    exhausted: capacityOf(shippedKit, layout) < roster,
  };
}
