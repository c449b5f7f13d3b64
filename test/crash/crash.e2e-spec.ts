import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';
import { CountingVendor } from './support/counting-vendor.js';
import { CrashCampaign, type CampaignReport } from './support/crash-campaign.js';
import { seededRandom } from './support/seeded-random.js';
import { type RunShape, shapeOf } from './support/shape-of-run.js';
import { undisturbedRuns } from './support/undisturbed-runs.js';

const kills = Number(process.env.CRASH_KILLS ?? 16);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1e6);
const patienceMs = 60_000 + kills * 15_000;

const kinds = ['Fix the parser of dates', 'Build a todo list', 'What is a lease'];

/** Briefs are told apart by a number, so that no two runs ask the vendor the same. */
const numbered = (kind: string, number: number): string =>
  `${kind} #${String(number).padStart(4, '0')}`;
const kindOf = (brief: string): string => brief.slice(0, brief.indexOf(' #'));

/** Runs that are at work at once, so that their commits wait beside each other and are shared. */
function* endlessBatches(): Generator<readonly string[]> {
  for (let number = 1; ; number++) yield kinds.map((kind) => numbered(kind, number));
}

const arenas = testDatabases.map(({ name, url }) => {
  const directory = temporaryDirectory();
  return { name, directory, database: temporaryDatabase(url, () => directory('office.sqlite')) };
});
type Arena = (typeof arenas)[number];

let vendor: CountingVendor;
const undisturbed = new Map<string, RunShape>();
const reports = new Map<string, CampaignReport>();

async function wageCampaign({ name, directory, database }: Arena): Promise<void> {
  const place = { directory: directory('campaign'), database: database(), vendor };
  const campaign = new CrashCampaign({ ...place, random: seededRandom(seed) });
  reports.set(name, await campaign.run(endlessBatches(), kills));
}

/** On all databases side by side, since most of a life is waiting for it to begin. */
beforeAll(async () => {
  vendor = await CountingVendor.start();
  const briefs = kinds.map((kind) => numbered(kind, 0));
  for (const run of await undisturbedRuns(arenas[0]?.directory('alone') ?? '', vendor, briefs)) {
    undisturbed.set(kindOf(run.brief), shapeOf(run));
  }
  await Promise.all(arenas.map(wageCampaign));
}, patienceMs);

afterAll(() => vendor.stop());

describe.each(arenas)(`runs through ${kills} kills on $name (seed ${seed})`, (arena) => {
  const { name, database } = arena;
  let report: CampaignReport;

  beforeAll(() => {
    report = reports.get(name) as CampaignReport;
  });

  it('dies as often as it was told to', () => {
    expect(report.kills).toBeGreaterThanOrEqual(kills);
  });

  it('ends every run as an undisturbed one: stages, turns, artifacts and spend', () => {
    for (const run of report.runs) expect(shapeOf(run)).toEqual(undisturbed.get(kindOf(run.brief)));
  });

  it('charges the floor once for each of them', () => {
    const spent = report.runs.reduce((total, run) => total + run.budget.spentUsd, 0);
    expect(report.floorSpentUsd).toBeCloseTo(spent, 6);
  });

  it('dies in commits that runs share, before and after which others survive (ADR 7)', () => {
    const fates = new Set(report.sharedCommits.map(({ fate }) => fate));
    const shares = database().kind === 'sqlite';
    expect(fates.has('survived')).toBe(shares);
    expect(fates.has('before') || fates.has('after')).toBe(shares);
  });

  it('asks for no model answer that was recorded', () => {
    expect(report.askedAgain).toEqual([]);
  });

  it('runs no command twice', () => {
    expect(report.ledger).toEqual([...new Set(report.ledger)]);
  });

  it('numbers events without hole or repeat', () => {
    const { numbers, lastSeq } = report.story;
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(lastSeq).toBe(numbers.length);
  });

  it('announces exactly one end of each run, and one end of each turn that began', () => {
    const { ended, turnsStarted, turnsFinished } = report.story;
    expect(ended.toSorted()).toEqual(report.runs.map((run) => run.id).toSorted());
    expect(turnsFinished).toEqual(turnsStarted);
  });

  it('decides every approval exactly once', () => {
    expect(report.story.approvalsDecided).toEqual(report.story.approvalsRequested);
  });

  it('keeps no journal of a run that is over', () => {
    expect(report.story.leftoverSteps).toBe(0);
  });
});
