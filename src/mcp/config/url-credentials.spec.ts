import { describe, expect, it } from '@jest/globals';
import { authorizationOf, displayUrl, withoutCredentials } from './url-credentials.js';

describe('an address with credentials', () => {
  it('is used without them', () => {
    expect(withoutCredentials('https://jo:secret@example.org/mcp?a=1')).toBe(
      'https://example.org/mcp?a=1',
    );
    expect(withoutCredentials('http://localhost:3000')).toBe('http://localhost:3000');
  });

  it('has a header only if it has credentials', () => {
    expect(authorizationOf(new URL('http://a/'))).toEqual({});
    expect(authorizationOf(new URL('http://jo@a/'))).toEqual({ authorization: 'Basic am86' });
  });

  it('is shown without the values of parameters named like credentials', () => {
    expect(displayUrl('https://example.org/mcp?api_key=abc&x=1')).toBe(
      'https://example.org/mcp?api_key=***&x=1',
    );
    expect(displayUrl('https://example.org/mcp?x=1')).toBe('https://example.org/mcp?x=1');
  });
});
