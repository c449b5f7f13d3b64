import { describe, expect, it } from '@jest/globals';
import { httpDate, retryAfterMs } from './retry-after.js';

const at = Date.UTC(1994, 10, 6, 8, 49, 37);
const dates = [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
];

describe('Retry-After', () => {
  it.each(dates)('is a date as "%s"', (date) => {
    expect(httpDate(date)).toBe(at);
    expect(retryAfterMs(date, { date: null, now: at - 5000 })).toBe(5000);
    expect(retryAfterMs(date, { date: null, now: at + 5000 })).toBe(0);
  });

  it('is compared with the date of its answer, as the clocks may differ', () => {
    const [date = ''] = dates;
    const sent = 'Sun, 06 Nov 1994 08:48:37 GMT';
    expect(retryAfterMs(date, { date: sent, now: 0 })).toBe(60_000);
  });

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 1.5 ', 1500],
    ['', null],
    ['soon', null],
    ['-1', null],
    ['1e9', null],
    ['Infinity', null],
    ['9'.repeat(400), null],
    ['Sun, 99 Nov 1994 08:49:37 GMT', null],
  ])('"%s" is %s', (given, wait) => {
    expect(retryAfterMs(given, { date: null, now: 0 })).toBe(wait);
  });
});
