import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import type { Run } from '#protocol/records/work.js';
import { searchTextOf } from '#protocol/rules/run-search.js';
import { firstTables } from './first-tables.js';
import { flag, index, integer, key, table, text } from './tables.js';

/** Runs name the version of their journal. */
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

/** Columns for what an employee is doing, beside what it has used. */
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
 * What employees are doing is stored, so that every replica shows it. Written out, since TypeORM
 * makes a table of SQLite anew for each column.
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

/** What people add to a run while it is at work is stored beside its record, which its holder writes. */
class Steering1790000020000 implements MigrationInterface {
  readonly name = 'Steering1790000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN steering_json text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN steering_json');
  }
}

/** Runs keep what was found in their workspace when they began; null: nobody has looked yet. */
class RepositoryBrief1790000027000 implements MigrationInterface {
  readonly name = 'RepositoryBrief1790000027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs ADD COLUMN repository_brief text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE runs DROP COLUMN repository_brief');
  }
}

/** Deliveries that people were asked for say who carries them out; null: there is nothing to do. */
class Deliveries1790000028000 implements MigrationInterface {
  readonly name = 'Deliveries1790000028000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals ADD COLUMN carrier text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals DROP COLUMN carrier');
  }
}

/** Bundles of installed plugins, by content, from which every replica can install them. */
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
 * How often work on a run was begun without coming forward, until when the run is left alone, and
 * the places of turns that replicas share.
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

/** Runs read at a time. */
const batch = 200;

interface StoredRun {
  readonly id: string;
  readonly record_json: string;
}

/** Every run can be found by words, those of before as well. */
class RunSearch1790000040000 implements MigrationInterface {
  readonly name = 'RunSearch1790000040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'run_search',
        [text('run_id', key), text('workspace_id'), text('search_text'), integer('created_at')],
        [index('run_search_by_creation', 'created_at', 'run_id')],
      ),
    );
    for (let last = ''; ;) {
      const rows = await runner.manager
        .createQueryBuilder()
        .select(['id', 'record_json'])
        .from('runs', 'runs')
        .where('id > :last', { last })
        .orderBy('id')
        .limit(batch)
        .getRawMany<StoredRun>();
      if (rows.length === 0) return;
      const values = rows.map(({ record_json }) => searched(JSON.parse(record_json) as Run));
      await runner.manager
        .createQueryBuilder()
        .insert()
        .into('run_search', Object.keys(values[0] ?? {}))
        .values(values)
        .execute();
      last = rows.at(-1)?.id ?? '';
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('run_search');
  }
}

function searched(run: Run) {
  return {
    run_id: run.id,
    workspace_id: run.workspaceId,
    search_text: searchTextOf(run),
    created_at: run.createdAt,
  };
}

/** Which replicas see the files of a floor, and to which group each replica belongs; null: to none. */
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

/** What commands were answered to which clients gave an id. */
class CommandAnswers1790000044000 implements MigrationInterface {
  readonly name = 'CommandAnswers1790000044000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'command_answers',
        [text('key', key), text('fingerprint'), text('answer_json'), integer('at')],
        [index('command_answers_by_time', 'at')],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('command_answers');
  }
}

/** What a yes to an approval opens for whoever asks for the same; null: it is for this one alone. */
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

/** Every migration, in the order in which they run. */
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
];
