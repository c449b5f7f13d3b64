import { describe, expect, it } from '@jest/globals';
import { isInNetworks, parseNetwork } from './networks.js';

describe('a network', () => {
  it.each([
    ['127.0.0.1', '127.0.0.0/8'],
    ['::ffff:127.0.0.1', '127.0.0.0/8'],
    ['::1', '::1'],
    ['172.18.0.1', '172.16.0.0/12'],
    ['10.1.2.3', '10.1.2.3'],
    ['fd00::7', 'fd00::/8'],
  ])('has %s in %s', (address, network) => {
    expect(isInNetworks(address, [parseNetwork(network) ?? fail()])).toBe(true);
  });

  it.each([
    ['128.0.0.1', '127.0.0.0/8'],
    ['::1', '127.0.0.0/8'],
    ['10.1.2.4', '10.1.2.3'],
    ['', '0.0.0.0/0'],
    ['office', '0.0.0.0/0'],
  ])('has no %j in %s', (address, network) => {
    expect(isInNetworks(address, [parseNetwork(network) ?? fail()])).toBe(false);
  });

  it('answers for each list and address, whichever was asked before', () => {
    const [office, loopback] = [['10.0.0.0/8'], ['127.0.0.0/8']].map((texts) =>
      texts.map((text) => parseNetwork(text) ?? fail()),
    );
    const asked = ['10.1.2.3', '10.1.2.3', '127.0.0.1', '10.1.2.3'];
    expect(asked.map((text) => isInNetworks(text, office ?? []))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(asked.map((text) => isInNetworks(text, loopback ?? []))).toEqual([
      ...[false, false, true, false],
    ]);
  });

  it.each(['', 'loopback', '10.0.0.0/33', '10.0.0.0/', 'fd00::/129', 'office.example.org'])(
    'is not %j',
    (text) => {
      expect(parseNetwork(text)).toBeNull();
    },
  );
});

function fail(): never {
  throw new Error('no network');
}
