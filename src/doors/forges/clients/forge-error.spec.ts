import { describe, expect, it } from '@jest/globals';
import { retryIn } from './forge-error.js';

const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
const at = Date.parse(date);
const reset = String(at / 1000 + 90);

describe('what a refusal says of the next attempt', () => {
  it.each<[number, Readonly<Record<string, string>>, number | null]>([
    [429, { 'retry-after': '60' }, 60_000],
    [503, { 'retry-after': '60' }, 60_000],
    [403, { 'retry-after': 'Sun, 06 Nov 1994 08:50:37 GMT', date }, 60_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, date }, 90_000],
    [429, { 'ratelimit-remaining': '0', 'ratelimit-reset': reset, date }, 90_000],
    [403, { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': reset, date }, null],
    [403, { 'retry-after': '' }, null],
    [404, { 'retry-after': '60' }, null],
  ])('%s with %j is %s', (status, headers, wait) => {
    expect(retryIn(status, (name) => headers[name] ?? null, 0)).toBe(wait);
  });
});
