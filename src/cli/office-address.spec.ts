import { describe, expect, it } from '@jest/globals';
import { configuredAddress } from './office-address.js';

describe('configuredAddress', () => {
  it.each([
    [{}, 'http://127.0.0.1:8787'],
    [{ HOST: '', PORT: '' }, 'http://127.0.0.1:8787'],
    [{ HOST: 'localhost', PORT: '9000' }, 'http://localhost:9000'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:8787'],
    [{ HOST: '::' }, 'http://127.0.0.1:8787'],
    [{ HOST: '::1' }, 'http://[::1]:8787'],
  ])('%j is called at %s', (environment, url) => {
    expect(configuredAddress(environment).url).toBe(url);
  });

  it('shows the token when one is set', () => {
    expect(configuredAddress({ OFFICE_API_TOKEN: 's3cret' }).token).toBe('s3cret');
    expect(configuredAddress({ OFFICE_API_TOKEN: ' ' })).not.toHaveProperty('token');
  });
});
