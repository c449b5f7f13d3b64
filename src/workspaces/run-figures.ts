import type { Tx } from '../platform/database/tx.js';

/**
 * Figures about runs that decisions about floors need: a port, because runs depend on floors and
 * not the reverse. Without an implementation there are no runs.
 */
export abstract class RunFigures {
  /** Number of the floor's runs that are not final, as the transaction sees it. */
  abstract countActive(tx: Tx, workspaceId: string): Promise<number>;
}
