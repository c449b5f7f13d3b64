import { createDatabase } from '../../test/support/created-database.js';
import { ServiceLife } from '../../test/crash/support/service-life.js';
import { withRaw } from '../../test/crash/support/raw-database.js';
import type { OfficeClient } from '../../test/support/office-client.js';
import { benchDirectory } from './bench-directory.js';

const postgres =
  process.env['OFFICE_TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const redis = process.env['OFFICE_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

type Env = Readonly<Record<string, string>>;

/** Replicas of one office in mock mode: calls of 50 ms, two concurrent runs on each. */
export class BenchFleet {
  readonly lives: ServiceLife[] = [];
  readonly clients: OfficeClient[] = [];
  private readonly directory = benchDirectory();

  private constructor(
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(size: number, env: Env = {}): Promise<BenchFleet> {
    const created = await createDatabase(postgres);
    const fleet = new BenchFleet(created.url, () => created.drop());
    while (fleet.lives.length < size) await fleet.join(env);
    return fleet;
  }

  async join(env: Env = {}): Promise<ServiceLife> {
    const life = ServiceLife.start({
      OFFICE_DB: this.url,
      OFFICE_REDIS_URL: redis,
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '50',
      OFFICE_MAX_CONCURRENCY: '16',
      OFFICE_CAPACITY: '2',
      OFFICE_LEASE_MS: '10000',
      OFFICE_MCP: 'false',
      OFFICE_WORKSPACE: `${this.directory.path}/workspace`,
      OFFICE_WORKSPACES_ROOT: `${this.directory.path}/workspaces`,
      ...env,
    });
    this.lives.push(life);
    this.clients.push(await life.serving());
    return life;
  }

  client(index: number): OfficeClient {
    const client = this.clients[index];
    if (client === undefined) throw new Error('there is no such replica');
    return client;
  }

  /** Submits all at once, to the replicas in turn. */
  async submit(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, number) => number);
    await Promise.all(
      numbers.map((number) =>
        this.client(number % this.clients.length).post('/api/submit', {
          brief: `What is a lease, number ${number}?`,
        }),
      ),
    );
  }

  async count(sql: string): Promise<number> {
    const [row] = await withRaw({ kind: 'postgres', url: this.url }, (raw) =>
      raw.all<{ count: string }>(sql),
    );
    return Number(row?.count);
  }

  /** A value of /metrics, summed over all replicas. */
  async total(metric: string): Promise<number> {
    const figures = this.clients.map(async (client) => {
      const { text } = await client.get('/metrics');
      const found = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1];
      if (found === undefined) throw new Error(`no replica counts ${metric}`);
      return Number(found);
    });
    return (await Promise.all(figures)).reduce((sum, figure) => sum + figure, 0);
  }

  /** Adds this many copies of a waiting run. */
  async enqueueCopies(count: number): Promise<void> {
    await withRaw({ kind: 'postgres', url: this.url }, async (raw) => {
      await raw.all(
        `INSERT INTO runs (id, workspace_id, status, record_json, auto_approve_shell, created_at,
           queue_place,
           journal_version)
         SELECT 'run_copy' || n, workspace_id, status, replace(record_json, id, 'run_copy' || n),
           auto_approve_shell, created_at + n, queue_place + n, journal_version
         FROM (SELECT * FROM runs WHERE status = 'queued' LIMIT 1) AS run,
           generate_series(1, ${count}) AS n`,
      );
      await raw.all(
        "INSERT INTO run_leases (run_id, fence) SELECT id, 0 FROM runs WHERE id LIKE 'run_copy%'",
      );
    });
  }

  async untilEnded(count: number): Promise<void> {
    const sql = 'SELECT COUNT(*) AS count FROM runs WHERE ended_at IS NOT NULL';
    while ((await this.count(sql)) < count) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async close(): Promise<void> {
    for (const client of this.clients) await client.closeSockets();
    for (const life of this.lives) if (life.alive) await life.kill();
    await this.drop();
    this.directory.remove();
  }
}
