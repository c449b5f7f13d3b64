import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';
import { limits } from '../../protocol/limits.js';

const documentKey = 'plugins.live-panels';
const stored = z.object({ keys: z.array(z.string()) }).catch({ keys: [] });

/**
 * The places of live panels over all replicas of a fleet; alone, the cache counts them. A panel takes
 * its place anew at each reading, so a list that was cleared fills again with those that are shown.
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

  /** False: every place is taken by another panel. Panels that are gone give theirs back. */
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

  /** As a refresh of the plugins demands. */
  async clear(): Promise<void> {
    if (!this.counts) return;
    await this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, documentKey);
      await locked.write({ keys: [] });
    });
  }
}
