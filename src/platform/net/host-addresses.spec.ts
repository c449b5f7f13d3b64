import { describe, expect, it } from '@jest/globals';
import { GuardedFetch } from './guarded-fetch.js';
import { fewAtOnce } from './host-addresses.js';
import type { HostAddress } from './host-addresses.js';
import { publicInternet } from './network-access.js';

describe('names whose servers do not answer', () => {
  it('hold two threads at most, though everybody who asked gave up', async () => {
    const waiting: ((addresses: readonly HostAddress[]) => void)[] = [];
    const never = () =>
      new Promise<readonly HostAddress[]>((resolve) => void waiting.push(resolve));
    const fetch = new GuardedFetch(fewAtOnce(never));
    const asked = Array.from({ length: 200 }, async (_, at) => {
      const controller = new AbortController();
      const page = fetch.get(`http://a${at}.example/`, {
        access: publicInternet,
        timeoutMs: 10_000,
        maxRedirects: 0,
        maxBytes: 1,
        signal: controller.signal,
      });
      controller.abort();
      return page.catch((error: Error) => error.message);
    });
    await Promise.all(asked);
    expect(waiting).toHaveLength(2);
  });

  it('let further ones fail once too many wait, and the next be asked when one has answered', async () => {
    const waiting: ((addresses: readonly HostAddress[]) => void)[] = [];
    const resolve = fewAtOnce(
      () => new Promise<readonly HostAddress[]>((done) => void waiting.push(done)),
    );
    const asked = Array.from({ length: 70 }, (_, at) => resolve(`a${at}`));
    const settled = await Promise.allSettled(asked.slice(66));
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    waiting[0]?.([]);
    expect(await asked[0]).toEqual([]);
    await new Promise(setImmediate);
    expect(waiting).toHaveLength(3);
  });
});
