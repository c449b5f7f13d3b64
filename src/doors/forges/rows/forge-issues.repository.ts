import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Row } from '#platform/database/embedded-connection.js';
import { Statement } from '#platform/database/statement.js';
import type { ForgeIssueState } from '#protocol/records/enums.js';
import type { ForgeIssue } from '#protocol/records/forges.js';

/** An issue with fields that only the office sees. */
export interface StoredIssue extends ForgeIssue {
  /** Below zero: a person asked for the request, and there is no issue. */
  readonly number: number;
  /** The commit that the office has pushed; null: none. */
  readonly tip: string | null;
  /** The commit that the office was about to push; null: none. */
  readonly pushing: string | null;
  /** Message of a single commit; null: one commit per turn, with messages of the office. */
  readonly message: string | null;
}

/** A part of the issues, those that were taken first. */
export interface IssuePage {
  /** Null: it is the first part. */
  readonly after: Pick<StoredIssue, 'takenAt' | 'number'> | null;
  readonly limit: number;
}

/** False: a person asked for the request. */
export function isIssue({ number }: Pick<StoredIssue, 'number'>): boolean {
  return number > 0;
}

const columns =
  'forge_id, number, title, url, state, run_id, branch, tip, pushing, request, request_url, wakes, ' +
  'spent_usd, taken_at, changed_at, note, message';

const select = `SELECT ${columns} FROM forge_issues`;
const one = new Statement(`${select} WHERE forge_id = ? AND number = ?`);
const byRun = new Statement(`${select} WHERE run_id = ?`);
const byRequest = new Statement(`${select} WHERE forge_id = ? AND request = ?`);
const byTip = new Statement(`${select} WHERE forge_id = ? AND (tip = ? OR pushing = ?)`);
const inState = new Statement(
  `${select} WHERE forge_id = ? AND state = ? AND (taken_at, number) > (?, ?) ` +
    'ORDER BY taken_at, number LIMIT ?',
);
const refused = new Statement(
  `${select} WHERE forge_id = ? AND state = 'refused' ORDER BY changed_at, number LIMIT ?`,
);
const restingWithNews = new Statement(
  `${select} WHERE forge_id = ? AND state = 'resting' AND EXISTS (SELECT 1 FROM forge_notes note ` +
    'WHERE note.forge_id = forge_issues.forge_id AND note.number = forge_issues.number ' +
    'AND note.run_id IS NULL) AND (taken_at, number) > (?, ?) ORDER BY taken_at, number LIMIT ?',
);
const latest = new Statement(
  `${select} WHERE forge_id = ? ORDER BY taken_at DESC, number DESC LIMIT ?`,
);
const begunSince = new Statement(
  'SELECT count(*) AS count FROM forge_issues WHERE forge_id = ? AND run_id IS NOT NULL AND taken_at > ? ' +
    'AND number > 0',
);
const least = new Statement('SELECT min(number) AS number FROM forge_issues WHERE forge_id = ?');
const insert = new Statement(
  `INSERT INTO forge_issues (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ` +
    'ON CONFLICT (forge_id, number) DO NOTHING RETURNING number',
);
const update = new Statement(
  'UPDATE forge_issues SET title = ?, state = ?, run_id = ?, tip = ?, pushing = ?, request = ?, ' +
    'request_url = ?, wakes = ?, spent_usd = ?, taken_at = ?, changed_at = ?, note = ?, ' +
    'message = ? ' +
    'WHERE forge_id = ? AND number = ? AND state = ? RETURNING number',
);

/** The issue has changed since it was read; the process that changed it continues. */
export class OvertakenError extends Error {}

