import { describe, expect, it } from '@jest/globals';
import { withoutAddress } from './without-address.js';

describe('what a receiver said', () => {
  const address = 'https://chat.example/hooks/T0123/S%C3%A9cretPart?token=abcdef123&a=1';

  it.each([
    'Cannot POST /hooks/T0123/S%C3%A9cretPart',
    'Cannot POST /hooks/T0123/S%C3%A9cretPart?token=abcdef123&a=1',
    'Not found: /hooks/T0123/SécretPart',
    String.raw`{"path":"\/hooks\/T0123\/S%C3%A9cretPart"}`,
    'no hook SécretPart here',
    'the token abcdef123 is unknown',
  ])('shows nothing secret of its address: %s', (said) => {
    const shown = withoutAddress(said, address);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toMatch(/cretPart|abcdef123/);
  });

  it('is otherwise left as it is', () => {
    expect(withoutAddress('no hook a of chat.example', address)).toBe('no hook a of chat.example');
    expect(withoutAddress('no / here', 'https://chat.example/')).toBe('no / here');
    expect(withoutAddress('bad not an address', 'not an address')).toBe('bad [redacted]');
  });
});
