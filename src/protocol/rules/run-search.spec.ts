import { describe, expect, it } from '@jest/globals';
import { sampleRun } from '#test/support/sample-records.js';
import { matchesSearch, searchTextOf, searchWords } from './run-search.js';

const run = sampleRun({
  brief: 'Write a Parser\nfor CSV',
  outcome: 'It reads quotes.',
  workspaceId: 'lab',
  status: 'done',
});

describe('matchesSearch', () => {
  it.each([
    [{}, true],
    [{ search: 'PARS csv' }, true],
    [{ search: 'quotes' }, true],
    [{ search: run.id }, true],
    [{ search: 'parser yaml' }, false],
    [{ status: 'done' }, true],
    [{ status: 'failed' }, false],
    [{ workspaceId: 'lab', search: 'csv' }, true],
    [{ workspaceId: 'default' }, false],
  ] as const)('%j: %s', (search, found) => {
    expect(matchesSearch(run, search)).toBe(found);
  });
});

describe('searchTextOf', () => {
  it('is one line in small letters without NUL', () => {
    const text = searchTextOf({ ...run, brief: 'A\u0000B\n\nC', outcome: null, error: null });
    expect(text).toContain('a b c');
  });

  it('is bounded', () => {
    expect(searchTextOf({ ...run, brief: 'x'.repeat(1e6) }).length).toBeLessThan(5000);
  });
});

describe('searchWords', () => {
  it('are at most ten, none of them long or empty', () => {
    expect(searchWords('  A  b\u0000')).toEqual(['a', 'b']);
    expect(searchWords('w '.repeat(50))).toHaveLength(10);
    expect(searchWords('w'.repeat(500))).toEqual(['w'.repeat(100)]);
  });
});
