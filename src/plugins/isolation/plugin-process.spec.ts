import { describe, expect, it } from '@jest/globals';
import { whyItEnded } from './plugin-process.js';

const outOfMemory = 'the plugin used more than 128 MB of memory and was stopped.';

describe('whyItEnded', () => {
  it.each([
    [
      'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
      { code: null, signal: 'SIGABRT' },
    ],
    ['FATAL ERROR: MarkCompactCollector: Allocation failed', { code: 134, signal: null }],
  ] as const)('knows a plugin that was out of memory by %j', (stderrTail, end) => {
    expect(whyItEnded(end, `something else\n${stderrTail}\n`)).toBe(outOfMemory);
  });

  it.each([
    [{ code: 0, signal: null }, 'exit code 0'],
    [{ code: 7, signal: null }, 'exit code 7'],
    [{ code: null, signal: 'SIGSEGV' }, 'signal SIGSEGV'],
  ] as const)('tells of %j what is known', (end, how) => {
    expect(whyItEnded(end, 'Error: unrelated')).toBe(
      `the plugin's process ended unexpectedly (${how}).`,
    );
  });
});
