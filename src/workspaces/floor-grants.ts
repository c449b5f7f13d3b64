import type { Tx } from '../platform/database/tx.js';

/** What people have allowed on floors: a port, because approvals depend on floors. */
export abstract class FloorGrants {
  /** Forgets what was allowed on a floor that closes. */
  abstract forgetFloor(tx: Tx, workspaceId: string): Promise<void>;
}
