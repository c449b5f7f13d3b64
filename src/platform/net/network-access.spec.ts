import { describe, expect, it } from '@jest/globals';
import { publicInternetBut } from './network-access.js';

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
