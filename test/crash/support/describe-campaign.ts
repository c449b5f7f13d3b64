import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emptyDatabase } from '../../support/temporary-database.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { CountingProvider } from './counting-provider.js';
import { CrashCampaign, type CampaignReport } from './crash-campaign.js';
import { seededRandom } from './seeded-random.js';
import { type RunShape, shapeOf } from './shape-of-run.js';
import { undisturbedRuns } from './undisturbed-runs.js';

const kills = Number(process.env.CRASH_KILLS ?? 6);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1e6);
const timeoutMs = 150_000 + kills * 15_000;

const kinds = ['Fix the parser of dates', 'Build a todo list', 'What is a lease'];

/** Briefs are distinguished by a number, so that no two runs ask the provider the same. */
const numbered = (kind: string, number: number): string =>
  `${kind} #${String(number).padStart(4, '0')}`;
const kindOf = (brief: string): string => brief.slice(0, brief.indexOf(' #'));

/** Runs that are at work at once, so that their commits wait beside each other and are shared. */
function* endlessBatches(): Generator<readonly string[]> {
  for (let number = 1; ; number++) yield kinds.map((kind) => numbered(kind, number));
}

/** The campaign on one database; a file for each, so that they are waged side by side. */
export function describeCampaign(url: string): void {
  const directory = temporaryDirectory();
  const database = emptyDatabase(url, () => directory('office.sqlite'));
  const undisturbed = new Map<string, RunShape>();
  let provider: CountingProvider;
  let report: CampaignReport;

  beforeAll(async () => {
    provider = await CountingProvider.start();
    const briefs = kinds.map((kind) => numbered(kind, 0));
    for (const run of await undisturbedRuns(directory('alone'), provider, briefs)) {
      undisturbed.set(kindOf(run.brief), shapeOf(run));
    }
    const place = { directory: directory('campaign'), database: database(), provider };
    const campaign = new CrashCampaign({ ...place, random: seededRandom(seed) });
    report = await campaign.run(endlessBatches(), kills);
  }, timeoutMs);

  afterAll(() => provider.stop());

  describe(`runs through ${kills} kills (seed ${seed})`, () => {
    it('is killed as often as planned', () => {
      expect(report.kills).toBeGreaterThanOrEqual(kills);
    });

    it('ends every run as an undisturbed one: stages, turns, artifacts and spend', () => {
      for (const run of report.runs)
        expect(shapeOf(run)).toEqual(undisturbed.get(kindOf(run.brief)));
    });

    it('charges the floor once for each of them', () => {
      const spent = report.runs.reduce((total, run) => total + run.budget.spentUsd, 0);
      expect(report.floorSpentUsd).toBeCloseTo(spent, 6);
    });

    it('dies in commits that runs share, before and after which others survive (ADR 11)', () => {
      const fates = new Set(report.sharedCommits.map(({ fate }) => fate));
      expect(fates.has('survived')).toBe(true);
      expect(fates.has('before') || fates.has('after')).toBe(true);
    });

    it('asks for no model answer that was recorded', () => {
      expect(report.askedAgain).toEqual([]);
    });

    it('keeps every promise that can be seen from outside', () => {
      expect(report.problems).toEqual([]);
    });

    it('runs no command twice', () => {
      expect(report.ledger).toEqual([...new Set(report.ledger)]);
    });

    it('numbers events without hole or repeat', () => {
      const { numbers, lastSeq } = report.history;
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(lastSeq).toBe(numbers.length);
    });

    it('announces exactly one end of each run, and one end of each turn that began', () => {
      const { ended, turnsStarted, turnsFinished } = report.history;
      expect(ended.toSorted()).toEqual(report.runs.map((run) => run.id).toSorted());
      expect(turnsFinished).toEqual(turnsStarted);
    });

    it('decides every approval exactly once', () => {
      expect(report.history.approvalsDecided).toEqual(report.history.approvalsRequested);
    });

    it('keeps no journal of a run that is over', () => {
      expect(report.history.leftoverSteps).toBe(0);
    });
  });
}
