import { Injectable } from '@nestjs/common';
import { Entity, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Clock } from '../clock.js';
import { JsonColumn, TextKey, TimeColumn } from './columns.js';
import { Statement } from './statement.js';
import type { Tx } from './tx.js';

const readRow = new Statement('SELECT document_json FROM office_documents WHERE key = ?');

const lockRow = new Statement(
  "INSERT INTO office_documents (key, document_json, updated_at) VALUES (?, 'null', ?) " +
    'ON CONFLICT (key) DO UPDATE SET updated_at = office_documents.updated_at ' +
    'RETURNING document_json',
);

const writeRow = new Statement(
  'UPDATE office_documents SET document_json = ?, updated_at = ? WHERE key = ?',
);

/** A document as it is now, locked until the transaction ends. */
interface LockedDocument {
  /** Null if nothing has been written yet. */
  readonly document: unknown;
  write(document: object): Promise<void>;
}

/**
 * Single documents of the installation: its settings, the floor being shown, decisions about
 * plugins. Contents are untrusted, because an older version may have written them.
 */
@Injectable()
export class OfficeDocuments {
  constructor(private readonly clock: Clock) {}

  /** Null if nothing has been written under the key. */
  async read(manager: EntityManager, key: string): Promise<unknown> {
    return JSON.parse(await this.readText(manager, key)) as unknown;
  }

  /** The document as JSON; `null` if nothing has been written under the key. */
  async readText(manager: EntityManager, key: string): Promise<string> {
    const [row] = await readRow.run(manager, [key]);
    return row === undefined ? 'null' : String(row.document_json);
  }

  /** Locks a document; the only way to change one. */
  async lock({ manager }: Tx, key: string): Promise<LockedDocument> {
    const [row] = await lockRow.run(manager, [key, this.clock.now()]);
    return {
      document: JSON.parse(String(row?.document_json)) as unknown,
      write: async (document) => {
        await writeRow.send(manager, [JSON.stringify(document), this.clock.now(), key]);
      },
    };
  }

  /** The document of the key; made and written if there is none of this shape. */
  async madeOnce<T extends object>(
    tx: Tx,
    key: string,
    shape: z.ZodType<T>,
    make: () => T,
  ): Promise<T> {
    const locked = await this.lock(tx, key);
    const { data } = shape.safeParse(locked.document);
    if (data !== undefined) return data;
    const made = make();
    await locked.write(made);
    return made;
  }
}

/** A document of which an installation has exactly one. */
@Entity('office_documents')
export class OfficeDocumentEntity {
  @TextKey()
  key!: string;

  @JsonColumn({ name: 'document_json' })
  document!: unknown;

  @TimeColumn({ name: 'updated_at' })
  updatedAt!: number;
}
