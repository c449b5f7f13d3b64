import { expect, it } from '@jest/globals';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import type { Workspace } from '../../src/protocol/records/organisation.js';
import type { Run } from '../../src/protocol/records/work.js';
import { isFinal } from '../../src/runs/domain/run-status.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import type { OfficeClient } from '../support/office-client.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { finished, submit } from './support/carry-out.js';
import { arenaLeaseMs, CrashArena } from './support/crash-arena.js';
import { freshDatabase } from './support/fresh-database.js';
import { withRaw } from './support/raw-database.js';
import type { ServiceLife } from './support/service-life.js';
import { shapeOf } from './support/shape-of-run.js';

const continues = /INFO \[engine\/run\] run run_\w+ continues where it was left/;
/** The runs of a process are let go because it could not renew its leases. */
const lapsed = /WARN \[engine\/run\] leases lapsed; 1 runs are let go/;
/** Two leases. */
const blockMs = 2 * arenaLeaseMs;
/** A transaction that is frozen is ended by the server after this long, not after ten seconds. */
const abandonedAfterMs = 1500;

describeOnPostgres('two processes on one PostgreSQL database', (url) => {
  const arena = new CrashArena();
  const database = freshDatabase(url, () => '');
  let first: ServiceLife;
  let second: ServiceLife;
  let here: OfficeClient;
  let there: OfficeClient;

  type Env = Readonly<Record<string, string>>;
  async function startBoth(env: Env = {}, envOfSecond: Env = env): Promise<void> {
    const start = (own: Env): ServiceLife =>
      arena.start({ database: impatient(database()), env: own });
    [first, second] = [start(env), start(envOfSecond)];
    [here, there] = [await first.serving(), await second.serving()];
  }

  it('leave a run to the one that works on it, though its event loop is stuck for longer than a lease', async () => {
    const held: unknown[] = [];
    arena.vendor.beforeAnswer = async (request) => {
      if (request === 3) await first.make({ order: 'block', ms: blockMs });
      if (request === 5) await first.make({ order: 'block at commit', ms: blockMs });
      held.push(...(await withRaw(database(), (raw) => raw.all('SELECT * FROM run_leases'))));
    };
    await startBoth();
    const run = await finished(here, await submit(here, arena.brief));
    expect(shapeOf(run)).toEqual(arena.undisturbed);
    expect(arena.askedAgain()).toEqual([]);
    const owner: unknown = expect.stringContaining(`-${first.pid}-`);
    expect(held).toEqual(held.map(() => ({ run_id: run.id, owner, fence: '1' })));
    expect(second.matches(continues)).toEqual([]);
    expect(first.matches(lapsed)).toEqual([]);
    await arena.consistentHistory(database());
  }, 60_000);

  it.each([
    ['a minute late', -60_000],
    ['a minute early', 60_000],
  ])(
    'keep to the clock of the database when the holder of a run is %s and the other the reverse',
    async (_, skewMs) => {
      const skewed = (ms: number): Env => ({ CLOCK_SKEW_MS: String(ms) });
      const takenTooEarly: unknown[] = [];
      arena.amidst(async () => {
        await twoLeases(database());
        takenTooEarly.push(...second.matches(continues));
        await first.kill();
      });
      await startBoth(skewed(skewMs), skewed(-skewMs));
      const runId = await submit(here, arena.brief);
      await first.ended();
      expect(takenTooEarly).toEqual([]);
      const diedAt = performance.now();
      await second.said(continues);
      expect(performance.now() - diedAt).toBeLessThan(Math.abs(skewMs) / 2);
      // Their clocks differ, and artifacts are shown by their times.
      const { artifacts, ...shape } = shapeOf(await finished(there, runId));
      const { artifacts: undisturbed, ...rest } = arena.undisturbed;
      expect(shape).toEqual(rest);
      expect(artifacts.toSorted()).toEqual(undisturbed.toSorted());
      expect((await arena.consistentHistory(database())).ended).toEqual([runId]);
    },
    60_000,
  );

  it.each([
    ['between its writes', () => first.freeze()],
    ['in the act of a commit', () => first.make({ order: 'freeze at commit' })],
  ])(
    'take over from one that is frozen %s, and refuse its writes when it thaws',
    async (_, freeze) => {
      arena.amidst(freeze);
      await startBoth();
      const runId = await submit(here, arena.brief);
      await second.said(continues);
      first.thaw();
      await first.said(lapsed);
      expect(shapeOf(await finished(there, runId))).toEqual(arena.undisturbed);
      // A call in flight when it froze was not recorded, so it is repeated.
      expect(arena.askedAgain().length).toBeLessThan(2);
      expect((await arena.consistentHistory(database())).ended).toEqual([runId]);
    },
    60_000,
  );

  it('decide for each other what a run asks, and cancel for each other', async () => {
    await startBoth({
      OFFICE_AUTO_APPROVE_SHELL: 'false',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001',
    });
    const [asking, deciding] = [await here.connect(), await there.connect()];
    approveElsewhere(asking, deciding);
    const decided = await submit(here, arena.brief);
    expect(await endOf(asking, decided)).toMatchObject({ status: 'done' });
    arena.vendor.beforeAnswer = () => new Promise(() => {});
    const unwanted = await submit(here, arena.brief);
    deciding.send({ type: 'cancel', runId: unwanted });
    expect(await endOf(asking, unwanted)).toMatchObject({ status: 'cancelled' });
    expect((await arena.consistentHistory(database())).ended).toEqual([decided, unwanted]);
  }, 60_000);

  it('refuse in time what was asked by one that died', async () => {
    await startBoth({
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001',
      OFFICE_APPROVAL_TIMEOUT_MS: '2000',
    });
    const [dying, living] = [await here.connect(), await there.connect()];
    const runId = await submit(here, arena.brief);
    await dying.waitFor('approval.requested');
    await first.kill();
    expect(await endOf(living, runId)).toMatchObject({ status: 'cancelled' });
    await arena.consistentHistory(database());
  }, 60_000);

  it('continue work on a floor that another opened', async () => {
    await startBoth();
    const { body: floor } = await here.post<Workspace>('/api/workspaces', { name: 'Annexe' });
    arena.amidst(() => first.kill());
    const order = { brief: arena.brief, workspaceId: floor.id };
    const { body: run } = await here.post<Run>('/api/submit', order);
    expect(shapeOf(await finished(there, run.id))).toEqual(arena.undisturbed);
    await arena.consistentHistory(database());
  }, 60_000);
});

