import { describe, expect, it } from '@jest/globals';
import { redacted, redactor } from './redact.js';

const key = 'sk-abc"\\def-0123456789';
const redact = redactor(['key', key, 'abcd']);

describe('secrets in texts', () => {
  it('are hidden, and words that are as short as any are not', () => {
    expect(redact(`A key: ${key}, abcd, ${key}.`)).toBe(
      'A key: [redacted], [redacted], [redacted].',
    );
  });

  it('are hidden as far as a cut has left them, wherever the cut is marked', () => {
    expect(redact(`first ${key.slice(0, 8)}… last ${key.slice(0, -1)}… (12 lines)`)).toBe(
      'first [redacted]… last [redacted]… (12 lines)',
    );
    const others = `${key.slice(0, 7)}… ${key.slice(0, 9)} … ${key.slice(0, 9)}`;
    expect(redact(others)).toBe(others);
  });

  it('are hidden in values before these are written as JSON', () => {
    const value = { a: [`x ${key}`, 1, null], b: { c: true } };
    expect(redacted(value, redact)).toEqual({ a: ['x [redacted]', 1, null], b: { c: true } });
  });
});
