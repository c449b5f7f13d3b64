import { describe, expect, it } from '@jest/globals';
import { goesDirect } from './proxy-for.js';

/** An entry of `NO_PROXY`, a URL, and whether it is reached directly. */
const cases: readonly (readonly [entry: string, url: string, direct: boolean])[] = [
  ['example.org', 'https://example.org/v1', true],
  ['example.org', 'https://api.example.org/', true],
  ['example.org', 'https://evilexample.org/', false],
  ['example.org', 'https://example.org.evil.net/', false],
  ['.example.org', 'https://api.example.org/', true],
  ['.example.org', 'https://example.org/', true],
  ['*.example.org', 'https://a.b.example.org/', true],
  ['*.example.org', 'https://example.com/', false],
  ['EXAMPLE.org', 'https://Example.ORG/', true],
  ['example.org.', 'https://example.org/', true],
  ['example.org', 'https://example.org./', true],
  ['*', 'https://anything.at.all/', true],
  ['example.org:8443', 'https://example.org:8443/', true],
  ['example.org:8443', 'https://example.org/', false],
  ['example.org:443', 'https://example.org/', true],
  ['example.org:80', 'http://api.example.org/', true],
  ['example.org:443', 'wss://example.org/ws', true],
  ['10.1.2.3', 'http://10.1.2.3:11434/', true],
  ['10.1.2.3', 'http://10.1.2.30/', false],
  ['10.1.2.3:11434', 'http://10.1.2.3:11434/', true],
  ['10.1.2.3:11434', 'http://10.1.2.3/', false],
  ['10.0.0.0/8', 'http://10.200.3.4/', true],
  ['10.0.0.0/8', 'http://11.0.0.1/', false],
  ['192.168.1.128/25', 'http://192.168.1.127/', false],
  ['2001:db8::1', 'http://[2001:db8:0:0::1]/', true],
  ['[2001:db8::1]', 'http://[2001:db8::1]/', true],
  ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080/', true],
  ['[2001:db8::1]:8080', 'http://[2001:db8::1]/', false],
  ['2001:db8::/32', 'http://[2001:db8:ffff::9]/', true],
  ['fd00::/8', 'http://[2001:db8::1]/', false],
  ['10.1.2.3', 'http://[::ffff:10.1.2.3]/', true],
  ['not/a/block', 'http://10.1.2.3/', false],
  ['1.2.3', 'http://10.1.2.3/', false],
  ['.', 'https://example.org/', false],
  ['', 'https://example.org/', false],
];

describe('goesDirect', () => {
  it.each(cases)('%s covers %s: %s', (entry, url, direct) => {
    expect(goesDirect(new URL(url), [entry])).toBe(direct);
    expect(goesDirect(new URL(url), ['other.net', entry])).toBe(direct);
  });

  it.each([
    'http://127.0.0.1:8787/',
    'http://127.9.9.9/',
    'http://localhost:11434/',
    'http://box.localhost/',
    'ws://[::1]:8787/ws',
    'http://[::ffff:127.0.0.1]/',
    'http://LOCALHOST./',
  ])('never sends %s to a proxy', (url) => {
    expect(goesDirect(new URL(url), [])).toBe(true);
  });
});
