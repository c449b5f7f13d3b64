import type Database from 'better-sqlite3';
import { DataSource, QueryFailedError } from 'typeorm';
import { entities } from '#entities.js';
import { dataSourceOptions } from '#platform/database/data-source.js';
import type {
  DatabaseTransaction,
  DatabaseTransactions,
} from '#platform/database/database-transactions.js';
import { EmbeddedConnection } from '#platform/database/embedded-connection.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import { serialize } from '#platform/events/serialize.js';
import { Clock } from '#platform/clock.js';
import type { PlantedFault } from './planted-faults.js';
import { standIn } from './stand-in.js';
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
  /** The clock of the database's server, which a file does not have. */
  readonly clock = standIn(Clock, { now: () => this.now });
  /** Share of transactions that fail at their beginning. */
  refusing = 0;
  /** Share of commits that take effect and are reported as failed. */
  losingAnswers = 0;
  /** Longest wait for the beginning of a transaction, and for the answer to its commit, ms. */
  slowMs = 0;
  /** When what began while it was slow has ended, ms. */
  slowUntil = 0;

  private constructor(
    readonly dataSource: DataSource,
    readonly connection: EmbeddedConnection,
  ) {}

  static async open(): Promise<SimulatedStore> {
    const options = dataSourceOptions({ kind: 'memory' }, entities);
    const dataSource = await new DataSource(options).initialize();
    const connection = EmbeddedConnection.of(dataSource);
    if (connection === null) throw new Error('the store is not embedded');
    const store = new SimulatedStore(dataSource, connection);
    const { databaseConnection } = dataSource.driver as unknown as Driver;
    const time = () => store.now / 1000;
    databaseConnection.function('unixepoch', { varargs: true }, time);
    // Only between seeds is the audit log emptied.
    const kept = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'";
    for (const { name } of connection.run(kept)) connection.run(`DROP TRIGGER ${String(name)}`);
    databaseConnection.function('simulated_ms', () => store.time);
    for (const statement of timesOfQuestions) connection.run(statement);
    return store;
  }

  /** Empties the store for another seed. */
  begin(world: World, planted: PlantedFault | null): void {
    Object.assign(this, { world, holder: null, waiting: [], atEnd: [], planted });
    Object.assign(this, { refusing: 0, losingAnswers: 0, slowMs: 0, slowUntil: 0 });
    if (this.dataSource.isInitialized && this.inTransaction) this.connection.run('ROLLBACK');
    for (const table of tables) this.connection.run(`DELETE FROM ${table}`);
    this.connection.run('UPDATE event_counter SET last = 0');
  }

  /** Time since the beginning, ms. */
  get time(): number {
    return this.world?.time ?? 0;
  }

  /** Time of the database's server, ms. */
  get now(): number {
    return this.world?.wall ?? 0;
  }

  /** The time that a part of a transaction takes: at most this, unless the store is slow. */
  async lasts(most: number, process: SimulatedProcess): Promise<void> {
    this.slowUntil = Math.max(this.slowUntil, this.time + this.slowMs);
    await this.world?.delay(0, Math.max(most, this.slowMs), process);
  }

  private get inTransaction(): boolean {
    return (this.dataSource.driver as unknown as Driver).databaseConnection.inTransaction;
  }

  rows(statement: string): readonly Readonly<Record<string, unknown>>[] {
    return this.connection.run(statement);
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
    this.connection.run('ROLLBACK');
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

/** As the driver reports that the connection broke. */
function broken(): QueryFailedError {
  const error = Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
  return new QueryFailedError('', [], error);
}

/** The transactions of one process; those of all processes follow one another. */
export class SimulatedTransactions implements DatabaseTransactions {
  readonly atOnce = 1;

  constructor(
    private readonly store: SimulatedStore,
    private readonly world: World,
    private readonly process: SimulatedProcess,
  ) {}

  async begin(): Promise<DatabaseTransaction> {
    const { store, world, process } = this;
    await store.lasts(2, process);
    if (world.random.chance(store.refusing)) throw broken();
    await store.take(process);
    store.connection.run('BEGIN IMMEDIATE');
    return new SimulatedTransaction(store, world, process);
  }

  async wereStored(events: readonly CommittedEvent[]): Promise<boolean> {
    await this.world.delay(0, 5, this.process);
    const [first] = events;
    const rows = await this.store.connection.runOutside(
      'SELECT seq FROM events WHERE seq = ? AND payload_json = ?',
      [first?.seq ?? 0, first === undefined ? '' : serialize(first)],
    );
    return this.store.planted !== 'lost answer counts as failed' && rows.length === 1;
  }
}

class SimulatedTransaction implements DatabaseTransaction {
  private open = true;

  constructor(
    private readonly store: SimulatedStore,
    private readonly world: World,
    private readonly process: SimulatedProcess,
  ) {}

  get manager() {
    return this.store.connection.manager;
  }

  takeSent(): readonly Promise<unknown>[] {
    return [];
  }

  async commit(): Promise<void> {
    const { store, world, process } = this;
    await world.delay(0, 1, process);
    store.connection.run('COMMIT');
    this.end();
    await store.lasts(1, process);
    if (world.random.chance(store.losingAnswers)) throw broken();
  }

  async rollBack(): Promise<void> {
    if (!this.open) return;
    this.store.connection.run('ROLLBACK');
    this.end();
  }

  async release(): Promise<void> {}

  private end(): void {
    this.open = false;
    this.store.giveBack();
  }
}
