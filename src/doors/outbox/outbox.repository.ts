import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import type { Row } from '../../platform/database/embedded-connection.js';
import {
  databaseNow,
  places,
  Statement,
  statementsByRows,
} from '../../platform/database/statement.js';
import { storeTime } from '../../platform/database/store-time.js';
import { longestAskedMs } from './after-failure.js';
import type { FailedTry, NewOutboxJob, OutboxEntry, OutboxState } from './outbox-job.js';

const columns =
  'id, kind, key, subject, payload_json, state, attempts, created_at, next_at, settled_at, ' +
  'last_error, tries_json, result_json';

const insert = new Statement(
  'INSERT INTO outbox (id, kind, key, subject, payload_json, state, attempts, created_at, next_at, ' +
    "tries_json) VALUES (?, ?, ?, ?, ?, 'waiting', 0, ?, ?, '[]') " +
    'ON CONFLICT (key) DO NOTHING RETURNING id',
);

const record = new Statement(
  'UPDATE outbox SET state = ?, carrier = NULL, next_at = ?, settled_at = ?, last_error = ?, ' +
    'tries_json = ?, result_json = ? WHERE id = ? AND attempts = ? AND carrier = ? RETURNING id',
);

const ofSubject = new Statement(
  `SELECT ${columns} FROM outbox WHERE subject = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
);

const byKey = new Statement(`SELECT ${columns} FROM outbox WHERE key = ?`);

const tryAgain = new Statement(
  "UPDATE outbox SET state = 'waiting', attempts = 0, next_at = ?, settled_at = NULL " +
    "WHERE id = ? AND state <> 'waiting' RETURNING id",
);

const hurry = new Statement(
  "UPDATE outbox SET next_at = ? WHERE subject = ? AND state = 'waiting' AND next_at > ?",
);

const bringBack = new Statement('UPDATE outbox SET next_at = ? WHERE id = ? AND next_at = ?');

const prune = new Statement("DELETE FROM outbox WHERE state <> 'waiting' AND settled_at < ?");

/** Slightly more than the longest wait, ms: a later time was set by a clock that was ahead. */
const furthestMs = longestAskedMs + 60 * 60 * 1000;

/** The stored result of an attempt. */
interface Recorded {
  readonly state: OutboxState;
  readonly nextAt: number;
  readonly lastError: string | null;
  readonly tries: readonly FailedTry[];
  readonly result: unknown;
}

/** A page of the due rows. */
interface DuePage {
  readonly at: number;
  readonly kinds: readonly string[];
  readonly limit: number;
  /** Number of the longest due rows to be skipped, which are left to others. */
  readonly skipped: number;
}

/** Rows of the outbox. One process holds a row while its leases stand. */
@Injectable()
export class OutboxRepository {
  private readonly free: string;
  private readonly selectDue: (kinds: number) => Statement;
  private readonly claimOne: Statement;

  constructor(
    dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    const now = databaseNow(dataSource.options.type);
    this.free =
      "state = 'waiting' AND (carrier IS NULL OR carrier = ? OR carrier NOT IN " +
      `(SELECT owner FROM lease_holders WHERE expires_at >= ${now}))`;
    this.selectDue = statementsByRows(
      (kinds) =>
        `SELECT ${columns} FROM outbox WHERE ${this.free} AND (next_at <= ? OR next_at > ?) ` +
        `AND kind IN ${places(1, kinds)} ORDER BY next_at, id LIMIT ? OFFSET ?`,
    );
    this.claimOne = new Statement(
      'UPDATE outbox SET carrier = ?, attempts = attempts + 1 ' +
        `WHERE id = ? AND ${this.free} RETURNING ${columns}`,
    );
  }

  now(manager: EntityManager): Promise<number> {
    return storeTime(manager, this.clock);
  }

  /** False: the key has a row already. */
  async insert(manager: EntityManager, id: string, job: NewOutboxJob): Promise<boolean> {
    const now = await this.now(manager);
    const { kind, key, subject, payload } = job;
    const given = [id, kind, key, subject, JSON.stringify(payload), now, now];
    return (await insert.run(manager, given)).length === 1;
  }

  /** Rows that the owner may take, the longest due first, and those to be brought back. */
  async due(
    manager: EntityManager,
    owner: string,
    { at, kinds, limit, skipped }: DuePage,
  ): Promise<readonly OutboxEntry[]> {
    if (kinds.length === 0) return [];
    const given = [owner, at, at + furthestMs, ...kinds, limit, skipped];
    return (await this.selectDue(kinds.length).run(manager, given)).map(entryOf);
  }

  /** Makes a row due now whose time was set by a clock that was ahead. */
  async bringBack(
    manager: EntityManager,
    { id, nextAt }: Pick<OutboxEntry, 'id' | 'nextAt'>,
    at: number,
  ): Promise<void> {
    await bringBack.send(manager, [at, id, nextAt]);
  }

  /** Null: another process holds it, or it is done. */
  async claim(manager: EntityManager, id: string, owner: string): Promise<OutboxEntry | null> {
    const [row] = await this.claimOne.run(manager, [owner, id, owner]);
    return row === undefined ? null : entryOf(row);
  }

  /** False: another process has taken it over. */
  async record(
    manager: EntityManager,
    { id, attempts }: Pick<OutboxEntry, 'id' | 'attempts'>,
    owner: string,
    recorded: Recorded,
  ): Promise<boolean> {
    const { state, nextAt, lastError, tries, result } = recorded;
    const settledAt = state === 'waiting' ? null : await this.now(manager);
    const kept = result === undefined ? null : JSON.stringify(result);
    const told = [state, nextAt, settledAt, lastError, JSON.stringify(tries), kept];
    return (await record.run(manager, [...told, id, attempts, owner])).length === 1;
  }

  /** The jobs of a run, floor or trigger, the newest first. */
  async ofSubject(
    manager: EntityManager,
    subject: string,
    limit: number,
  ): Promise<readonly OutboxEntry[]> {
    return (await ofSubject.run(manager, [subject, limit])).map(entryOf);
  }

  async byKey(manager: EntityManager, key: string): Promise<OutboxEntry | null> {
    const [row] = await byKey.run(manager, [key]);
    return row === undefined ? null : entryOf(row);
  }

  /** Makes an ended job due again. False: it waits anyway, or is unknown. */
  async tryAgain(manager: EntityManager, id: string): Promise<boolean> {
    return (await tryAgain.run(manager, [await this.now(manager), id])).length === 1;
  }

  /** Makes jobs due now that wait for a further attempt. */
  async hurry(manager: EntityManager, subject: string): Promise<void> {
    const now = await this.now(manager);
    await hurry.send(manager, [now, subject, now]);
  }

  /** Deletes jobs that ended longer ago than this. */
  async prune(manager: EntityManager, ms: number): Promise<void> {
    await prune.send(manager, [(await this.now(manager)) - ms]);
  }
}

function entryOf(row: Row): OutboxEntry {
  const text = (name: string): string => String(row[name]);
  const json = (name: string): unknown =>
    row[name] === null ? null : (JSON.parse(text(name)) as unknown);
  return {
    id: text('id'),
    kind: text('kind'),
    key: text('key'),
    subject: text('subject'),
    payload: json('payload_json'),
    state: text('state') as OutboxState,
    attempts: Number(row['attempts']),
    createdAt: Number(row['created_at']),
    nextAt: Number(row['next_at']),
    settledAt: row['settled_at'] === null ? null : Number(row['settled_at']),
    lastError: row['last_error'] as string | null,
    tries: json('tries_json') as readonly FailedTry[],
    result: json('result_json'),
  };
}
