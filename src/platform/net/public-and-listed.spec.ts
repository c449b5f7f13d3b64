import { describe, expect, it } from '@jest/globals';
import { publicAndListed } from './public-and-listed.js';

describe('where hooks and forges may connect', () => {
  const none = publicAndListed([]);
  const some = publicAndListed(['chat.lan', '10.0.0.5:8443', '127.0.0.1:9000', '169.254.169.254']);
  const at = (access: typeof none, address: string, url: string): boolean =>
    access.allowsAddress(address, new URL(url));

  it('is the public internet', () => {
    expect(at(none, '93.184.215.14', 'https://example.org/')).toBe(true);
    expect(at(none, '10.0.0.5', 'https://10.0.0.5:8443/')).toBe(false);
    expect(at(none, '127.0.0.1', 'http://127.0.0.1:9000/')).toBe(false);
    expect(none.allowsHost('localhost')).toBe(false);
  });

  it('and what the operator lists, with its port', () => {
    expect(some.allowsHost('chat.lan')).toBe(true);
    expect(at(some, '10.0.0.9', 'https://chat.lan/hook')).toBe(true);
    expect(at(some, '10.0.0.9', 'https://chat.lan:8443/hook')).toBe(false);
    expect(at(some, '10.0.0.9', 'https://other.lan/')).toBe(false);
    expect(at(some, '10.0.0.5', 'https://10.0.0.5:8443/')).toBe(true);
    expect(at(some, '10.0.0.5', 'https://10.0.0.5/')).toBe(false);
    expect(at(some, '127.0.0.1', 'http://127.0.0.1:9000/')).toBe(true);
  });

  it('never what hands out credentials of the machine', () => {
    expect(at(some, '169.254.169.254', 'http://169.254.169.254/')).toBe(false);
    expect(publicAndListed(['metadata']).allowsHost('metadata')).toBe(false);
  });
});
