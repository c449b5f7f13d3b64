import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { firstTables } from './first-tables.js';
import { RunSearch1790000040000 } from './run-search.js';
import { addsColumns, addsTable } from './additions.js';
import { flag, index, integer, key, optional, table, text } from './tables.js';
import { AccessTokens1790000061000, AuditLog1790000062000 } from './access.js';
import {
  AskedRequests1790000082000,
  ForgeLogins1790000081000,
  Forges1790000080000,
  Outbox1790000070000,
  PushSubscriptions1790000072000,
  Triggers1790000071000,
} from './doors.js';
import { WordForms1790000056000 } from './word-forms.js';

/** Runs record the version of their journal. */
class JournalVersion1790000004000 implements MigrationInterface {
  readonly name = 'JournalVersion1790000004000';

  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn(integer('journal_version', { default: 1 }));
    await runner.addColumn('runs', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('runs', 'journal_version');
  }
}

/** Columns for an employee's current activity. */
const employeeColumns = [
  "status text NOT NULL DEFAULT 'idle'",
  'activity text',
  'current_run_id text',
  'current_turn_id text',
  "active_skill_ids_json text NOT NULL DEFAULT '[]'",
  'last_route_json text',
  'last_error text',
];

/**
 * Stores the current activity of employees, so that every replica shows it. Plain SQL, because
 * TypeORM rebuilds a SQLite table for each added column.
 */
class Employees1790000010000 implements MigrationInterface {
  readonly name = 'Employees1790000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_usage RENAME TO employees');
    for (const column of employeeColumns)
      await runner.query(`ALTER TABLE employees ADD COLUMN ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of employeeColumns) {
      const [name] = column.split(' ');
      await runner.query(`ALTER TABLE employees DROP COLUMN ${name}`);
    }
    await runner.query('ALTER TABLE employees RENAME TO employee_usage');
  }
}

/** Instructions to a running run are stored apart from its record, which only its holder writes. */
const Steering1790000020000 = addsColumns('Steering1790000020000', 'runs', ['steering_json text']);

/** Runs store the survey of their workspace; null: not made yet. */
const RepositoryBrief1790000027000 = addsColumns('RepositoryBrief1790000027000', 'runs', [
  'repository_brief text',
]);

/** Deliveries store who carries them out; null: nothing to do. */
const Deliveries1790000028000 = addsColumns('Deliveries1790000028000', 'approvals', [
  'carrier text',
]);

/** Bundles of installed plugins by hash, from which every replica installs them. */
class PluginBundles1790000031000 implements MigrationInterface {
  readonly name = 'PluginBundles1790000031000';

  async up(runner: QueryRunner): Promise<void> {
    const bytes = runner.dataSource.options.type === 'postgres' ? 'bytea' : 'blob';
    await runner.createTable(
      table('plugin_bundles', [text('hash', key), { name: 'archive', type: bytes }]),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('plugin_bundles');
  }
}

/**
 * Counts attempts on a run without progress, stores until when the run is left alone, and adds turn
 * slots that replicas share.
 */
class Dispatch1790000032000 implements MigrationInterface {
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

/** The group of replicas that sees a floor's files, and the group of each replica; null: none. */
class ReplicaGroups1790000041000 implements MigrationInterface {
  readonly name = 'ReplicaGroups1790000041000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN replica_group text');
    await runner.query('ALTER TABLE lease_holders ADD COLUMN replica_group text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lease_holders DROP COLUMN replica_group');
    await runner.query('ALTER TABLE workspaces DROP COLUMN replica_group');
  }
}

/** Answers to commands with an id. */
const CommandAnswers1790000044000 = addsTable(
  'CommandAnswers1790000044000',
  table(
    'command_answers',
    [text('key', key), text('fingerprint'), text('answer_json'), integer('at')],
    [index('command_answers_by_time', 'at')],
  ),
);

/** The scope of an approval's yes; null: only this one. */
class ApprovalGrants1790000045000 implements MigrationInterface {
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

/** The place of a run among those that wait: lower places begin first. */
class QueuePlaces1790000046000 implements MigrationInterface {
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

/** The checks that run on a floor without asking. */
const AllowedChecks1790000047000 = addsTable(
  'AllowedChecks1790000047000',
  table('allowed_checks', [
    text('workspace_id', key),
    text('command', key),
    text('definition'),
    text('approval_id'),
    integer('allowed_at'),
    text('allowed_by', optional),
  ]),
);

/** Runs and floors whose commands run in a sandbox without asking. */
const AllowedSandboxes1790000050000 = addsTable(
  'AllowedSandboxes1790000050000',
  table('allowed_sandboxes', [
    text('workspace_id', key),
    text('run_id', key),
    text('approval_id'),
    integer('allowed_at'),
    text('allowed_by', optional),
  ]),
);

/** Worktrees of runs, and what became of the changes of ended runs. */
class Worktrees1790000053000 implements MigrationInterface {
  readonly name = 'Worktrees1790000053000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN deeds_json text');
    await runner.createTable(
      table('worktrees', [
        text('name', key),
        text('run_id'),
        text('root'),
        text('git_directory'),
        text('workspace'),
        text('state'),
        text('carrier', optional),
      ]),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('worktrees');
    await runner.query('ALTER TABLE runs DROP COLUMN deeds_json');
  }
}

/** Comments on the changes of runs, and the messages of deliveries that wait for an answer. */
class Reviews1790000058000 implements MigrationInterface {
  readonly name = 'Reviews1790000058000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN comments_json text');
    await runner.query('ALTER TABLE approvals ADD COLUMN commit_message text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals DROP COLUMN commit_message');
    await runner.query('ALTER TABLE runs DROP COLUMN comments_json');
  }
}

/** All migrations in the order in which they run. */
export const migrations = [
  ...firstTables,
  JournalVersion1790000004000,
  Employees1790000010000,
  Steering1790000020000,
  RepositoryBrief1790000027000,
  Deliveries1790000028000,
  PluginBundles1790000031000,
  Dispatch1790000032000,
  RunSearch1790000040000,
  ReplicaGroups1790000041000,
  CommandAnswers1790000044000,
  ApprovalGrants1790000045000,
  QueuePlaces1790000046000,
  AllowedChecks1790000047000,
  AllowedSandboxes1790000050000,
  Worktrees1790000053000,
  WordForms1790000056000,
  Reviews1790000058000,
  AccessTokens1790000061000,
  AuditLog1790000062000,
  Outbox1790000070000,
  Triggers1790000071000,
  PushSubscriptions1790000072000,
  Forges1790000080000,
  ForgeLogins1790000081000,
  AskedRequests1790000082000,
];
