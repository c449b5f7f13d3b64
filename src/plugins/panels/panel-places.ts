import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';
import { limits } from '../../protocol/limits.js';

const documentKey = 'plugins.live-panels';
const stored = z.object({ keys: z.array(z.string()) }).catch({ keys: [] });

/**
 * Places of live panels over all replicas of a fleet; in a single process the cache counts them. A
 * panel renews its place at each read, so a cleared list fills again.
 */
@Injectable()
export class PanelPlaces {
  private readonly counts: boolean;

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    { fleet }: OfficeConfig,
  ) {
    this.counts = fleet.shared;
  }

  /** False: other panels have all places. Places of removed panels are freed. */
  async take(key: string, isInForce: (key: string) => boolean): Promise<boolean> {
    if (!this.counts) return true;
    return this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, documentKey);
      const before = stored.parse(locked.document).keys;
      if (before.includes(key)) return true;
      const keys = before.filter(isInForce);
      if (keys.length >= limits.livePanels) return false;
      await locked.write({ keys: [...keys, key] });
      return true;
    });
  }

  /** Cleared by a refresh of the plugins. */
  async clear(): Promise<void> {
    if (!this.counts) return;
    await this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, documentKey);
      await locked.write({ keys: [] });
    });
  }
}
