import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redirectTarget } from './guarded-fetch.js';

const from = new URL('https://example.com/a/b?q#part');
/** UTF-8 from a server, in the form in which Node passes it on. */
const raw = (text: string): string => Buffer.from(text).toString('latin1');
const target = (location: string): string | undefined => redirectTarget(location, from)?.href;

describe('redirectTarget', () => {
  it.each([
    [
      'a raw path',
      raw('/größe/日本'),
      'https://example.com/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC#part',
    ],
    [
      'a raw query',
      raw('/s?q=größe&r=✓'),
      'https://example.com/s?q=gr%C3%B6%C3%9Fe&r=%E2%9C%93#part',
    ],
    ['a raw fragment', raw('/x#größe'), 'https://example.com/x#gr%C3%B6%C3%9Fe'],
    ['a raw name', raw('https://bücher.example/ü'), 'https://xn--bcher-kva.example/%C3%BC#part'],
    ['a raw relative path', raw('../über'), 'https://example.com/%C3%BCber#part'],
    [
      'one that is encoded',
      '/gr%C3%B6%C3%9Fe?q=%20',
      'https://example.com/gr%C3%B6%C3%9Fe?q=%20#part',
    ],
    ['one that is half encoded', raw('/gr%C3%B6ße'), 'https://example.com/gr%C3%B6%C3%9Fe#part'],
    ['Latin-1', '/gr\xf6\xdfe', 'https://example.com/gr%F6%DFe#part'],
    ['Latin-1 in a query', '?q=caf\xe9', 'https://example.com/a/b?q=caf%E9#part'],
    ['another server', '//other.example/x', 'https://other.example/x#part'],
    ['a fragment of its own', '#other', 'https://example.com/a/b?q#other'],
    ['an empty fragment', '/x#', 'https://example.com/x#'],
    ['blanks around it', '  /x y ', 'https://example.com/x%20y#part'],
  ])('follows %s', (_kind, location, expected) => {
    expect(target(location)).toBe(expected);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://', 'ftp://x/', raw('http://ü\0/')])(
    'leads nowhere: %j',
    (location) => {
      expect(target(location)).toBeUndefined();
    },
  );

  it('shows names and addresses for what they are', () => {
    expect(target(raw('http://１２７.0.0.1/'))).toBe('http://127.0.0.1/#part');
    expect(target(raw('http://ⓛocalhost/'))).toBe('http://localhost/#part');
    expect(target('http://\xff.example/')).toBeUndefined();
  });

  it('leads where the text leads, raw or encoded, and stays where only a path is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const path = `/${text.replaceAll(/[/\\]/g, '')}`;
        expect(target(raw(path))).toBe(target(new URL(path, from).href));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const path = `/x${Buffer.from(bytes).toString('latin1')}`;
        expect(redirectTarget(path, from)?.host).toBe('example.com');
      }),
    );
  });
});
