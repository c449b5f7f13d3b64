import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bareHost,
  hostNameIn,
  isLoopbackAddress,
  isLoopbackHost,
  isLoopbackUrl,
  isPublicAddress,
  isReservedForHost,
} from './addresses.js';

/** Non-public blocks, as first address and prefix length. */
const refusedBlocks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['192.0.0.0', 16],
  ['100.64.0.0', 10],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;

const numberOf = (dotted: string): number =>
  dotted.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);

const dotted = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

const hexadecimal = (value: number): string =>
  [16, 0].map((shift) => (Math.floor(value / 2 ** shift) % 65536).toString(16)).join(':');

const addressIn = (block: string, bits: number): fc.Arbitrary<number> =>
  fc.nat(2 ** (32 - bits) - 1).map((rest) => numberOf(block) + rest);

describe('isReservedForHost', () => {
  it.each([
    ['169.254.0.0', 16],
    ['168.63.129.16', 32],
    ['100.100.100.200', 32],
    ['192.0.0.192', 32],
  ] as const)('holds for all of %s/%i, in every form that carries it', (block, bits) => {
    fc.assert(
      fc.property(addressIn(block, bits), (value) => {
        const tail = hexadecimal(value);
        const forms = [dotted(value), `::ffff:${tail}`, `64:ff9b::${tail}`, `2002:${tail}::1`];
        expect(forms.filter((form) => !isReservedForHost(form))).toEqual([]);
      }),
    );
  });

  it.each([
    'fe80::1',
    'FEBF:FFFF::',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fd20:ce::254',
    'nonsense',
    '',
  ])('holds for %j', (text) => {
    expect(isReservedForHost(text)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.253.255.255',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fec0::1',
    '2606:4700::1',
  ])('does not hold for %s', (text) => {
    expect(isReservedForHost(text)).toBe(false);
  });
});

describe('isPublicAddress', () => {
  it.each(refusedBlocks)('refuses all of %s/%i, in every form that carries it', (block, bits) => {
    fc.assert(
      fc.property(addressIn(block, bits), (value) => {
        const tail = hexadecimal(value);
        expect(isPublicAddress(dotted(value))).toBe(false);
        expect(isPublicAddress(`::ffff:${dotted(value)}`)).toBe(false);
        expect(isPublicAddress(`::ffff:${tail}`)).toBe(false);
        expect(isPublicAddress(`::${tail}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::${tail}`)).toBe(false);
        expect(isPublicAddress(`2002:${tail}::1`)).toBe(false);
      }),
    );
  });

  it.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '192.1.0.1', '223.255.255.254'])(
    'allows %s, and IPv6 that leads to it',
    (address) => {
      const tail = hexadecimal(numberOf(address));
      expect(isPublicAddress(address)).toBe(true);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(true);
      expect(isPublicAddress(`64:ff9b::${tail}`)).toBe(true);
      expect(isPublicAddress(`2002:${tail}::1`)).toBe(true);
    },
  );

  it('allows IPv6 only where it has been given out to the public', () => {
    expect(isPublicAddress('2606:4700:4700::1111')).toBe(true);
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.split(':')[0] || '0', 16);
        if (first < 0x2000 && !/^(64:ff9b:|::ffff:)/i.test(address)) {
          expect(isPublicAddress(address) && !/ffff|\./i.test(address)).toBe(false);
        }
        if (first > 0x3fff) expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });

  it('takes nothing for public that is no address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof isPublicAddress(text)).toBe('boolean');
      }),
    );
    expect(isPublicAddress('')).toBe(false);
    expect(isPublicAddress('example.com')).toBe(false);
    expect(isPublicAddress('8.8.8.8.8')).toBe(false);
  });
});

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'])('knows %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each(['128.0.0.1', '10.0.0.1', '::2', 'localhost', ''])(
    'does not take %j for it',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );
});

describe('isLoopbackHost', () => {
  it.each([
    'localhost',
    'LocalHost',
    'localhost.',
    'foo.localhost',
    '127.0.0.1',
    '127.0.0.2',
    '127.8.8.8',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
  ])('%s: yes', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
    const authority = bareHost(host).includes(':') ? `[${bareHost(host)}]` : host;
    expect(isLoopbackUrl(`http://${authority}:11434/v1`)).toBe(true);
  });

  it.each([
    '',
    '0.0.0.0',
    '::',
    '192.168.0.7',
    '127.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    'localhost.localdomain',
  ])('%j: no', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
    expect(isLoopbackUrl(`http://${host}/v1`)).toBe(false);
  });

  it('knows no URL in other text', () => {
    expect(isLoopbackUrl('localhost')).toBe(false);
    expect(isLoopbackUrl('')).toBe(false);
  });
});

describe('hostNameIn', () => {
  it.each([
    ['office.example.org', 'office.example.org'],
    ['Office.Example.ORG.', 'office.example.org'],
    ['office.example.org:8443', 'office.example.org'],
    ['https://office.example.org/office/', 'office.example.org'],
    ['Büro.example', 'xn--bro-hoa.example'],
    ['office', 'office'],
    ['my_office.internal', 'my_office.internal'],
    ['192.168.0.7:80', '192.168.0.7'],
    ['[fd00::1]:8787', 'fd00::1'],
    ['fd00::1', 'fd00::1'],
  ])('%s names %s', (text, host) => {
    expect(hostNameIn(text)).toBe(host);
  });

  it.each([
    '',
    '*',
    '*.example.org',
    '.example.org',
    'a b',
    'me@example.org',
    'https://',
    'office:x',
  ])('%j names none', (text) => {
    expect(hostNameIn(text)).toBeNull();
  });
});
