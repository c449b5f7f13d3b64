import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import {
  endpointAddress,
  parseEndpoints,
  permaslugOf,
  restoreRecords,
} from './endpoint-records.js';
import { LookupQueue } from './endpoint-health.js';

describe('parseEndpoints', () => {
  const parse = (...endpoints: unknown[]) => parseEndpoints({ data: { endpoints } });

  it('takes the best endpoint, and counts the healthy ones', () => {
    expect(
      parse(
        { uptime_last_30m: 99.5 },
        { uptime_last_30m: null, uptime_last_5m: 0.9 },
        { uptime_last_1d: 50 },
        {},
      ),
    ).toEqual({ uptime: 0.995, endpointCount: 4, healthyCount: 2 });
  });

  it('knows nothing where nothing is reported', () => {
    expect(parse({ uptime_last_30m: 'good' })).toMatchObject({ uptime: null, healthyCount: 0 });
  });

  it('never exceeds certainty', () => {
    expect(parse({ uptime_last_30m: 250 }).uptime).toBe(1);
    expect(parse({ uptime_last_30m: -3 }).uptime).toBe(0);
  });

  it.each([null, {}, { data: [] }, { data: { endpoints: {} } }])('refuses %j', (body) => {
    expect(() => parseEndpoints(body)).toThrow('no endpoints in the answer');
  });
});

describe('permaslugOf', () => {
  it.each([
    ['openrouter/author/slug', 'author/slug'],
    ['author/slug', 'author/slug'],
    ['openrouter/auto', null],
    ['slug', null],
    ['a/b/c', null],
  ])('of %s is %s', (id, permaslug) => {
    expect(permaslugOf(aModel({ providerId: 'openrouter', id }))).toBe(permaslug);
  });

  it('makes an address that a name cannot break out of', () => {
    expect(endpointAddress('http://x/v1', 'a?b/c#d')).toBe(
      'http://x/v1/models/a%3Fb/c%23d/endpoints',
    );
  });
});

describe('restoreRecords', () => {
  it('keeps what makes sense', () => {
    const good = {
      modelId: 'm',
      permaslug: 'a/m',
      uptime: 0.5,
      endpointCount: 1,
      healthyCount: 0,
      at: 9,
    };
    const saved = [good, { ...good, uptime: 7 }, { ...good, at: 'now' }, null];
    expect(restoreRecords(saved)).toEqual([good]);
    expect(restoreRecords('nonsense')).toEqual([]);
  });
});

describe('LookupQueue', () => {
  it('runs a few at once and each key once', async () => {
    const queue = new LookupQueue(2);
    const releases: (() => void)[] = [];
    const started: string[] = [];
    const add = (key: string): void =>
      queue.add(key, () => {
        started.push(key);
        return new Promise((resolve) => releases.push(resolve));
      });
    ['a', 'a', 'b', 'c', 'c', 'b'].forEach(add);
    expect(started).toEqual(['a', 'b']);
    releases[0]?.();
    await new Promise(setImmediate);
    expect(started).toEqual(['a', 'b', 'c']);
    expect(queue.isIdle).toBe(false);
    releases[1]?.();
    await new Promise(setImmediate);
    expect(queue.isIdle).toBe(true);
    add('a');
    expect(started).toEqual(['a', 'b', 'c', 'a']);
  });
});
