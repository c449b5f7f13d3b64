import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTrustedHost } from './access-policy.js';

describe('isTrustedHost', () => {
  it.each([
    'localhost',
    'LocalHost:8787',
    'a.b.localhost',
    '127.0.0.1:1',
    '10.1.2.3',
    '[::1]',
    '[2001:db8::1]:8787',
    'office.example',
    'Office.Example:80',
  ])('takes %s', (host) => {
    expect(isTrustedHost(host, ['office.example'])).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'office.example.evil',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'evil.example/localhost',
    'evil.example:80:80',
    'localhost:port',
    '::1',
    '[evil.example]',
    '999.1.1.1',
  ])('does not take %s', (host) => {
    expect(isTrustedHost(host, ['office.example'])).toBe(false);
  });

  it('takes an address of any kind, since a rebound name is never one', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => isTrustedHost(address, [])));
    fc.assert(fc.property(fc.ipV6(), (address) => isTrustedHost(`[${address}]:80`, [])));
  });

  it('takes no domain that nobody listed', () => {
    const foreign = fc.domain().filter((domain) => !domain.endsWith('localhost'));
    fc.assert(fc.property(foreign, (domain) => !isTrustedHost(domain, ['office.example'])));
  });
});
