import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '../database/office-documents.js';
import { Transactions } from '../database/transactions.js';
import { Ids } from '../ids.js';

const documentKey = 'office-id';

const named = z.object({ id: z.string().min(1) });

/**
 * The id of the office, stored once in its database. Replicas use it as a key prefix in Redis, so
 * that several offices can share a server.
 */
@Injectable()
export class OfficeId {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: OfficeDocuments,
    private readonly ids: Ids,
  ) {}

  read(): Promise<string> {
    return this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, documentKey);
      const known = named.safeParse(locked.document).data;
      if (known !== undefined) return known.id;
      const id = this.ids.next('office');
      await locked.write({ id });
      return id;
    });
  }
}
