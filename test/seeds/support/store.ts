import type Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { entities } from '#entities.js';
import { dataSourceOptions } from '#platform/database/data-source.js';
import { EmbeddedConnection } from '#platform/database/embedded-connection.js';
import { Clock } from '#platform/clock.js';
import type { PlantedFault } from './planted-faults.js';
import { standIn } from './stand-in.js';
import { broken, inOrder } from './store-troubles.js';
import type { SimulatedProcess, World } from './world.js';

/** Emptied between seeds, in an order that foreign keys allow. */
const tables = [
  ...['events', 'office_documents', 'run_leases', 'lease_holders', 'turn_slots', 'journal_steps'],
  ...['turns', 'artifacts', 'approvals', 'run_search', 'runs', 'workspaces', 'employees'],
  ...['command_answers', 'audit_log', 'question_times'],
];

/** When each question was stored, and when its answer, by the time of the simulation. */
const timesOfQuestions = [
  'CREATE TEMP TABLE question_times (id TEXT PRIMARY KEY, asked INTEGER, decided INTEGER)',
  'CREATE TEMP TRIGGER question_asked AFTER INSERT ON main.approvals ' +
    'BEGIN INSERT INTO question_times VALUES (NEW.id, simulated_ms(), NULL); END',
  'CREATE TEMP TRIGGER question_decided AFTER UPDATE OF status ON main.approvals ' +
    "WHEN OLD.status = 'pending' AND NEW.status <> 'pending' " +
    'BEGIN UPDATE question_times SET decided = simulated_ms() WHERE id = NEW.id; END',
];

/** Before the last of so many statements a connection has broken. */
const mostStatements = 8;

interface Driver {
  readonly databaseConnection: Database.Database;
}

/** One database in memory for every seed of this process, and all replicas of a seed. */
export class SimulatedStore {
  private world: World | null = null;
  private holder: SimulatedProcess | null = null;
  private waiting: (() => void)[] = [];
  private atEnd: (() => void)[] = [];
  planted: PlantedFault | null = null;
  /** What its clock is ahead of the time of the simulation, ms. */
  private skewMs = 0;
  /** The clock of the database's server, which a file does not have. */
  readonly clock = standIn(Clock, { now: () => this.now });
  /** Share of transactions that fail at their beginning. */
  refusing = 0;
  /** Share of commits that take effect and are reported as failed. */
  losingAnswers = 0;
  /** Share of commits that fail and store nothing. */
  losingCommits = 0;
  /** Share of transactions whose connection breaks before one of their statements. */
  breaking = 0;
  /** Share of reads outside of transactions that fail. */
  failingReads = 0;
  /** Statements of the open transaction before its connection breaks; null: it does not. */
  private statementsLeft: number | null = null;
  /** Statements of the simulation itself, which never fail. */
  private readonly own: EmbeddedConnection['run'];
  /** Longest wait for the beginning of a transaction, and for the answer to its commit, ms. */
  slowMs = 0;
  /** When what began while it was slow has ended, ms. */
  slowUntil = 0;

  private constructor(
    readonly dataSource: DataSource,
    readonly connection: EmbeddedConnection,
  ) {
    this.own = connection.run.bind(connection);
    connection.run = (text, parameters) => {
      this.mayFail();
      return this.own(text, parameters);
    };
    const { queryRunner } = connection.manager;
    if (queryRunner === undefined) throw new Error('transactions have no connection');
    const { query } = queryRunner;
    const mayFail = async (...given: readonly unknown[]): Promise<unknown> => {
      this.mayFail();
      return Reflect.apply(query, queryRunner, given) as unknown;
    };
    Object.assign(queryRunner, { query: mayFail });
  }

  /** Throws if the service's statement is one that fails. */
  private mayFail(): void {
    if (this.holder === null) {
      if (this.failingReads > 0 && this.world?.random.chance(this.failingReads)) throw broken();
    } else if (this.statementsLeft !== null) {
      if (this.statementsLeft === 0) throw broken();
      this.statementsLeft -= 1;
    }
  }

  /** Begins a transaction for whoever has taken the connection. */
  open(): void {
    const { random } = this.world as World;
    const isBreaking = this.breaking > 0 && random.chance(this.breaking);
    this.statementsLeft = isBreaking ? random.between(0, mostStatements) : null;
    this.control('BEGIN IMMEDIATE');
  }

