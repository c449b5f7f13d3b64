import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requestedWaitMs } from './requested-wait.js';

const now = Date.parse('2026-11-22T12:00:00Z');
const told = (headers: Record<string, string>, body: unknown = '') =>
  requestedWaitMs({ headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, now);

describe('how long a provider wants to be left alone', () => {
  it.each<[name: string, value: string, ms: number]>([
    ['retry-after-ms', '1234', 1234],
    ['retry-after', '20', 20_000],
    ['retry-after', '0.25', 250],
    ['retry-after', '0', 0],
    ['retry-after', '20s', 20_000],
    ['retry-after', 'Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
    ['retry-after', 'Sun, 22 Nov 2026 11:59:00 GMT', 0],
    ['x-ratelimit-reset-requests', '6m0s', 360_000],
    ['x-ratelimit-reset-tokens', '20ms', 20],
    ['anthropic-ratelimit-requests-reset', '2026-11-22T12:00:07Z', 7000],
    ['x-ratelimit-reset', String(now + 5000), 5000],
    ['x-ratelimit-reset', String(now / 1000 + 9), 9000],
    ['ratelimit-reset', '12', 12_000],
    ['ratelimitbysize-reset', '3', 3000],
  ])('%s: %s', (name, value, ms) => {
    expect(told({ [name]: value })).toBe(ms);
  });

  it.each([
    ['retry-after', (at: number) => new Date(at).toUTCString()],
    ['x-ratelimit-reset', (at: number) => String(at / 1000)],
    ['anthropic-ratelimit-requests-reset', (at: number) => new Date(at).toISOString()],
  ])('%s is a moment of the clock of the provider', (name, moment) => {
    for (const skew of [-3_600_000, 3_600_000]) {
      const date = new Date(now + skew).toUTCString();
      expect(told({ date, [name]: moment(now + skew + 30_000) })).toBe(30_000);
    }
    expect(told({ date: 'soon', [name]: moment(now + 30_000) })).toBe(30_000);
  });

  it('is the reset of the limit that is used up, the longest of several', () => {
    const headers = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '8s',
      'x-ratelimit-remaining-tokens': '900',
      'x-ratelimit-reset-tokens': '50s',
    };
    expect(told(headers)).toBe(8000);
    expect(told({ ...headers, 'x-ratelimit-remaining-requests': '1' })).toBe(50_000);
    expect(told({ ...headers, 'retry-after': '1' })).toBe(1000);
  });

  it.each<[words: string, ms: number | null]>([
    ['Your account reached max organization RPM: 3, please try again after 1 seconds', 1000],
    ['Rate limit reached. Please try again in 1.5s. Visit ...', 1500],
    ['Please try again in 20ms.', 20],
    ['Please try again in 6m0s.', 360_000],
    ['You exceeded your current quota. Please retry in 3.25s.', 3250],
    ['try again in 2 minutes', 120_000],
    ['Rate limit exceeded', null],
    ['try again later', null],
  ])('in words: %s', (message, ms) => {
    expect(told({}, { error: { message } })).toBe(ms);
  });

  it('is in the details of Gemini, whose compatible endpoint answers with a list', () => {
    const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17.5s' };
    const error = { code: 429, details: [{ '@type': 'x', violations: [] }, retry] };
    expect(told({}, { error })).toBe(17_500);
    expect(told({}, [{ error }])).toBe(17_500);
  });

  it('is in the headers that OpenRouter repeats in the body', () => {
    const headers = { 'X-RateLimit-Reset': String(now + 2500), 'X-RateLimit-Remaining': '0' };
    expect(told({}, { error: { metadata: { headers } } })).toBe(2500);
  });

  it('is a number of ms, or nothing, whatever a provider writes', () => {
    const names = [
      'retry-after',
      'retry-after-ms',
      'x-ratelimit-reset-requests',
      'x-ratelimit-reset',
    ];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })),
        fc.oneof(fc.string(), fc.json()),
        (headers, body) => {
          const ms = requestedWaitMs({ headers, body }, now);
          return ms === null || (Number.isInteger(ms) && ms >= 0);
        },
      ),
    );
  });
});
