import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CountingVendor } from '../crash/support/counting-vendor.js';
import { seededRandom } from '../crash/support/seeded-random.js';
import { type RunShape, shapeOf } from '../crash/support/shape-of-run.js';
import { undisturbedRuns } from '../crash/support/undisturbed-runs.js';
import { describeFleet, temporaryRedis } from '../support/redis-server.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import {
  FleetCampaign,
  kinds,
  type FleetReport,
  type FleetTrouble,
  troubles,
} from './support/fleet-campaign.js';
import { FleetOfProcesses } from './support/fleet-of-processes.js';

const minutes = Number(process.env['FLEET_MINUTES'] ?? 0);
const seed = Number(process.env['FLEET_SEED'] ?? Date.now() % 1e6);
const random = seededRandom(seed);
const leaseMs = 2000;
const maxConcurrency = 5;
const timeoutMs = 300_000 + minutes * 90_000;

/** What `npm test` makes; a process that lost its database has a test of its own (store-trouble). */
const shortly: readonly FleetTrouble[] = ['kill', 'freeze', 'postgres', 'redis'];
const first = minutes > 0 ? troubles : shortly;

/** Each of the first once; at length, in any order and again and again. */
function* sequence(): Generator<FleetTrouble> {
  const endsAt = performance.now() + minutes * 60_000;
  yield* first;
  while (performance.now() < endsAt) {
    yield troubles[Math.floor(random() * troubles.length)] ?? 'kill';
  }
}

describeFleet(
  `[fleet] a fleet of three under load and in trouble (seed ${seed})`,
  ({ postgres }) => {
    const directory = temporaryDirectory();
    const database = temporaryDatabase(postgres, () => '');
    const redisServers = temporaryRedis();
    let vendor: CountingVendor;
    const undisturbed = new Map<string, RunShape>();
    let report: FleetReport;

    beforeAll(async () => {
      vendor = await CountingVendor.start();
      const briefs = kinds.map((kind) => `${kind} #0000`);
      for (const run of await undisturbedRuns(directory('alone'), vendor, briefs)) {
        undisturbed.set(kindOf(run.brief), withoutOrder(shapeOf(run)));
      }
      const redis = await redisServers.start();
      const config = database();
      if (config.kind !== 'postgres') throw new Error('a fleet needs PostgreSQL');
      const place = {
        directory: directory('fleet'),
        database: config,
        redisUrl: redis.url,
        vendor,
        env: {
          OFFICE_LEASE_MS: String(leaseMs),
          OFFICE_CAPACITY: '3',
          OFFICE_MAX_CONCURRENCY: String(maxConcurrency),
        },
      };
      const fleet = await FleetOfProcesses.start(place, 3);
      try {
        const campaign = new FleetCampaign(fleet, { place, redis, random, leaseMs });
        report = await campaign.run(sequence());
      } finally {
        await fleet.close();
      }
    }, timeoutMs);

    afterAll(() => vendor.stop());

    it('ends every run as an undisturbed one: stages, turns, artifacts and spend', () => {
      expect(report.runs.length).toBeGreaterThan(first.length);
      for (const run of report.runs) {
        expect(withoutOrder(shapeOf(run))).toEqual(undisturbed.get(kindOf(run.brief)));
      }
    });

    it('charges the floor once for each of them', () => {
      const spent = report.runs.reduce((total, run) => total + run.budget.spentUsd, 0);
      expect(report.floorSpentUsd).toBeCloseTo(spent, 6);
    });

    it('asks for no model answer that was recorded, and runs no command twice', () => {
      expect(report.askedAgain).toEqual([]);
      expect(report.ledger).toEqual([...new Set(report.ledger)]);
    });

    it('numbers events without hole or repeat, with one end of each run and of each turn', () => {
      const { numbers, lastSeq, ended, turnsStarted, turnsFinished, leftoverSteps } =
        report.history;
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(lastSeq).toBe(numbers.length);
      expect(ended.toSorted()).toEqual(report.runs.map(({ id }) => id).toSorted());
      expect(turnsFinished).toEqual(turnsStarted);
      expect(leftoverSteps).toBe(0);
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

function kindOf(brief: string): string {
  return brief.slice(0, brief.indexOf(' #'));
}

/** Artifacts are shown by their times, and the clocks of two replicas are read at different moments. */
function withoutOrder(shape: RunShape): RunShape {
  return { ...shape, artifacts: shape.artifacts.toSorted() };
}
