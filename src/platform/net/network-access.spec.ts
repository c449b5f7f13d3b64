import { describe, expect, it } from '@jest/globals';
import { FetchRefusedError } from './fetch-errors.js';
import { GuardedFetch } from './guarded-fetch.js';
import {
  privateNetworksToo,
  publicHttpsOrLoopbackHttp,
  publicInternet,
  publicInternetBut,
} from './network-access.js';

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

describe('publicHttpsOrLoopbackHttp', () => {
  it.each([
    ['https://a.example/', '93.184.216.34', true],
    ['http://a.example/', '93.184.216.34', false],
    ['http://127.0.0.1/', '127.0.0.1', true],
    ['https://127.0.0.1/', '127.0.0.1', false],
  ])('%s at %s: %s', (url, address, allowed) => {
    expect(publicHttpsOrLoopbackHttp.allowsAddress(address, new URL(url))).toBe(allowed);
  });
});

describe('privateNetworksToo', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'http://METADATA/',
    'http://cloud.example/',
  ])('does not reach %s', async (address) => {
    const fetch = new GuardedFetch(async () =>
      ['10.0.0.1', '169.254.169.254'].map((each) => ({ address: each, family: 4 })),
    );
    const options = { access: privateNetworksToo, timeoutMs: 5000, maxRedirects: 5, maxBytes: 10 };
    await expect(fetch.get(address, options)).rejects.toThrow(FetchRefusedError);
  });
});
