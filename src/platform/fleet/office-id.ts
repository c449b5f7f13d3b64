import { Injectable } from '@nestjs/common';
import { OfficeDocuments } from '../database/office-documents.js';
import { Transactions } from '../database/transactions.js';
import { Ids } from '../ids.js';

const documentKey = 'office-id';

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
      const known = idIn(locked.document);
      if (known !== null) return known;
      const id = this.ids.next('office');
      await locked.write({ id });
      return id;
    });
  }
}

function idIn(document: unknown): string | null {
  const { id } = (document ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' && id !== '' ? id : null;
}
