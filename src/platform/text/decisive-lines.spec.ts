import { describe, expect, it } from '@jest/globals';
import { decisiveLines } from './decisive-lines.js';

describe('the lines of an output that decide', () => {
  it.each([
    ['', []],
    ['one', ['one']],
    ['a\nb\nc\nd', ['b', 'c', 'd']],
    [
      'ℹ tests 20\nℹ suites 0\nℹ pass 20\nℹ fail 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 789',
      ['ℹ tests 20', 'ℹ pass 20', 'ℹ fail 0'],
    ],
    ['# tests 23\n# pass  16\n# fail  7\n', ['# tests 23', '# pass  16', '# fail  7']],
    ['===== 3 passed, 1 failed in 0.2s =====\n', ['===== 3 passed, 1 failed in 0.2s =====']],
    [
      'Test Suites: 1 passed, 1 total\nTests:       4 passed, 4 total\nTime: 1 s\nRan all.',
      ['Test Suites: 1 passed, 1 total', 'Tests:       4 passed, 4 total'],
    ],
    [
      'AssertionError: 1 == 2\n    at Object.<anonymous> (/w/test/a.js:2:8)\n    at node:internal\n',
      ['AssertionError: 1 == 2'],
    ],
    ['ok  \texample.com/a\t0.1s', ['ok  \texample.com/a\t0.1s']],
  ])('of %j', (tail, lines) => {
    expect(decisiveLines(tail)).toEqual(lines);
  });

  it('are few', () => {
    const tail = Array.from({ length: 20 }, (_, index) => `not ok ${index}`).join('\n');
    expect(decisiveLines(tail)).toHaveLength(4);
  });
});
