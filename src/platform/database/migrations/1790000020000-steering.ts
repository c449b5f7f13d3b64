import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Instructions to a running run are stored apart from its record, which only its holder writes. */
export class Steering1790000020000 implements MigrationInterface {
  readonly name = 'Steering1790000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN steering_json text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN steering_json');
  }
}