/** Resolves when whoever holds leases has renewed them for twice their length. */
async function twoLeases(database: DatabaseConfig): Promise<void> {
  await withRaw(database, async (raw) => {
    const expiry = async (): Promise<number> => {
      const [row] = await raw.all<{ at: string }>(
        'SELECT MIN(expires_at) AS at FROM lease_holders',
      );
      return Number(row?.at);
    };
    const begun = await expiry();
    while ((await expiry()) < begun + 2 * arenaLeaseMs) continue;
  });
}

/** The database, with less patience for transactions that say nothing. */
function impatient(database: DatabaseConfig): DatabaseConfig {
  if (database.kind !== 'postgres') return database;
  const url = new URL(database.url);
  url.searchParams.set('idle_in_transaction_session_timeout', String(abandonedAfterMs));
  return { kind: 'postgres', url: url.href };
}

/** Every approval requested on the one socket is granted over the other. */
function approveElsewhere(asking: OfficeSocket, deciding: OfficeSocket): void {
  asking.socket.on('message', (frame: Buffer) => {
    const event = JSON.parse(frame.toString()) as { type: string; approval: { id: string } };
    if (event.type !== 'approval.requested') return;
    deciding.send({ type: 'approve', approvalId: event.approval.id, approved: true });
  });
}

async function endOf(socket: OfficeSocket, runId: string): Promise<Run> {
  const isEnd = ({ run }: { run: Run }): boolean => run.id === runId && isFinal(run.status);
  return (await socket.waitFor('run.updated', isEnd)).run;
}
