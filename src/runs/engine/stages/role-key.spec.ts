import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleRole } from '../../../../test/runs/support/sample-role.js';
import { roleKey } from './role-key.js';

const keyOf = (id: string): string => roleKey(sampleRole(id));

describe('roleKey', () => {
  it('is the id itself for any usual one', () => {
    expect(keyOf('backend-dev-1')).toBe('backend-dev-1');
  });

  it('is one part of a path, and another one for every id', () => {
    const id = fc.string({ unit: fc.constantFrom('a', '/', '%', '2', 'F', '5') });
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(keyOf(one)).not.toContain('/');
        expect(keyOf(one) === keyOf(other)).toBe(one === other);
      }),
    );
  });
});
