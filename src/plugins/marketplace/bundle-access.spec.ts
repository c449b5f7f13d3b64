import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '../../platform/errors/office-error.js';
import { FetchRefusedError } from '../../platform/net/fetch-errors.js';
import { bundleAccess } from './bundle-access.js';

const allows = (start: string, hop: string, address: string): boolean =>
  bundleAccess(new URL(start)).allowsAddress(address, new URL(hop));

describe('the reach of a download', () => {
  it.each([
    ['https://market.example/b', '93.184.216.34', true],
    ['https://cdn.example/b', '93.184.216.34', true],
    ['https://cdn.example/b', '10.0.0.1', false],
    ['https://cdn.example/b', '127.0.0.1', false],
    ['https://cdn.example/b', '169.254.169.254', false],
  ])('from https goes to %s at %s: %s', (hop, address, allowed) => {
    expect(allows('https://market.example/a', hop, address)).toBe(allowed);
  });

  it('from https never goes on without encryption', () => {
    const hop = () => allows('https://market.example/a', 'http://cdn.example/b', '93.184.216.34');
    expect(hop).toThrow(FetchRefusedError);
    expect(hop).toThrow('cdn.example');
  });

  it('from loopback goes nowhere but where it began', () => {
    expect(allows('http://127.0.0.1:9000/a', 'http://127.0.0.1:9000/b', '127.0.0.1')).toBe(true);
    for (const hop of [
      'http://127.0.0.1:9001/b',
      'http://localhost:9000/b',
      'https://127.0.0.1:9000/b',
      'https://market.example/b',
    ]) {
      const leave = () => allows('http://127.0.0.1:9000/a', hop, '127.0.0.1');
      expect(leave).toThrow(RefusedError);
      expect(leave).toThrow(`the bundle download left 127.0.0.1:9000 for ${new URL(hop).host}.`);
    }
  });

  it('from loopback ends where the name no longer means this machine', () => {
    expect(allows('http://localhost:9000/a', 'http://localhost:9000/a', '10.0.0.1')).toBe(false);
  });
});
