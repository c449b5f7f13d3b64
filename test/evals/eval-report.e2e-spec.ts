import { describe, expect, it } from '@jest/globals';
import type { EvalResult } from '../../bench/evals/harness/eval-result.js';
import {
  readRecord,
  renderComparison,
  renderResults,
  renderWays,
} from '../../bench/evals/harness/eval-report.js';

const result = (overrides: Partial<EvalResult> = {}): EvalResult => ({
  task: 'fix',
  way: 'code-change',
  solved: true,
  failure: null,
  costUsd: 0.5,
  tokensIn: 1000,
  tokensOut: 100,
  reasoningTokens: 10,
  cachedShare: 0.625,
  calls: 9,
  turns: 4,
  failedTurns: 0,
  minutes: 1.5,
  models: ['openai/gpt'],
  ...overrides,
});
const record = (...results: EvalResult[]) => ({ begunAt: '2026-11-22T00:00:00.000Z', results });

describe('the report of an eval', () => {
  it('has a line for each attempt, and counts a failed one as paid for', () => {
    const lines = renderResults([
      result(),
      result({ task: 'docs', solved: false, failure: 'checks: no', cachedShare: null }),
    ]);
    expect(lines[1]).toMatch(/^fix +solved +\$0\.5000 +1000 +100 +10 +63 % +9 +4 +1\.50$/);
    expect(lines[2]).toMatch(/^docs +FAILED .* - .*checks: no$/);
    expect(lines.at(-1)).toBe('1 of 2 solved, $1.0000, $1.0000 for each solved, 2000 tokens read.');
  });

  it('compares what both records have, by the mean of the attempts', () => {
    const before = record(result(), result({ solved: false }), result({ task: 'gone' }));
    const after = record(result({ costUsd: 0.25, tokensIn: 1500 }));
    const lines = renderComparison(before, after);
    expect(lines[1]).toMatch(/^fix +1\/2 -> 1\/1 +-50 % +\+50 % +0 % +0 %$/);
    expect(lines.join('\n')).not.toContain('gone');
  });

  it('compares the ways of working in a table of Markdown', () => {
    const lines = renderWays([
      result(),
      result({ task: 'docs', solved: false }),
      result({ way: 'a single employee', costUsd: 0.125 }),
    ]);
    expect(lines).toEqual([
      '| Pipeline | Solved | Cost | Calls | Input tokens | Minutes |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      '| code-change | 1/2 | $1.0000 | 18 | 2000 | 3.0 |',
      '| a single employee | 1/1 | $0.1250 | 9 | 1000 | 1.5 |',
    ]);
  });

  it('reads what it wrote, and refuses anything else', () => {
    const written = record(result());
    expect(readRecord(JSON.stringify(written))).toEqual(written);
    const { way: _, ...older } = result();
    expect(readRecord(JSON.stringify(record(older as EvalResult))).results[0]?.way).toBe('its own');
    expect(() => readRecord('{"results":[{"task":1}]}')).toThrow();
  });
});
