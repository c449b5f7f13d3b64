import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Right } from '#protocol/rights.js';
import { areIncomplete, type Claims, personIn } from './identity.js';

const rules = {
  nameClaim: 'email',
  groupsClaim: 'groups',
  groups: new Map<string, readonly Right[]>([
    ['staff', ['work']],
    ['leads', ['approve', 'work']],
    ['admins', ['administer']],
  ]),
};
const ada = { sub: '17', email: 'ada@example.org', email_verified: true };

describe('personIn', () => {
  it.each<[unknown, readonly string[]]>([
    [['staff'], ['read', 'work']],
    ['staff', ['read', 'work']],
    [
      ['admins', 'leads', 'others', 7, null],
      ['read', 'work', 'approve', 'administer'],
    ],
  ])('gives what the groups %j give together', (groups, expected) => {
    expect(personIn({ ...ada, groups }, rules)).toEqual({
      name: 'ada@example.org',
      rights: expected,
    });
  });

  it.each([undefined, [], ['others'], 'others', { staff: true }, [['staff']], 'toString', '*'])(
    'refuses a person with the groups %j',
    (groups) => {
      expect(() => personIn({ ...ada, groups }, rules)).toThrow(
        'You are signed in as "ada@example.org", who is in no group that this office knows. ' +
          'Ask whoever runs it for a right (OFFICE_OIDC_GROUPS).',
      );
    },
  );

  it('gives everybody what everybody is given', () => {
    const groups = new Map(rules.groups).set('*', ['read']);
    expect(personIn(ada, { ...rules, groups }).rights).toEqual(['read']);
  });

  it.each<[Claims, string]>([
    [{ sub: '17', email: 'eve@example.org', email_verified: false }, '17'],
    [{ sub: '17' }, '17'],
    [{ sub: '17', email: 'two\nlines' }, '17'],
    [{ sub: '17', email: ['a'] }, '17'],
    [{ sub: '17', email: ' ada@example.org ' }, 'ada@example.org'],
  ])('names the person of %j %s', (claims, name) => {
    expect(personIn({ ...claims, groups: 'staff' }, rules).name).toBe(name);
  });

  it('refuses a person without a name', () => {
    expect(() => personIn({ sub: 'x'.repeat(200), groups: 'staff' }, rules)).toThrow(
      'The provider tells no name of 1 to 80 characters in "email" or "sub".',
    );
  });

  it('never gives a right that no group has, whatever the provider says', () => {
    const few = { ...rules, groups: new Map([['staff', ['work'] as const]]) };
    const givenTo = (groups: unknown): readonly Right[] | null => {
      try {
        return personIn({ ...ada, groups }, few).rights;
      } catch {
        return null;
      }
    };
    const anything = fc.oneof(fc.anything(), fc.array(fc.constantFrom('staff', 'admins', '*')));
    fc.assert(
      fc.property(anything, (groups) => {
        const isStaff = groups === 'staff' || (Array.isArray(groups) && groups.includes('staff'));
        expect(givenTo(groups)).toEqual(isStaff ? ['read', 'work'] : null);
      }),
    );
  });
});

it('asks the provider again where a claim is missing', () => {
  expect(areIncomplete({ ...ada, groups: [] }, rules)).toBe(false);
  expect(areIncomplete(ada, rules)).toBe(true);
  expect(areIncomplete({ sub: '17', groups: [] }, rules)).toBe(true);
});
