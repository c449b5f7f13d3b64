import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag, index, integer, key, table, text } from './tables.js';

/**
 * Counts attempts on a run without progress, stores until when the run is left alone, and adds turn
 * slots that replicas share.
 */
export class Dispatch1790000032000 implements MigrationInterface {
  readonly name = 'Dispatch1790000032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_leases ADD COLUMN tries bigint NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE run_leases ADD COLUMN rests_until bigint');
    await runner.createTable(
      table(
        'turn_slots',
        [text('id', key), text('workspace_id'), text('owner'), integer('asked_at'), flag('held')],
        [
          index('turn_slots_by_floor', 'workspace_id', 'held', 'asked_at'),
          index('turn_slots_by_owner', 'owner'),
        ],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('turn_slots');
    await runner.query('ALTER TABLE run_leases DROP COLUMN rests_until');
    await runner.query('ALTER TABLE run_leases DROP COLUMN tries');
  }
}
