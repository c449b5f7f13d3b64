import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '../database/office-documents.js';
import { Transactions } from '../database/transactions.js';
import { Ids } from '../ids.js';

const documentKey = 'office-id';

const named = z.object({ id: z.string().min(1) });

/**
 * The name of the office that a database holds, given to it once. Replicas keep their keys in Redis
 * below it, so that several offices can share a server.
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
