import type { Tx } from '../platform/database/tx.js';

/** Permissions of people on floors: a port, because approvals depend on floors. */
export abstract class FloorGrants {
  /** Forgets the permissions on a floor that closes. */
  abstract forgetFloor(tx: Tx, workspaceId: string): Promise<void>;
}
