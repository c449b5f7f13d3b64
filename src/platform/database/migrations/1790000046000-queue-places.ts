import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The place of a run among those that wait: lower places begin first. */
export class QueuePlaces1790000046000 implements MigrationInterface {
  readonly name = 'QueuePlaces1790000046000';

  async up(runner: QueryRunner): Promise<void> {
    // An older replica that is still at work inserts runs without a place.
    await runner.query('ALTER TABLE runs ADD COLUMN queue_place bigint NOT NULL DEFAULT 0');
    await runner.query('UPDATE runs SET queue_place = created_at');
    await runner.query('DROP INDEX runs_by_end');
    await runner.query('CREATE INDEX runs_by_end ON runs (ended_at, queue_place)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX runs_by_end');
    await runner.query('CREATE INDEX runs_by_end ON runs (ended_at, created_at)');
    await runner.query('ALTER TABLE runs DROP COLUMN queue_place');
  }
}
