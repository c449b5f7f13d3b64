import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addsTable } from './additions.js';
import { index, integer, key, optional, table, text } from './tables.js';

/** Tokens with a name and rights, as hashes. */
export const AccessTokens1790000061000 = addsTable(
  'AccessTokens1790000061000',
  table(
    'access_tokens',
    [
      text('id', key),
      text('hash'),
      text('kind'),
      text('name'),
      text('rights_json'),
      integer('created_at'),
      text('created_by', optional),
      integer('expires_at', optional),
      integer('last_used_at', optional),
      integer('revoked_at', optional),
    ],
    [{ name: 'access_tokens_by_hash', columnNames: ['hash'], isUnique: true }],
  ),
);

const changes = ['UPDATE', 'DELETE'] as const;

/** The database itself refuses to change or delete entries of the audit log. */
export class AuditLog1790000062000 implements MigrationInterface {
  readonly name = 'AuditLog1790000062000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'audit_log',
        [
          text('id', key),
          integer('at'),
          text('history_id'),
          text('name', optional),
          text('token_id', optional),
          text('door'),
          text('address', optional),
          text('operation'),
          text('object', optional),
          text('outcome'),
          text('message', optional),
        ],
        [index('audit_log_by_time', 'at', 'id')],
      ),
    );
    if (isServer(runner)) {
      await runner.query(
        'CREATE FUNCTION audit_log_stays() RETURNS trigger LANGUAGE plpgsql AS ' +
          "$$ BEGIN RAISE EXCEPTION 'audit_log is append-only'; END $$",
      );
    }
    for (const change of changes) await runner.query(refusal(runner, change));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('audit_log');
    if (isServer(runner)) await runner.query('DROP FUNCTION audit_log_stays()');
  }
}

function refusal(runner: QueryRunner, change: (typeof changes)[number]): string {
  const name = `audit_log_no_${change.toLowerCase()}`;
  return isServer(runner)
    ? `CREATE TRIGGER ${name} BEFORE ${change} ON audit_log ` +
        'FOR EACH ROW EXECUTE FUNCTION audit_log_stays()'
    : `CREATE TRIGGER ${name} BEFORE ${change} ON audit_log ` +
        "BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END";
}

function isServer({ dataSource }: QueryRunner): boolean {
  return dataSource.options.type === 'postgres';
}
