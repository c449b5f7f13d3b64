import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs store the survey of their workspace; null: not made yet. */
export class RepositoryBrief1790000027000 implements MigrationInterface {
  readonly name = 'RepositoryBrief1790000027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN repository_brief text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN repository_brief');
  }
}
