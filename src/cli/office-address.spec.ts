import { describe, expect, it } from '@jest/globals';
import { addressAt, configuredAddress, socketUrl } from './office-address.js';

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
    expect(configuredAddress({ OFFICE_API_TOKEN: 's3cret' }).headers).toEqual({
      authorization: 'Bearer s3cret',
    });
    expect(configuredAddress({ OFFICE_API_TOKEN: ' ' }).headers).toEqual({});
  });
});

describe('socketUrl', () => {
  const address = addressAt('https://office.example', {});

  it('keeps the security of the address', () => {
    expect(socketUrl(address)).toBe('wss://office.example/ws');
  });

  it('asks for what was missed', () => {
    expect(socketUrl(address, 0)).toBe('wss://office.example/ws?since=0');
  });
});
