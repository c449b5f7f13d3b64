import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { forwardedIn } from './forwarded-headers.js';

describe('forwardedIn', () => {
  it.each([
    [{}, {}],
    [{ 'x-forwarded-host': 'a.example' }, { host: 'a.example' }],
    [{ 'x-forwarded-host': ' a.example:8443 , b.internal' }, { host: 'a.example:8443' }],
    [{ 'x-forwarded-host': '' }, {}],
    [{ 'x-forwarded-proto': 'https' }, { scheme: 'https' }],
    [{ 'x-forwarded-proto': 'HTTPS, http' }, { scheme: 'https' }],
    [{ 'x-forwarded-proto': 'wss' }, { scheme: 'https' }],
    [{ 'x-forwarded-proto': 'ws' }, { scheme: 'http' }],
    [{ 'x-forwarded-proto': 'gopher' }, {}],
    [{ forwarded: 'host=a.example;proto=https' }, { host: 'a.example', scheme: 'https' }],
    [
      { forwarded: 'For="[2001:db8::1]:4711"; Proto=http; Host="a.example:80", host=b' },
      { host: 'a.example:80', scheme: 'http' },
    ],
    [{ forwarded: 'for=192.0.2.1, host=b.internal' }, {}],
    [{ forwarded: 'host="a\\.example"' }, { host: 'a.example' }],
    [
      { forwarded: 'for=192.0.2.1', 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
      { host: 'a.example', scheme: 'https' },
    ],
    [{ forwarded: 'no pairs at all' }, {}],
  ])('%j says %j', (headers, said) => {
    expect(forwardedIn(headers)).toEqual(said);
  });

  it('throws at nothing', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        text,
        text,
        (forwarded, host) => void forwardedIn({ forwarded, 'x-forwarded-host': host }),
      ),
    );
  });
});
