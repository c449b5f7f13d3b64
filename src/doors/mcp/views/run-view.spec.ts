import { describe, expect, it } from '@jest/globals';
import { sampleRun } from '#test/support/sample-records.js';
import { lineOfRun, viewOfRun } from './run-view.js';

describe('a run in one line', () => {
  it('is called as people call it', () => {
    const run = sampleRun({ title: 'It is slow (#3)', brief: 'Do what issue #3 asks.' });
    expect(lineOfRun(run)).toMatch(/: It is slow \(#3\)$/);
    expect(viewOfRun(run).title).toBe('It is slow (#3)');
    expect(lineOfRun(sampleRun({ brief: 'Mend it\nby noon' }))).toMatch(/: Mend it by noon$/);
  });
});
