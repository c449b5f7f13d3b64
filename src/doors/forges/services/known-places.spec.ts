import { beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '#platform/clock.js';
import type { ForgeIssueState } from '#protocol/records/enums.js';
import { openStore } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import { ForgeIssuesRepository, type StoredIssue } from '../rows/forge-issues.repository.js';
import { KnownPlaces } from './known-places.js';

function issueOf(number: number, state: ForgeIssueState, request: number | null): StoredIssue {
  return {
    ...{ forgeId: 'forge_1', number, title: '', url: '', state, runId: null, branch: '' },
    ...{ tip: null, pushing: null, request, requestUrl: null, wakes: 0, spentUsd: 0 },
    // Some were taken at the same time.
    ...{ takenAt: Math.floor(number / 3), changedAt: 0, note: null, message: null },
  };
}

describe.each(testDatabases)('issues that are known, on $name', ({ url }) => {
  const store = openStore(url);
  let known: KnownPlaces;
  let issues: ForgeIssuesRepository;

  beforeEach(async () => {
    issues = new ForgeIssuesRepository(store().dataSource);
    known = new KnownPlaces(issues, new SystemClock());
    await store().dataSource.query('DELETE FROM forge_issues');
  });

  const put = (state: ForgeIssueState, from: number, count: number): Promise<void> =>
    store().transactions.run(async ({ manager }) => {
      for (let number = from; number < from + count; number += 1) {
        await issues.insert(manager, issueOf(number, state, 10_000 + number));
      }
    });

  it.each([199, 200, 201, 450])('have each its turn, of %s open ones', async (count) => {
    await put('open', 1, count);
    const seen = new Set<string>();
    for (let looks = 0; looks < Math.ceil(count / 200); looks += 1) {
      const due = await known.dueOf('forge_1');
      expect(due).toHaveLength(Math.min(count, 200));
      for (const look of due) seen.add(JSON.stringify(look));
    }
    expect(seen.size).toBe(count);
  });

  it('are all looked at where nobody looked for a while', async () => {
    for (const [nth, state] of (
      ['waiting', 'open', 'resting', 'working', 'ended'] as const
    ).entries()) {
      await put(state, 1 + nth * 300, 250);
    }
    const all = await known.allOf('forge_1');
    expect(all.filter(({ at }) => at === 'issue')).toHaveLength(3 * 250);
    expect(all.filter(({ at }) => at === 'request')).toHaveLength(3 * 250);
    expect(await known.allOf('forge_2')).toEqual([]);
  });
});
