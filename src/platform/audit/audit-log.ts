import { Injectable } from '@nestjs/common';
import { DataSource, Entity, type EntityManager } from 'typeorm';
import type { AuditEntry, AuditOutcome, AuditPage } from '../../protocol/records/access.js';
import { TextColumn, TextKey, TimeColumn } from '../database/columns.js';
import type { Row } from '../database/embedded-connection.js';
import { databaseNow, Statement } from '../database/statement.js';

/** One row of the audit log, which is never changed or deleted. */
@Entity('audit_log')
export class AuditLogEntity {
  @TextKey()
  id!: string;

  @TimeColumn()
  at!: number;

  @TextColumn({ name: 'history_id' })
  historyId!: string;

  @TextColumn({ nullable: true })
  name!: string | null;

  @TextColumn({ name: 'token_id', nullable: true })
  tokenId!: string | null;

  @TextColumn()
  door!: string;

  @TextColumn({ nullable: true })
  address!: string | null;

  @TextColumn()
  operation!: string;

  @TextColumn({ nullable: true })
  object!: string | null;

  @TextColumn()
  outcome!: string;

  @TextColumn({ nullable: true })
  message!: string | null;
}

const columns =
  'id, at, history_id, name, token_id, door, address, operation, object, outcome, message';

/** Rows in memory at once. */
const pageRows = 500;

/** Place of an entry in the order of the log. */
interface Place {
  readonly at: number;
  readonly id: string;
}

/** Reads and adds; nothing in the service changes or deletes an entry. */
@Injectable()
export class AuditLog {
  private readonly insert: Statement;
  private readonly after = new Statement(
    `SELECT ${columns} FROM audit_log WHERE at > ? OR (at = ? AND id > ?) ` +
      `ORDER BY at, id LIMIT ${pageRows}`,
  );
  private readonly before = new Statement(
    `SELECT ${columns} FROM audit_log WHERE at < ? OR (at = ? AND id < ?) ` +
      'ORDER BY at DESC, id DESC LIMIT ?',
  );

  constructor(private readonly dataSource: DataSource) {
    this.insert = new Statement(
      `INSERT INTO audit_log (${columns}) VALUES ` +
        `(?, ${databaseNow(dataSource.options.type)}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  async add(manager: EntityManager, entry: Omit<AuditEntry, 'at'>): Promise<void> {
    const { id, historyId, name, tokenId, door, address } = entry;
    const { operation, object, outcome, message } = entry;
    await this.insert.send(manager, [
      ...[id, historyId, name, tokenId, door, address],
      ...[operation, object, outcome, message],
    ]);
  }

  /** All entries since a time, the oldest first, in pages. */
  async *since(at: number): AsyncGenerator<readonly AuditEntry[]> {
    let place: Place = { at, id: '' };
    for (;;) {
      const rows = await this.after.run(this.dataSource.manager, [place.at, place.at, place.id]);
      const entries = rows.map(entryOf);
      const last = entries.at(-1);
      if (last === undefined) return;
      yield entries;
      place = last;
    }
  }

  /** The newest entries before a place, or of all. */
  async page(before: string | null, limit: number): Promise<AuditPage> {
    const { at, id } = placeIn(before);
    const rows = await this.before.run(this.dataSource.manager, [at, at, id, limit + 1]);
    const entries = rows.slice(0, limit).map(entryOf);
    const last = rows.length > limit ? entries.at(-1) : undefined;
    return { entries, before: last === undefined ? null : `${last.at}-${last.id}` };
  }
}

function placeIn(before: string | null): Place {
  const [, at, id] = /^(\d{1,15})-(\w{1,40})$/.exec(before ?? '') ?? [];
  return at === undefined || id === undefined
    ? { at: Number.MAX_SAFE_INTEGER, id: '' }
    : { at: Number(at), id };
}

function entryOf(row: Row): AuditEntry {
  const text = (name: string): string | null => row[name] as string | null;
  return {
    id: String(row['id']),
    at: Number(row['at']),
    historyId: String(row['history_id']),
    name: text('name'),
    tokenId: text('token_id'),
    door: String(row['door']),
    address: text('address'),
    operation: String(row['operation']),
    object: text('object'),
    outcome: String(row['outcome']) as AuditOutcome,
    message: text('message'),
  };
}
