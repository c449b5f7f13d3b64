import { expect, it } from '@jest/globals';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { until } from '../support/until.js';
import { atLength } from './support/at-length.js';
import { finished } from './support/carry-out.js';
import { arenaLeaseMs } from './support/crash-arena.js';
import { withRaw } from './support/raw-database.js';
import { shapeOf } from './support/shape-of-run.js';
import { TwoProcesses } from './support/two-processes.js';

const continues = /INFO \[engine\/run\] run run_\w+ continues where it was left/;
/** The runs of a process are let go because it could not renew its leases. */
const lapsed = /WARN \[engine\/run\] leases expired; 1 runs stop here/;
/** Two leases. */
const blockMs = 2 * arenaLeaseMs;

describeOnPostgres('the leases of two processes on one PostgreSQL database', (url) => {
  const both = new TwoProcesses(url);

  it('leave a run to the one that works on it, though its event loop is stuck for longer than a lease', async () => {
    const held: unknown[] = [];
    both.arena.provider.beforeAnswer = async (request) => {
      if (request === 3) await both.first.make({ order: 'block', ms: blockMs });
      if (request === 5) await both.first.make({ order: 'block at commit', ms: blockMs });
      held.push(...(await withRaw(both.database(), (raw) => raw.all('SELECT * FROM run_leases'))));
    };
    await both.start();
    const runId = await both.submit();
    const run = await finished(both.here, runId);
    expect(shapeOf(run)).toEqual(both.arena.undisturbed);
    expect(both.arena.askedAgain()).toEqual([]);
    const owner: unknown = expect.stringContaining(`-${both.first.pid}-`);
    expect(held).toEqual(
      held.map((): unknown => expect.objectContaining({ run_id: run.id, owner, fence: '1' })),
    );
    expect(both.second.matches(continues)).toEqual([]);
    expect(both.first.matches(lapsed)).toEqual([]);
    await both.arena.consistentHistory(both.database());
  }, 120_000);

  it.each([
    ['a minute early', 60_000],
    ...(atLength ? ([['a minute late', -60_000]] as const) : []),
  ])(
    'keep to the clock of the database when the holder of a run is %s and the other the reverse',
    async (_, skewMs) => {
      const skewed = (ms: number): Record<string, string> => ({ CLOCK_SKEW_MS: String(ms) });
      const takenTooEarly: unknown[] = [];
      both.arena.amidst(async () => {
        await twoLeases(both.database());
        takenTooEarly.push(...both.second.matches(continues));
        await both.first.kill();
      });
      await both.start(skewed(skewMs), skewed(-skewMs));
      const runId = await both.submit();
      await both.first.ended();
      expect(takenTooEarly).toEqual([]);
      const diedAt = performance.now();
      await both.second.said(continues);
      expect(performance.now() - diedAt).toBeLessThan(Math.abs(skewMs) / 2);
      // Their clocks differ, and artifacts are shown by their times.
      const { artifacts, ...shape } = shapeOf(await finished(both.there, runId));
      const { artifacts: undisturbed, ...rest } = both.arena.undisturbed;
      expect(shape).toEqual(rest);
      expect(artifacts.toSorted()).toEqual(undisturbed.toSorted());
      expect((await both.arena.consistentHistory(both.database())).ended).toEqual([runId]);
    },
    120_000,
  );

  it.each([
    ['between its writes', () => both.first.freeze()],
    ['in the act of a commit', () => both.first.make({ order: 'freeze at commit' })],
  ])(
    'take over from one that is frozen %s, and refuse its writes when it thaws',
    async (_, freeze) => {
      both.arena.amidst(freeze);
      await both.start();
      const runId = await both.submit();
      await both.second.said(continues);
      both.first.thaw();
      await both.first.said(lapsed);
      expect(shapeOf(await finished(both.there, runId))).toEqual(both.arena.undisturbed);
      // A call in flight when it froze was not recorded, so it is repeated.
      expect(both.arena.askedAgain().length).toBeLessThan(2);
      expect((await both.arena.consistentHistory(both.database())).ended).toEqual([runId]);
    },
    120_000,
  );
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
    await until(async () => (await expiry()) >= begun + 2 * arenaLeaseMs);
  });
}
