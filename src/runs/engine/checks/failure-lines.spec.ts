import { describe, expect, it } from '@jest/globals';
import { failuresKept } from '#protocol/rules/check-states.js';
import { failureLines } from './failure-lines.js';

describe('failureLines', () => {
  it.each([
    ['another time', '✖ adds (1.2ms)', '✖ adds (310 ms)'],
    ['another number', 'not ok 3 - adds', 'not ok 4 - adds'],
    ['more that passes', '✕ adds\nTests: 1 failed, 2 passed', '✕ adds\nTests: 1 failed, 3 passed'],
    ['a new test that passes', '✕ adds', '✕ adds\n✓ tells of an Error: none'],
    ['another temporary place', 'Error: no /tmp/a1b2/x', 'Error: no /tmp/zz/y'],
    ['another id', 'AssertionError: 0xdeadbeef', 'AssertionError: 0xcafe0123'],
  ])('are the same with %s', (_, before, after) => {
    expect(failureLines(after)).toEqual(failureLines(before));
  });

  it.each([
    ['✕ subtracts (jest)', '✕ adds (jest)\n✕ subtracts (jest)'],
    ['pytest', 'FAILED t.py::test_a - x\nFAILED t.py::test_b - x'],
    ['go', '--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)'],
    ['cargo', 'test a ... FAILED\ntest b ... FAILED'],
    ['mocha', '  1) adds\n  2) subtracts'],
    ['a compiler', 'a.ts(3,1): error TS2322: no\na.ts(4,1): error TS2554: no'],
  ])('tell each failure of %s apart', (_, output) => {
    expect(failureLines(output)).toHaveLength(2);
  });

  it('are none where nothing tells of a failure, and bounded', () => {
    expect(failureLines('ok 1 - handles an Error\nPASS a.test.ts\nall is well')).toEqual([]);
    const words = Array.from({ length: 500 }, (_, at) => `Error: ${'x'.repeat(at)}`).join('\n');
    expect(failureLines(words)).toHaveLength(failuresKept);
  });
});
