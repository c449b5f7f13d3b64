import type { Tx } from '../platform/database/tx.js';

/**
 * What decisions on floors have to know of the runs on them: a port, since runs know floors and not
 * the other way. Where nothing supplies it, nothing runs.
 */
export abstract class RunFigures {
  /** Runs of the floor that are not final, as the transaction sees them. */
  abstract countActive(tx: Tx, workspaceId: string): Promise<number>;
}
