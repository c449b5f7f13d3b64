import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '#platform/clock.js';
import type { Row } from '#platform/database/embedded-connection.js';
import { Statement } from '#platform/database/statement.js';
import { storeTime } from '#platform/database/store-time.js';
import type { ForgeKind } from '#protocol/records/enums.js';
import type { Forge, ForgeRules } from '#protocol/records/forges.js';

/** A forge with fields that only the office sees. */
export interface StoredForge extends Omit<Forge, 'ceilingNote' | 'folderNote'> {
  /** Time of the forge's clock from which on changes are news; null: all issues that ask for work are. */
  readonly since: number | null;
  readonly removedAt: number | null;
  /** Accounts by which the office wrote there before. */
  readonly earlierLogins: readonly string[];
}

const columns =
  'id, kind, url, repository, page, workspace_id, login, base, rules_json, paused, created_at, ' +
  'removed_at, since, polled_at, problem, earlier_logins_json';

const select = `SELECT ${columns} FROM forges`;
const all = new Statement(`${select} WHERE removed_at IS NULL ORDER BY created_at, id`);
const byId = new Statement(`${select} WHERE id = ?`);
const byPlace = new Statement(`${select} WHERE url = ? AND repository = ?`);
const insert = new Statement(
  `INSERT INTO forges (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ` +
    'ON CONFLICT (url, repository) DO NOTHING RETURNING id',
);
const changed =
  'UPDATE forges SET page = ?, workspace_id = ?, login = ?, base = ?, rules_json = ?, paused = ?, ' +
  'removed_at = ?, since = ?, earlier_logins_json = ?';
const update = new Statement(`${changed} WHERE id = ?`);
const restore = new Statement(
  `${changed}, kind = ?, created_at = ?, polled_at = NULL, problem = NULL ` +
    'WHERE id = ? AND removed_at IS NOT NULL RETURNING id',
);
const claimPoll = new Statement(
  'UPDATE forges SET polled_at = ? WHERE id = ? AND paused = 0 AND removed_at IS NULL ' +
    'AND (polled_at IS NULL OR polled_at <= ? OR polled_at > ?) RETURNING id',
);
const polled = new Statement(
  'UPDATE forges SET since = ?, problem = NULL WHERE id = ? AND rules_json = ?',
);
const rename = new Statement('UPDATE forges SET repository = ?, page = ? WHERE id = ?');
const setBase = new Statement('UPDATE forges SET base = ? WHERE id = ?');
const troubled = new Statement('UPDATE forges SET problem = ? WHERE id = ?');

@Injectable()
export class ForgesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async all(): Promise<readonly StoredForge[]> {
    return (await all.run(this.dataSource.manager, [])).map(forgeOf);
  }

  /** Null: it does not exist, or was removed. */
  async find(
    id: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredForge | null> {
    const [row] = await byId.run(manager, [id]);
    const found = row === undefined ? null : forgeOf(row);
    return found?.removedAt === null ? found : null;
  }

  /** The forge of a place, also a removed one. */
  async at(manager: EntityManager, url: string, repository: string): Promise<StoredForge | null> {
    const [row] = await byPlace.run(manager, [url, repository]);
    return row === undefined ? null : forgeOf(row);
  }

  /** Like `at`, outside of a transaction. */
  known(url: string, repository: string): Promise<StoredForge | null> {
    return this.at(this.dataSource.manager, url, repository);
  }

  /** False: the place has one already. */
  async add(manager: EntityManager, forge: StoredForge): Promise<boolean> {
    const { id, kind, url, repository, page, workspaceId, login, base } = forge;
    const rows = await insert.run(manager, [
      ...[id, kind, url, repository, page, workspaceId, login, base],
      ...[JSON.stringify(rulesOf(forge)), forge.paused ? 1 : 0, forge.createdAt],
      ...[forge.removedAt, forge.since, forge.polledAt, forge.problem],
      JSON.stringify(forge.earlierLogins),
    ]);
    return rows.length === 1;
  }

  async update(manager: EntityManager, forge: StoredForge): Promise<void> {
    await update.send(manager, [...changeable(forge), forge.id]);
  }

  /** Connects a removed forge again. False: it is connected. */
  async restore(manager: EntityManager, forge: StoredForge): Promise<boolean> {
    const { id, kind, createdAt } = forge;
    const rows = await restore.run(manager, [...changeable(forge), kind, createdAt, id]);
    return rows.length === 1;
  }

  /**
   * Claims a forge's next poll. True: this process polls now, and no other one does. A last poll that
   * is further ahead than an interval was stored before the clock was set back.
   */
  async claimPoll(manager: EntityManager, id: string, betweenMs: number): Promise<boolean> {
    const now = await storeTime(manager, this.clock);
    const given = [now, id, now - betweenMs, now + betweenMs];
    return (await claimPoll.run(manager, given)).length === 1;
  }

  /**
   * Stores the time of a successful poll, unless the rules have changed meanwhile: their issues
   * were not looked for yet.
   */
  async polled(manager: EntityManager, forge: StoredForge, since: number): Promise<void> {
    await polled.send(manager, [since, forge.id, JSON.stringify(rulesOf(forge))]);
  }

  /** Stores the new name of a repository that was renamed at its forge. */
  async rename(
    manager: EntityManager,
    id: string,
    { name, page }: { readonly name: string } & Pick<Forge, 'page'>,
  ): Promise<void> {
    await rename.send(manager, [name, page, id]);
  }

  /** Stores another base branch for requests. */
  async setBase(manager: EntityManager, id: string, base: string): Promise<void> {
    await setBase.send(manager, [base, id]);
  }

  async troubled(manager: EntityManager, id: string, problem: string): Promise<void> {
    await troubled.send(manager, [problem, id]);
  }
}

function changeable(forge: StoredForge): readonly unknown[] {
  const { page, workspaceId, login, base, paused, removedAt, since } = forge;
  const rules = JSON.stringify(rulesOf(forge));
  const earlier = JSON.stringify(forge.earlierLogins);
  return [page, workspaceId, login, base, rules, paused ? 1 : 0, removedAt, since, earlier];
}

function rulesOf(rules: ForgeRules): ForgeRules {
  const { label, mention, pipelineId, issueUsd, wakes, perDay, pollSeconds } = rules;
  return { label, mention, pipelineId, issueUsd, wakes, perDay, pollSeconds };
}

function forgeOf(row: Row): StoredForge {
  const text = (name: string): string => String(row[name]);
  const time = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    ...(JSON.parse(text('rules_json')) as ForgeRules),
    id: text('id'),
    kind: text('kind') as ForgeKind,
    url: text('url'),
    repository: text('repository'),
    page: text('page'),
    workspaceId: text('workspace_id'),
    login: text('login'),
    base: text('base'),
    paused: Number(row['paused']) === 1,
    createdAt: Number(row['created_at']),
    removedAt: time('removed_at'),
    since: time('since'),
    polledAt: time('polled_at'),
    problem: row['problem'] as string | null,
    earlierLogins: JSON.parse((row['earlier_logins_json'] ?? '[]') as string) as readonly string[],
  };
}
