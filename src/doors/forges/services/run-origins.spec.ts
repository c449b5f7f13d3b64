import { describe, expect, it } from '@jest/globals';
import type { ForgeCheckState } from '#protocol/records/enums.js';
import { branchPage, together } from './run-origins.js';

const passed = { state: 'passed', url: 'https://ci/passed' } as const;
const pending = { state: 'pending', url: 'https://ci/pending' } as const;
const failed = { state: 'failed', url: 'https://ci/failed' } as const;

describe('where a run went', () => {
  it('is told with its checks together: one that failed counts before one at work', () => {
    const told = (checks: ForgeCheckState | null, checksUrl: string | null) => ({
      ...{ checks, checksUrl },
    });
    expect(together([passed, pending, failed])).toEqual(told('failed', failed.url));
    expect(together([passed, pending])).toEqual(told('pending', pending.url));
    expect(together([{ ...passed, url: '' }, passed])).toEqual(told('passed', passed.url));
    expect(together([{ ...failed, url: '' }, passed])).toEqual(told('failed', null));
    expect(together([])).toEqual(told(null, null));
  });

  it.each([
    ['github', 'https://forge/a/b/tree/office/issue-1%3F'],
    ['gitlab', 'https://forge/a/b/-/tree/office/issue-1%3F'],
    ['gitea', 'https://forge/a/b/src/branch/office/issue-1%3F'],
  ] as const)('has the page of its branch on %s', (kind, address) => {
    expect(branchPage({ kind, page: 'https://forge/a/b' }, 'office/issue-1?')).toBe(address);
  });
});
