import { describe, expect, it } from '@jest/globals';
import { branchPage, together } from './run-origins.js';

const checks = (...states: ('pending' | 'passed' | 'failed')[]) =>
  states.map((state) => ({ state }));

describe('where a run went', () => {
  it('is told with its checks together: one that failed counts before one at work', () => {
    expect(together(checks('passed', 'pending', 'failed'))).toBe('failed');
    expect(together(checks('passed', 'pending'))).toBe('pending');
    expect(together(checks('passed', 'passed'))).toBe('passed');
    expect(together([])).toBeNull();
  });

  it.each([
    ['github', 'https://forge/a/b/tree/office/issue-1%3F'],
    ['gitlab', 'https://forge/a/b/-/tree/office/issue-1%3F'],
    ['gitea', 'https://forge/a/b/src/branch/office/issue-1%3F'],
  ] as const)('has the page of its branch on %s', (kind, address) => {
    expect(branchPage({ kind, page: 'https://forge/a/b' }, 'office/issue-1?')).toBe(address);
  });
});
