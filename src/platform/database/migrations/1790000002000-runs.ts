import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag, index, integer, key, optional, table, text } from './tables.js';

/** Runs with their leases and journal, and what they leave behind. */
export class Runs1790000002000 implements MigrationInterface {
  readonly name = 'Runs1790000002000';

  async up(runner: QueryRunner): Promise<void> {
    await createRunTables(runner);
    await createResultTables(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of tables.toReversed()) await runner.dropTable(name);
  }
}

const tables = [
  'runs',
  'run_leases',
  'lease_holders',
  'journal_steps',
  'turns',
  'artifacts',
  'approvals',
];

async function createRunTables(runner: QueryRunner): Promise<void> {
  await runner.createTable(
    table(
      'runs',
      [
        text('id', key),
        text('workspace_id'),
        text('status'),
        text('record_json'),
        text('progress_json', optional),
        flag('auto_approve_shell'),
        integer('created_at'),
        integer('ended_at', optional),
        integer('cancel_requested_at', optional),
      ],
      [
        index('runs_by_end', 'ended_at', 'created_at'),
        index('runs_by_creation', 'created_at', 'id'),
      ],
    ),
  );
  await runner.createTable(
    table(
      'run_leases',
      [text('run_id', key), text('owner', optional), integer('fence')],
      [index('run_leases_by_owner', 'owner')],
    ),
  );
  await runner.createTable(table('lease_holders', [text('owner', key), integer('expires_at')]));
  await runner.createTable(
    table('journal_steps', [
      text('run_id', key),
      text('key', key),
      text('state'),
      text('value_json', optional),
      integer('at'),
    ]),
  );
}

async function createResultTables(runner: QueryRunner): Promise<void> {
  await runner.createTable(
    table(
      'turns',
      [
        text('id', key),
        text('run_id'),
        text('stage_id'),
        text('step_key'),
        text('record_json'),
        text('outcome_json'),
        integer('started_at'),
      ],
      [
        index('turns_by_run', 'run_id', 'started_at'),
        index('turns_by_stage', 'stage_id'),
        index('turns_by_start', 'started_at'),
      ],
    ),
  );
  await runner.createTable(
    table(
      'artifacts',
      [
        text('id', key),
        text('run_id'),
        text('record_json'),
        integer('created_at'),
        integer('position'),
      ],
      [index('artifacts_by_run', 'run_id', 'created_at', 'position')],
    ),
  );
  await runner.createTable(
    table(
      'approvals',
      [
        text('id', key),
        text('run_id'),
        text('step_key'),
        text('status'),
        text('record_json'),
        integer('requested_at'),
        integer('due_at'),
      ],
      [
        index('approvals_by_run', 'run_id', 'requested_at'),
        index('approvals_pending', 'status', 'due_at'),
      ],
    ),
  );
}
