import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries store who carries them out; null: nothing to do. */
export class Deliveries1790000028000 implements MigrationInterface {
  readonly name = 'Deliveries1790000028000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals ADD COLUMN carrier text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals DROP COLUMN carrier');
  }
}
