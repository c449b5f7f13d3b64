import type { FloorLayout } from '../../protocol/records/floor.js';
import type { Workspace } from '../../protocol/records/organisation.js';

const coreOnly: FloorLayout = { blocks: [] };

/** The floor's modules; empty if it has never grown. */
export function layoutOf(floor: Workspace): FloorLayout {
  return floor.layout ?? coreOnly;
}
