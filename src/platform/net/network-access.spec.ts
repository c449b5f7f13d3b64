import { describe, expect, it } from '@jest/globals';
import { GuardedFetch } from './guarded-fetch.js';
import { publicInternet, publicInternetBut } from './network-access.js';

const url = new URL('https://a.example/');

describe('the public internet', () => {
  const access = publicInternetBut(() => ['127.0.0.1', '93.184.216.34', '2606:2800:220:1::1']);

  it.each(['93.184.216.34', '::ffff:93.184.216.34', '2606:2800:220:1::1', '2606:2800:0220:1:0::1'])(
    'has no %s while that is an address of this machine',
    (address) => {
      expect(access.allowsAddress(address, url)).toBe(false);
      expect(publicInternetBut(() => []).allowsAddress(address, url)).toBe(true);
    },
  );

  it('has the addresses beside it', () => {
    expect(access.allowsAddress('93.184.216.35', url)).toBe(true);
    expect(access.allowsAddress('2606:2800:220:1::2', url)).toBe(true);
  });
});

it('a port is judged before the name is looked up', async () => {
  const asked: string[] = [];
  const fetch = new GuardedFetch((host) => {
    asked.push(host);
    return Promise.resolve([]);
  });
  const options = { access: publicInternet, timeoutMs: 5000, maxRedirects: 0, maxBytes: 10 };
  for (const port of [22, 25, 6667, 10080]) {
    const refused = fetch.get(`http://the-secret.example:${port}/`, options);
    await expect(refused).rejects.toThrow(`pages are not fetched from port ${port}`);
  }
  expect(asked).toEqual([]);
});
