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

  async read(): Promise<string> {
    const make = () => ({ id: this.ids.next('office') });
    const { id } = await this.transactions.run((tx) =>
      this.documents.madeOnce(tx, documentKey, named, make),
    );
    return id;
  }
}
