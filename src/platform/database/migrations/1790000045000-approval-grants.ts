import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scope of an approval's yes; null: only this one. */
export class ApprovalGrants1790000045000 implements MigrationInterface {
  readonly name = 'ApprovalGrants1790000045000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals ADD COLUMN grant_key text');
    await runner.query(
      'CREATE INDEX approvals_grant_key ON approvals (grant_key) WHERE grant_key IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX approvals_grant_key');
    await runner.query('ALTER TABLE approvals DROP COLUMN grant_key');
  }
}
