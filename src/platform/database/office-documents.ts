import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { OfficeDocumentEntity } from './office-document.entity.js';
import type { Tx } from './tx.js';

/**
 * Documents of which an installation has one each: its settings, the floor being shown, the
 * decisions about plugins. What is read is untrusted: an older version may have written it.
 */
@Injectable()
export class OfficeDocuments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Null when nothing has been written under the key. */
  async read(key: string): Promise<unknown> {
    const row = await this.dataSource.manager.findOneBy(OfficeDocumentEntity, { key });
    return row?.document ?? null;
  }

  /** The document as it stands, locked until the transaction ends; null when there is none. */
  async lock(tx: Tx, key: string): Promise<unknown> {
    await tx.manager
      .createQueryBuilder()
      .update(OfficeDocumentEntity)
      .set({ updatedAt: () => 'updated_at' })
      .where({ key })
      .updateEntity(false)
      .execute();
    const row = await tx.manager.findOneBy(OfficeDocumentEntity, { key });
    return row?.document ?? null;
  }

  /** Writes the document, whether or not there was one. */
  async write(tx: Tx, key: string, document: object): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(OfficeDocumentEntity)
      .values({ key, document, updatedAt: this.clock.now() })
      .orUpdate(['document_json', 'updated_at'], ['key'])
      .updateEntity(false)
      .execute();
  }
}
