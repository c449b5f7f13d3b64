import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTrustedOrigin } from './access-policy.js';

describe('isTrustedOrigin', () => {
  it.each([
    'http://localhost',
    'https://LOCALHOST:5173',
    'http://a.localhost:1',
    'http://127.0.0.1:8787',
    'http://127.0.0.2',
    'http://[::ffff:127.0.0.1]',
    'http://[::1]:8787',
    'https://desk.example',
  ])('takes %s', (origin) => {
    expect(isTrustedOrigin(origin, ['https://desk.example'])).toBe(true);
  });

  it.each([
    '',
    'null',
    'localhost',
    'http://',
    'http://desk.example',
    'https://desk.example:444',
    'https://localhost.example',
    'http://192.168.0.7',
    'http://localhost@evil.example',
    'file://',
  ])('does not take %j', (origin) => {
    expect(isTrustedOrigin(origin, ['https://desk.example'])).toBe(false);
  });

  it('takes no web page that nobody listed, and throws at nothing', () => {
    const foreign = fc.webUrl().filter((url) => !new URL(url).hostname.endsWith('localhost'));
    fc.assert(fc.property(foreign, (url) => !isTrustedOrigin(new URL(url).origin, [])));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isTrustedOrigin(text, [])));
  });
});
