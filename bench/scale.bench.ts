import pg from 'pg';
import { type Finding, ms } from './support/measure.js';
import {
  erlangWait,
  type QueueLoad,
  simulateNumbering,
  simulateQueue,
} from './support/queue-simulation.js';

const server = process.env.OFFICE_TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const seconds = 3;

/** Length of the turn assumed in docs/scale.md, s: four model calls and four tool calls. */
const turnSeconds = 40;
const transactionsOfTurn = 18;
const turnsAtOnce = 64;

/**
 * Capacity of 1, 10 and 100 replicas: the lock time of event numbers is measured here, the rest is
 * simulated, and the simulation is compared with Erlang's formula.
 */
export default async function scaleBench(): Promise<readonly Finding[]> {
  const [one, eight] = [await lockSeconds(1), await lockSeconds(8)];
  const perTransactionSeconds = Math.max(0, (eight - one) / 7);
  const findings = [agreement(), lockFinding(one, perTransactionSeconds)];
  const transactions = (turnsAtOnce / turnSeconds) * transactionsOfTurn;
  for (const replicas of [1, 10, 100]) {
    const load = { replicas, transactions, lockSeconds: one, perTransactionSeconds };
    const { p95Commit, meanGroup, lockBusy } = simulateNumbering(load, seconds * 10, 7);
    const busy = `lock held ${Math.round(lockBusy * 100)} % of the time`;
    findings.push({
      what: `${replicas} replica(s), ${turnsAtOnce} turns at once on each`,
      found: `commit p95 ${ms(p95Commit * 1000)}, ${meanGroup.toFixed(1)} transactions a group, ${busy}`,
      target: replicas === 100 ? 'none: docs/scale.md says what breaks' : 'p95 under 50 ms',
      met: replicas === 100 || p95Commit < 0.05,
    });
  }
  return findings;
}

/** Runs of about ten minutes that wait for one of 64 places, at 80 and 90 percent load. */
function agreement(): Finding {
  const shares = [0.8, 0.9].map((share) => {
    const load: QueueLoad = { arrivals: (share * 64) / 600, servers: 64, serviceSeconds: 600 };
    const { meanWait } = simulateQueue(load, 2_000_000, 11);
    return { share, simulated: meanWait, reckoned: erlangWait(load) };
  });
  const off = Math.max(...shares.map((each) => Math.abs(each.simulated / each.reckoned - 1)));
  const found = shares.map(
    ({ share, simulated, reckoned }) =>
      `${share * 100} %: ${simulated.toFixed(1)} s against ${reckoned.toFixed(1)} s`,
  );
  return {
    what: 'mean wait of a run, simulated against Erlang C',
    found: found.join('; '),
    target: 'within 15 %',
    met: off < 0.15,
  };
}

function lockFinding(one: number, more: number): Finding {
  return {
    what: 'lock for the numbers of events, held for a group of one, and for each further one',
    found: `${ms(one * 1000)}, ${ms(more * 1000)}`,
    target: 'none: what the simulation starts from',
    met: true,
  };
}

/**
 * Seconds for which a commit of this many transactions holds the counter's row: eight connections
 * number and store events as fast as the row allows, with one round trip and one commit each.
 */
async function lockSeconds(events: number): Promise<number> {
  const table = `office_bench_numbers_${process.pid}`;
  const clients = await Promise.all(Array.from({ length: 8 }, connect));
  const [first] = clients as [pg.Client, ...pg.Client[]];
  await first.query(`CREATE TABLE ${table} (seq bigint PRIMARY KEY, payload text)`);
  await first.query(`CREATE TABLE ${table}_counter AS SELECT 1 AS id, 0::bigint AS last`);
  const until = performance.now() + seconds * 1000;
  let groups = 0;
  const work = async (client: pg.Client): Promise<void> => {
    while (performance.now() < until) {
      await client.query('BEGIN');
      const taken = await client.query<{ last: string }>(
        `UPDATE ${table}_counter SET last = last + ${events} WHERE id = 1 RETURNING last`,
      );
      const last = Number(taken.rows[0]?.last);
      const rows = Array.from(
        { length: events },
        (_, back) => `(${last - back}, repeat('x', 800))`,
      );
      await client.query(`INSERT INTO ${table} VALUES ${rows.join()}; COMMIT`);
      groups += 1;
    }
  };
  await Promise.all(clients.map(work));
  await first.query(`DROP TABLE ${table}, ${table}_counter`);
  await Promise.all(clients.map((client) => client.end()));
  return seconds / groups;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  return client;
}
