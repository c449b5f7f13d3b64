import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs keep what was found in their workspace when they began; null: nobody has looked yet. */
export class RepositoryBrief1790000027000 implements MigrationInterface {
  readonly name = 'RepositoryBrief1790000027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN repository_brief text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN repository_brief');
  }
}
