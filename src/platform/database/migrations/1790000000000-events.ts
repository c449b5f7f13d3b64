import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index, integer, key, optional, table, text } from './tables.js';

/** The numbered event log and the counter that gives out its numbers. */
export class Events1790000000000 implements MigrationInterface {
  readonly name = 'Events1790000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'events',
        [
          integer('seq', key),
          text('run_id', optional),
          text('type'),
          text('payload_json'),
          integer('at'),
        ],
        [index('events_by_run', 'run_id', 'seq')],
      ),
    );
    await runner.createTable(table('event_counter', [integer('id', key), integer('last')]));
    await runner.query('INSERT INTO event_counter (id, last) VALUES (1, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_counter');
    await runner.dropTable('events');
  }
}
