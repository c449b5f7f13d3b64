import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isOwnOrigin } from './access-policy.js';

describe('isOwnOrigin', () => {
  it.each([
    ['http://192.168.0.7:8787', '192.168.0.7:8787', null],
    ['http://office.example.org', 'office.example.org', null],
    ['https://office.example.org', 'office.example.org', null],
    ['https://office.example.org', 'office.example.org', 'https'],
    ['https://office.example.org', 'office.example.org:443', null],
    ['http://office.example.org', 'office.example.org:80', 'http'],
    ['https://office.example.org:443', 'office.example.org', 'https'],
    ['https://office.example.org:8443', 'office.example.org:8443', 'https'],
    ['HTTPS://Office.Example.ORG', 'OFFICE.example.org', null],
    ['https://office.example.org.', 'office.example.org', null],
    ['https://office.example.org', 'office.example.org.', null],
    ['https://xn--bro-hoa.example', 'xn--bro-hoa.example', null],
    ['http://[fd00::1]:8787', '[fd00::1]:8787', null],
    ['http://[FD00:0:0::1]:8787', '[fd00::1]:8787', null],
    ['http://[fd00::1]', '[FD00::1]:80', null],
  ] as const)('%s is the page of %s (%s)', (origin, host, scheme) => {
    expect(isOwnOrigin(origin, { host, scheme })).toBe(true);
  });

  it.each([
    ['null', 'office.example.org', null],
    ['', 'office.example.org', null],
    ['office.example.org', 'office.example.org', null],
    ['file://office.example.org', 'office.example.org', null],
    ['ws://office.example.org', 'office.example.org', null],
    ['https://evil.example', 'office.example.org', null],
    ['https://office.example.org.evil.example', 'office.example.org', null],
    ['https://desk.office.example.org', 'office.example.org', null],
    ['http://office.example.org:3000', 'office.example.org:8787', null],
    ['http://office.example.org:3000', 'office.example.org', null],
    ['http://office.example.org', 'office.example.org:443', null],
    ['http://office.example.org', 'office.example.org', 'https'],
    ['https://office.example.org', 'office.example.org', 'http'],
    ['http://192.168.0.8:8787', '192.168.0.7:8787', null],
    ['http://[fd00::2]', '[fd00::1]', null],
    ['http://office.example.org', undefined, null],
    ['http://office.example.org', 'office example org', null],
  ] as const)('%s is no page of %s (%s)', (origin, host, scheme) => {
    expect(isOwnOrigin(origin, { host, scheme })).toBe(false);
  });

  it('takes every page for one of its own address and of no other, and throws at nothing', () => {
    const name = fc.domain();
    fc.assert(
      fc.property(fc.webUrl(), name, (address, other) => {
        const { origin, host, hostname } = new URL(address);
        expect(isOwnOrigin(origin, { host, scheme: null })).toBe(true);
        fc.pre(other !== hostname);
        expect(isOwnOrigin(origin, { host: other, scheme: null })).toBe(false);
      }),
    );
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (origin, host) => void isOwnOrigin(origin, { host, scheme: null })),
    );
  });
});
