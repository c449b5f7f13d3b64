import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Row } from '../../platform/database/embedded-connection.js';
import { Statement } from '../../platform/database/statement.js';
import type { AccessToken, AccessTokenKind } from '../../protocol/records/access.js';
import { type Right, rights } from '../../protocol/rights.js';

/** A stored token that is not revoked. */
export interface StoredToken extends AccessToken {
  readonly hash: string;
}

const columns =
  'id, hash, kind, name, rights_json, created_at, created_by, expires_at, last_used_at';

const select = new Statement(
  `SELECT ${columns} FROM access_tokens WHERE revoked_at IS NULL ORDER BY created_at, id`,
);
const insert = new Statement(
  `INSERT INTO access_tokens (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const revoke = new Statement(
  'UPDATE access_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING id',
);
const use = new Statement('UPDATE access_tokens SET last_used_at = ? WHERE id = ?');
const removeSessions = new Statement(
  "DELETE FROM access_tokens WHERE kind = 'session' AND expires_at <= ?",
);

@Injectable()
export class AccessTokensRepository {
  /** All tokens that are not revoked, expired ones included, in the order of their making. */
  async all(manager: EntityManager): Promise<readonly StoredToken[]> {
    return (await select.run(manager, [])).map(tokenOf);
  }

  async add(manager: EntityManager, token: StoredToken): Promise<void> {
    const { id, hash, kind, name, createdAt, createdBy, expiresAt, lastUsedAt } = token;
    const given = JSON.stringify(token.rights);
    await insert.send(manager, [
      ...[id, hash, kind, name, given],
      ...[createdAt, createdBy, expiresAt, lastUsedAt],
    ]);
  }

  async revoke(manager: EntityManager, id: string, at: number): Promise<void> {
    await revoke.run(manager, [at, id]);
  }

  async use(manager: EntityManager, id: string, at: number): Promise<void> {
    await use.send(manager, [at, id]);
  }

  /** Deletes sessions that ended before this time; the audit log keeps their names. */
  async removeSessions(manager: EntityManager, endedBefore: number): Promise<void> {
    await removeSessions.send(manager, [endedBefore]);
  }
}

function tokenOf(row: Row): StoredToken {
  const text = (name: string): string => row[name] as string;
  const time = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    id: text('id'),
    hash: text('hash'),
    kind: text('kind') as AccessTokenKind,
    name: text('name'),
    rights: rightsIn(text('rights_json')),
    createdAt: Number(row['created_at']),
    createdBy: row['created_by'] as string | null,
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
  };
}

/** The stored rights that exist in this version. */
function rightsIn(json: string): readonly Right[] {
  const stored = JSON.parse(json) as readonly string[];
  return rights.filter((right) => stored.includes(right));
}