/** Rows of issues. A row is changed only from the state in which it was read. */
@Injectable()
export class ForgeIssuesRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(
    forgeId: string,
    number: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredIssue | null> {
    return first(one, manager, [forgeId, number]);
  }

  ofRun(
    runId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredIssue | null> {
    return first(byRun, manager, [runId]);
  }

  ofRequest(forgeId: string, request: number): Promise<StoredIssue | null> {
    return first(byRequest, this.dataSource.manager, [forgeId, request]);
  }

  /** The issue for which a commit was pushed, or was about to be. */
  ofTip(forgeId: string, tip: string): Promise<StoredIssue | null> {
    return first(byTip, this.dataSource.manager, [forgeId, tip, tip]);
  }

  async inState(
    forgeId: string,
    state: ForgeIssueState,
    page: IssuePage,
  ): Promise<readonly StoredIssue[]> {
    const given = [forgeId, state, ...placeIn(page)];
    return (await inState.run(this.dataSource.manager, given)).map(issueOf);
  }

  /** Issues that were refused, first those that were looked at longest ago. */
  async refused(forgeId: string, limit: number): Promise<readonly StoredIssue[]> {
    return (await refused.run(this.dataSource.manager, [forgeId, limit])).map(issueOf);
  }

  /** Issues without a request that have comments not yet given to a run. */
  async restingWithNews(forgeId: string, page: IssuePage): Promise<readonly StoredIssue[]> {
    const given = [forgeId, ...placeIn(page)];
    return (await restingWithNews.run(this.dataSource.manager, given)).map(issueOf);
  }

  /** The newest first. */
  async latest(forgeId: string, limit: number): Promise<readonly StoredIssue[]> {
    return (await latest.run(this.dataSource.manager, [forgeId, limit])).map(issueOf);
  }

  async begunSince(
    forgeId: string,
    at: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<number> {
    const [row] = await begunSince.run(manager, [forgeId, at]);
    return Number(row?.['count'] ?? 0);
  }

  /** A number below zero that no request has which a person asked for. */
  async freeNumber(manager: EntityManager, forgeId: string): Promise<number> {
    const [row] = await least.run(manager, [forgeId]);
    return Math.min(Number(row?.['number'] ?? 0), 0) - 1;
  }

  /** False: the issue has a row already. */
  async insert(manager: EntityManager, issue: StoredIssue): Promise<boolean> {
    const { forgeId, number, title, url, state, runId, branch, tip, pushing } = issue;
    const { request, requestUrl, wakes, spentUsd, takenAt, changedAt, note, message } = issue;
    const rows = await insert.run(manager, [
      ...[forgeId, number, title, url, state, runId, branch, tip, pushing],
      ...[request, requestUrl, wakes, spentUsd, takenAt, changedAt, note, message],
    ]);
    return rows.length === 1;
  }

  /** Stores a changed issue. False: it is no longer in the state in which it was read. */
  async update(
    manager: EntityManager,
    from: Pick<StoredIssue, 'state'>,
    issue: StoredIssue,
  ): Promise<boolean> {
    const { forgeId, number, title, state, runId, tip, pushing, request, requestUrl } = issue;
    const { wakes, spentUsd, takenAt, changedAt, note, message } = issue;
    const rows = await update.run(manager, [
      ...[title, state, runId, tip, pushing, request, requestUrl, wakes, spentUsd],
      ...[takenAt, changedAt, note, message, forgeId, number, from.state],
    ]);
    return rows.length === 1;
  }
}

async function first(
  statement: Statement,
  manager: EntityManager,
  given: readonly unknown[],
): Promise<StoredIssue | null> {
  const [row] = await statement.run(manager, given);
  return row === undefined ? null : issueOf(row);
}

function placeIn({ after, limit }: IssuePage): readonly number[] {
  return [after?.takenAt ?? -1, after?.number ?? -1, limit];
}

function issueOf(row: Row): StoredIssue {
  const text = (name: string): string => String(row[name]);
  const maybe = (name: string): string | null => row[name] as string | null;
  return {
    forgeId: text('forge_id'),
    number: Number(row['number']),
    title: text('title'),
    url: text('url'),
    state: text('state') as ForgeIssueState,
    runId: maybe('run_id'),
    branch: text('branch'),
    tip: maybe('tip'),
    pushing: maybe('pushing'),
    request: row['request'] === null ? null : Number(row['request']),
    requestUrl: maybe('request_url'),
    wakes: Number(row['wakes']),
    spentUsd: Number(row['spent_usd']),
    takenAt: Number(row['taken_at']),
    changedAt: Number(row['changed_at']),
    note: maybe('note'),
    message: maybe('message'),
  };
}
