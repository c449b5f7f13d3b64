import { Injectable } from '@nestjs/common';
import { OfficeDocuments } from '../database/office-documents.js';
import { Transactions } from '../database/transactions.js';
import { Ids } from '../ids.js';

const documentKey = 'office-id';

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
