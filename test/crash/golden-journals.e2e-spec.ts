import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';
import { finished } from './support/carry-out.js';
import { CountingProvider, referencesIn } from './support/counting-provider.js';
import { crashEnv } from './support/crash-env.js';
import { freshDatabase } from './support/fresh-database.js';
import {
  type GoldenJournal,
  goldenSets,
  readGolden,
  restoreGolden,
  statesOf,
  writeGolden,
} from './support/golden-journal.js';
import { goldenStates } from './support/make-golden.js';
import { withRaw } from './support/raw-database.js';
import { ServiceLife } from './support/service-life.js';

/**
 * Journals that killed processes left behind, continued to their end by this engine.
 * `npm run golden -- v3` makes the set of a new version from real runs that are killed.
 */
const newSet = process.env.GOLDEN_SET;
const sets = [...new Set([...(await goldenSets()), ...(newSet === undefined ? [] : [newSet])])];
const directory = temporaryDirectory();
let provider: CountingProvider;
const lives: ServiceLife[] = [];

beforeAll(async () => {
  provider = await CountingProvider.start();
});
afterEach(async () => {
  for (const life of lives.splice(0)) if (life.alive) await life.kill();
  provider.forget();
});
afterAll(() => provider.stop());

if (newSet !== undefined) {
  describe(`the golden journals ${newSet}`, () => {
    it.each(Object.entries(goldenStates))(
      'are made of a run that is %s',
      async (state, leave) => {
        const place = {
          directory: directory('make', state),
          database: { kind: 'sqlite', path: directory(`${state}.sqlite`) } as const,
          provider,
        };
        await leave(place);
        await writeGolden(newSet, state, place.database, place.directory);
        const golden = await readGolden(newSet, state);
        expect(golden.tables.runs).toHaveLength(1);
      },
      120_000,
    );
  });
}

describe.each(testDatabases)('journals on $name', ({ name, url }) => {
  describe.each(sets)('of the set %s', (set) => {
    const place = (): string => directory(`${name}-${set}`);
    const database = freshDatabase(url, () => directory(`${name}-${set}.sqlite`));

    it('are continued to the end of their runs', async () => {
      const states = await statesOf(set);
      expect(states.toSorted()).toEqual(Object.keys(goldenStates).toSorted());
      await restoreGolden(set, states, database(), place());
      await mkdir(join(place(), 'workspace'), { recursive: true });
      const env = crashEnv({ directory: place(), database: database(), provider });
      const life = ServiceLife.start({ ...env, OFFICE_SOFT_SPEND_APPROVAL_USD: '0' });
      lives.push(life);
      const client = await life.serving();
      const runs = new Map<string, RunDetail>();
      for (const state of states) {
        const golden = await readGolden(set, state);
        const run = await finished(client, String(golden.tables.runs?.[0]?.id));
        runs.set(state, run);
        expect([state, run.status]).toEqual([state, endOf(state)]);
        expectContinued(run, golden);
      }
      const previews = (runs.get('mid-tool')?.turns ?? []).flatMap(({ toolCalls }) =>
        toolCalls.map(({ resultPreview }) => resultPreview),
      );
      expect(previews).toContain(runTexts.interruptedTool);
      expect(life.log).not.toMatch(/ ERROR /);
      await life.kill();
      const left = await withRaw(database(), (raw) => raw.all('SELECT * FROM journal_steps'));
      expect(left).toEqual([]);
    }, 120_000);
  });
});

function endOf(state: string): string {
  return state === 'cancelled-not-ended' ? 'cancelled' : 'done';
}

/** What was begun is brought to its end once, and what was recorded is not asked for again. */
function expectContinued(run: RunDetail, golden: GoldenJournal): void {
  const turnIds = run.turns.map(({ id }) => id);
  expect(turnIds).toEqual([...new Set(turnIds)]);
  const steps = golden.tables.journal_steps ?? [];
  for (const { value_json: text } of steps) {
    for (const begun of /"turnId":"(turn_\w+)","roleId"/.exec(String(text))?.slice(1) ?? []) {
      expect(turnIds).toContain(begun);
    }
    if (run.status === 'done') {
      for (const reference of referencesIn(String(text))) {
        expect(provider.asked.get(reference) ?? 0).toBe(0);
      }
    }
  }
  for (const approval of run.approvals) expect(approval.status).not.toBe('pending');
}
