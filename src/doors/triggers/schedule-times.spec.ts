import { describe, expect, it } from '@jest/globals';
import { checkSchedule, nextAfter, timesOf } from './schedule-times.js';

const at = (text: string): number => Date.parse(text);
const next = (cron: string, zone: string, after: string): string | null => {
  const time = nextAfter(cron, zone, at(after));
  return time === null ? null : new Date(time).toISOString();
};

describe('the times of a schedule', () => {
  it('are those of its zone', () => {
    expect(next('30 8 * * 1-5', 'Europe/Berlin', '2026-01-02T08:00:00Z')).toBe(
      '2026-01-05T07:30:00.000Z',
    );
    expect(next('30 8 * * 1-5', 'UTC', '2026-01-02T08:00:00Z')).toBe('2026-01-02T08:30:00.000Z');
  });

  it('come after the moment, never at it', () => {
    expect(next('0 * * * *', 'UTC', '2026-01-01T00:00:00Z')).toBe('2026-01-01T01:00:00.000Z');
    expect(next('0 * * * *', 'UTC', '2026-01-01T00:00:00.001Z')).toBe('2026-01-01T01:00:00.000Z');
  });

  it('are not lost where clocks skip them, and come once where clocks repeat them', () => {
    // 02:30 does not exist on 2026-03-29 in Berlin.
    expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toMatch(
      /^2026-03-29T0[01]:/,
    );
    // 02:30 comes twice on 2026-10-25.
    const first = next('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z') ?? '';
    expect(first).toMatch(/^2026-10-25/);
    expect(next('30 2 * * *', 'Europe/Berlin', first)).toMatch(/^2026-10-26/);
  });

  const now = at('2026-01-01T00:00:00Z');

  it.each([
    ['* * * *', 'four fields'],
    ['* * * * * *', 'six fields'],
    ['2030-01-01T00:00:00', 'a date'],
    ['@daily', 'a word for a schedule'],
    ['61 * * * *', 'a minute that is none'],
    ['soon', 'words'],
    ['* '.repeat(500), 'a long text'],
  ])('are refused: %s (%s)', (cron) => {
    expect(() => checkSchedule(cron, 'UTC', now)).toThrow('is no schedule of five fields');
  });

  it('are refused where they never come, or the zone is none', () => {
    expect(() => checkSchedule('0 0 30 2 *', 'UTC', now)).toThrow('never comes');
    expect(() => checkSchedule('0 0 * * *', 'Europe/Nowhere', now)).toThrow('is no time zone');
    expect(() => checkSchedule('*/5 * * * *', 'Asia/Tokyo', now)).not.toThrow();
  });

  it('are shown before it is made, with what is wrong', () => {
    const now = at('2026-01-01T00:00:00Z');
    const { times, problem } = timesOf('0 3 * * *', 'UTC', now);
    expect([times.map((time) => new Date(time).toISOString()), problem]).toEqual([
      ['2026-01-01T03:00:00.000Z', '2026-01-02T03:00:00.000Z', '2026-01-03T03:00:00.000Z'],
      null,
    ]);
    expect(timesOf('0 3 * *', 'UTC', now)).toMatchObject({
      times: [],
      problem: expect.stringContaining('is no schedule of five fields') as unknown,
    });
    expect(timesOf('0 3 * * *', 'Nowhere', now).problem).toContain('is no time zone');
  });
});