  control(statement: 'BEGIN IMMEDIATE' | 'COMMIT' | 'ROLLBACK'): void {
    this.own(statement);
  }

  static async open(): Promise<SimulatedStore> {
    const options = dataSourceOptions({ kind: 'memory' }, entities);
    const dataSource = await new DataSource(options).initialize();
    const connection = EmbeddedConnection.of(dataSource);
    if (connection === null) throw new Error('the store is not embedded');
    const store = new SimulatedStore(dataSource, connection);
    const { own } = store;
    const { databaseConnection } = dataSource.driver as unknown as Driver;
    const time = () => store.now / 1000;
    databaseConnection.function('unixepoch', { varargs: true }, time);
    // Only between seeds is the audit log emptied.
    const kept = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'";
    for (const { name } of own(kept)) own(`DROP TRIGGER ${String(name)}`);
    databaseConnection.function('simulated_ms', () => store.time);
    for (const statement of timesOfQuestions) own(statement);
    return store;
  }

  /** Empties the store for another seed. */
  begin(world: World, planted: PlantedFault | null, skewMs: number): void {
    Object.assign(this, { skewMs, world, holder: null, waiting: [], atEnd: [], planted });
    Object.assign(this, { ...inOrder, slowMs: 0, slowUntil: 0 });
    if (this.dataSource.isInitialized && this.inTransaction) this.control('ROLLBACK');
    for (const table of tables) this.own(`DELETE FROM ${table}`);
    this.own('UPDATE event_counter SET last = 0');
  }

  /** Time since the beginning, ms. */
  get time(): number {
    return this.world?.time ?? 0;
  }

  /** Time of the database's server, ms. */
  get now(): number {
    return (this.world?.wall ?? 0) + this.skewMs;
  }

  /** The time that a part of a transaction takes: at most this, unless the store is slow. */
  async lasts(most: number, process: SimulatedProcess): Promise<void> {
    this.slowUntil = Math.max(this.slowUntil, this.time + this.slowMs);
    await this.world?.delay(0, Math.max(most, this.slowMs), process);
  }

  /** True if the connection of the open transaction has broken. */
  get isBroken(): boolean {
    return this.statementsLeft === 0;
  }

  private get inTransaction(): boolean {
    return (this.dataSource.driver as unknown as Driver).databaseConnection.inTransaction;
  }

  rows(statement: string): readonly Readonly<Record<string, unknown>>[] {
    return this.own(statement);
  }

  /** Sorted. @param from a table, and perhaps a condition */
  ids(from: string): readonly string[] {
    return this.rows(`SELECT id FROM ${from} ORDER BY id`).map(({ id }) => String(id));
  }

  /** The last number given out. */
  get lastNumber(): number {
    return Number(this.rows('SELECT last FROM event_counter')[0]?.['last'] ?? 0);
  }

  /** Number of the last event for clients. */
  get lastSent(): number {
    const statement =
      "SELECT seq AS last FROM events WHERE type NOT LIKE 'internal.%' ORDER BY seq DESC LIMIT 1";
    return Number(this.rows(statement)[0]?.['last'] ?? 0);
  }

  /** The server notices that the connection of a process has gone. */
  forget(process: SimulatedProcess): void {
    if (this.holder !== process) return;
    this.control('ROLLBACK');
    this.giveBack();
  }

  async take(process: SimulatedProcess): Promise<void> {
    while (this.holder !== null) {
      // Reads that waited for the end of the transaction come before the next one.
      await new Promise<void>((resolve) =>
        this.waiting.push(() => void this.world?.after(0, resolve, process)),
      );
    }
    if (!process.alive) return new Promise(() => undefined);
    this.holder = process;
  }

  /** Acts as soon as the process is in no transaction. */
  outsideOf(process: SimulatedProcess, act: () => void): void {
    if (this.holder === process) this.atEnd.push(act);
    else act();
  }

  giveBack(): void {
    this.holder = null;
    for (const act of this.atEnd.splice(0)) act();
    for (const wake of this.waiting.splice(0)) wake();
  }
}
