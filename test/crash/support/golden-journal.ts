import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { dataSourceOptions } from '#platform/database/data-source.js';
import { migrations } from '#platform/database/migrations/migrations.js';
import { repositoryRoot } from '../../support/run-program.js';
import { type RawDatabase, withRaw } from './raw-database.js';

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

/** What a killed process left in its database. */
export interface GoldenJournal {
  /** Migrations that the database had, in order. */
  readonly migrations: readonly string[];
  readonly tables: Tables;
}

/** Tables whose rows belong to one run. */
const tablesOfRun = ['runs', 'run_leases', 'journal_steps', 'turns', 'artifacts', 'approvals'];
/** Tables of the whole office, equal in all journals of a set. The event log may be pruned. */
const tablesOfOffice = ['event_counter', 'office_documents', 'workspaces', 'employees'];
/** Stands for the directory of the process that was killed. */
const placeholder = '{{directory}}';
const root = join(repositoryRoot, 'test', 'crash', 'golden');

/** The sets in store, oldest first. */
export async function goldenSets(): Promise<readonly string[]> {
  return (await readdir(root)).filter((name) => /^v\d+$/.test(name)).sort(byNumber);
}

function byNumber(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1));
}

/** Names of the states of a set. */
export async function statesOf(set: string): Promise<readonly string[]> {
  const names = await readdir(join(root, set));
  return names.map((name) => name.replace('.json', '')).filter((name) => name !== 'office');
}

export async function readGolden(set: string, name: string): Promise<GoldenJournal> {
  return JSON.parse(await readFile(join(root, set, `${name}.json`), 'utf8')) as GoldenJournal;
}

/** Writes down what a dead process left of its run, and of its office. */
export async function writeGolden(
  set: string,
  state: string,
  database: DatabaseConfig,
  directory: string,
): Promise<void> {
  await mkdir(join(root, set), { recursive: true });
  const write = async (name: string, tables: readonly string[]): Promise<void> => {
    const journal = await withRaw(database, (raw) => dump(raw, tables));
    const text = JSON.stringify(journal, null, 1).replaceAll(directory, placeholder);
    await writeFile(join(root, set, `${name}.json`), `${text}\n`);
  };
  await write(state, tablesOfRun);
  await write('office', tablesOfOffice);
}

async function dump(raw: RawDatabase, tables: readonly string[]): Promise<GoldenJournal> {
  const applied = await raw.all<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  const rows: Record<string, readonly Row[]> = {};
  for (const table of tables) rows[table] = await raw.all(`SELECT * FROM ${table}`);
  return { migrations: applied.map(({ name }) => name), tables: rows };
}

/** Makes the database as the killed processes left it, at the migrations that they knew. */
export async function restoreGolden(
  set: string,
  states: readonly string[],
  database: DatabaseConfig,
  directory: string,
): Promise<void> {
  const office = await readGolden(set, 'office');
  await migrateTo(database, office.migrations);
  const journals = await Promise.all(states.map((state) => readGolden(set, state)));
  await withRaw(database, async (raw) => {
    await raw.all('DELETE FROM event_counter');
    for (const { tables } of [office, ...journals]) await insert(raw, tables, directory);
  });
}

async function migrateTo(database: DatabaseConfig, names: readonly string[]): Promise<void> {
  const known = migrations.filter((migration) => names.includes(new migration().name));
  const options = { ...dataSourceOptions(database, []), migrations: known };
  const dataSource = await new DataSource(options).initialize();
  await dataSource.destroy();
}

async function insert(raw: RawDatabase, tables: Tables, directory: string): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      const values = Object.values(row).map((value) =>
        typeof value === 'string' ? value.replaceAll(placeholder, directory) : value,
      );
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
      await raw.all(sql, ...values);
    }
  }
}
