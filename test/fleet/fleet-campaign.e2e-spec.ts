import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { CountingProvider } from '../crash/support/counting-provider.js';
import { seededRandom } from '../crash/support/seeded-random.js';
import { type RunShape, shapeOf } from '../crash/support/shape-of-run.js';
import { undisturbedRuns } from '../crash/support/undisturbed-runs.js';
import { createDatabase } from '../support/created-database.js';
import { describeFleet, temporaryRedis } from '../support/redis-server.js';
import { temporaryPostgres } from '../support/postgres-server.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { FleetCampaign, kinds, type FleetReport } from './support/fleet-campaign.js';
import { FleetOfProcesses } from './support/fleet-of-processes.js';
import { type FleetTrouble, troubles } from './support/fleet-troubles.js';

const minutes = Number(process.env['FLEET_MINUTES'] ?? 0);
const seed = Number(process.env['FLEET_SEED'] ?? Date.now() % 1e6);
const random = seededRandom(seed);
const leaseMs = 1500;
const maxConcurrency = 5;
const capacity = 2;
/** USD from which a run asks whether it may go on: one of the kinds comes so far. */
const askedFromUsd = 0.01;
const asking = { OFFICE_SOFT_SPEND_APPROVAL_USD: String(askedFromUsd) };
/** At length, settings and floors are written as often as the checker can order. */
const restMs = Math.max(250, minutes * 150);
const timeoutMs = 300_000 + minutes * 90_000;

/** Each once; at length, in any order and again and again. */
function* sequence(): Generator<FleetTrouble> {
  const endsAt = performance.now() + minutes * 60_000;
  yield* troubles;
  while (performance.now() < endsAt) {
    yield troubles[Math.floor(random() * troubles.length)] ?? 'kill';
  }
}

describeFleet(
  `[fleet] a fleet of three under load and in trouble (seed ${seed})`,
  ({ postgres }) => {
    const directory = temporaryDirectory();
    const postgresServers = temporaryPostgres();
    const redisServers = temporaryRedis();
    let provider: CountingProvider;
    const undisturbed = new Map<string, RunDetail>();
    let report: FleetReport;

    const judge = async (): Promise<void> => {
      const briefs = kinds.map((kind) => `${kind} #0000`);
      for (const run of await undisturbedRuns(directory('alone'), provider, briefs, asking)) {
        undisturbed.set(kindOf(run), run);
      }
    };

    beforeAll(async () => {
      provider = await CountingProvider.start();
      const redis = await redisServers.start();
      const postgresServer = await postgresServers.start();
      const database = await createDatabase(postgresServer?.url ?? postgres);
      const place = {
        directory: directory('fleet'),
        database: { kind: 'postgres' as const, url: database.url },
        redisUrl: redis.url,
        provider,
        env: {
          ...asking,
          OFFICE_LEASE_MS: String(leaseMs),
          OFFICE_CAPACITY: String(capacity),
          OFFICE_MAX_CONCURRENCY: String(maxConcurrency),
        },
      };
      const [fleet] = await Promise.all([FleetOfProcesses.start(place, 3), judge()]);
      try {
        const options = { place, postgres: postgresServer, redis, random, leaseMs, restMs };
        report = await new FleetCampaign(fleet, options).run(sequence());
      } finally {
        await fleet.close();
        await database.drop();
      }
    }, timeoutMs);

    afterAll(() => provider.stop());

    function undisturbedOf(run: RunDetail): RunDetail {
      const found = undisturbed.get(kindOf(run));
      if (found === undefined) throw new Error(`nobody submitted "${run.brief}"`);
      return found;
    }

    it('ends every run as an undisturbed one: stages, turns, artifacts and spend', () => {
      expect(report.runs.length).toBeGreaterThan(troubles.length);
      for (const run of report.runs) {
        expect(withoutOrder(shapeOf(run))).toEqual(withoutOrder(shapeOf(undisturbedOf(run))));
      }
    });

    it('charges the floor once for each of them', () => {
      const spent = report.runs.reduce((total, run) => total + run.budget.spentUsd, 0);
      expect(report.floorSpentUsd).toBeCloseTo(spent, 6);
    });

    it('asks for no model answer that was recorded', () => {
      expect(report.askedAgain).toEqual([]);
    });

    it('numbers events without hole, and keeps no journal of a run that is over', () => {
      const { numbers, lastSeq, leftoverSteps } = report.history;
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(lastSeq).toBe(numbers.length);
      expect(leftoverSteps).toBe(0);
    });

    it('keeps every promise that can be seen from outside', () => {
      expect(report.problems).toEqual([]);
    });

    it.each(['approve', 'settings.write', 'settings.read', 'floor.open', 'floor.rename', 'state'])(
      'has shown the oracles: %s',
      (sort) => {
        expect(report.recorded[sort]).toBeGreaterThan(10);
      },
    );

    it('asks a person once whether a run may spend more, once for each command', () => {
      const asked = (run: RunDetail): number =>
        run.approvals.filter(({ kind }) => kind === 'spend').length;
      expect(kinds.map((kind) => undisturbed.get(kind)).map((run) => run && asked(run))).toEqual([
        0, 1,
      ]);
      for (const run of report.runs) {
        // A call that was cut off is paid for, so a run in trouble may come so far as well.
        expect(asked(run)).toBeGreaterThanOrEqual(asked(undisturbedOf(run)));
        expect(asked(run)).toBeLessThanOrEqual(run.budget.spentUsd >= askedFromUsd ? 1 : 0);
        const commands = run.approvals.map(({ turnId, detail }) => `${turnId} ${detail}`);
        expect(commands).toEqual([...new Set(commands)]);
      }
    });

    it('never has more runs at work on a replica than it can take', () => {
      expect(report.mostHeld).toBeLessThanOrEqual(capacity);
      expect(report.fullest).toBeGreaterThanOrEqual(capacity);
    });

    it('never has more turns at work at once than the organisation allows', () => {
      expect(report.mostCalls).toBeGreaterThan(1);
      expect(report.mostCalls).toBeLessThanOrEqual(maxConcurrency);
    });

    it('takes its troubles for troubles from outside', () => {
      // A request that meets the end of every connection is refused and logged.
      expect(report.log).not.toMatch(/ ERROR (?!\[(?:http|ws)\])|nobody caught/);
    });
  },
);

function kindOf({ brief }: Run): string {
  return brief.slice(0, brief.indexOf(' #'));
}

/** Artifacts are shown by their times, and the clocks of two replicas are read at different moments. */
function withoutOrder(shape: RunShape): RunShape {
  return { ...shape, artifacts: shape.artifacts.toSorted() };
}
