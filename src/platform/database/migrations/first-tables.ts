import type { MigrationInterface, QueryRunner } from 'typeorm';
import { double, flag, index, integer, key, optional, table, text } from './tables.js';

/** The numbered event log and the counter that gives out its numbers. */
class Events1790000000000 implements MigrationInterface {
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

/** Documents of the installation, its floors, and what each employee has used so far. */
class Office1790000001000 implements MigrationInterface {
  readonly name = 'Office1790000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table('office_documents', [text('key', key), text('document_json'), integer('updated_at')]),
    );
    await runner.createTable(
      table('workspaces', [
        text('id', key),
        integer('floor'),
        text('document_json'),
        double('spent_usd'),
        integer('created_at'),
      ]),
    );
    await runner.createTable(
      table('employee_usage', [
        text('workspace_id', key),
        text('role_id', key),
        integer('turns'),
        integer('tokens_in'),
        integer('tokens_out'),
        double('cost_usd'),
        flag('estimated'),
      ]),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('employee_usage');
    await runner.dropTable('workspaces');
    await runner.dropTable('office_documents');
  }
}

/** Runs with their leases and journal, and what they leave behind. */
class Runs1790000002000 implements MigrationInterface {
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

/**
 * The ledger of facts, their readers, vectors and counts. The full-text index is derived from the
 * facts and built at boot if it is missing.
 */
class Memory1790000003000 implements MigrationInterface {
  readonly name = 'Memory1790000003000';

  async up(runner: QueryRunner): Promise<void> {
    await createFacts(runner);
    await createCompanions(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['memory_tally', 'memory_vectors', 'fact_reads', 'memory_facts']) {
      await runner.dropTable(name);
    }
  }
}

const whileActive = { where: 'invalid_from IS NULL' };

async function createFacts(runner: QueryRunner): Promise<void> {
  await runner.createTable(
    table(
      'memory_facts',
      [
        text('id', key),
        integer('position'),
        text('scope'),
        text('scope_key'),
        text('workspace_id', optional),
        text('role_id', optional),
        text('kind'),
        text('text'),
        text('origin'),
        text('tags_json'),
        text('source', optional),
        double('confidence'),
        integer('created_at'),
        integer('updated_at'),
        integer('valid_from'),
        integer('invalid_from', optional),
        text('superseded_by', optional),
        text('supersedes', optional),
        text('retract_reason', optional),
        integer('read_count'),
        integer('last_read_at', optional),
        text('search_text'),
        text('search_tags'),
      ],
      [
        // A covering index for ranking, so that a search reads only the rows it returns.
        index('memory_facts_ranking', 'position', 'scope_key', 'confidence', 'valid_from', 'id'),
        { ...index('memory_facts_newest', 'position'), ...whileActive },
        {
          ...index('memory_facts_surest', 'scope_key', 'confidence', 'valid_from', 'position'),
          ...whileActive,
        },
      ],
    ),
  );
}

async function createCompanions(runner: QueryRunner): Promise<void> {
  const bytes = runner.dataSource.options.type === 'postgres' ? 'bytea' : 'blob';
  await runner.createTable(
    table(
      'fact_reads',
      [text('fact_id', key), text('run_id', key), integer('at')],
      [index('fact_reads_newest', 'fact_id', 'at')],
    ),
  );
  await runner.createTable(
    table('memory_vectors', [
      text('fact_id', key),
      text('model', key),
      { name: 'vector', type: bytes },
    ]),
  );
  await runner.createTable(table('memory_tally', [text('name', key), integer('amount')]));
}

/** In the order in which they run. */
export const firstTables = [
  Events1790000000000,
  Office1790000001000,
  Runs1790000002000,
  Memory1790000003000,
];
