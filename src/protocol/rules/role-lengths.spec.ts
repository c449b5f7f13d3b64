import { describe, expect, it } from '@jest/globals';
import type { Role } from '../records/organisation.js';
import { tooLongInRole } from './role-lengths.js';

const role = {
  id: 'tester',
  displayName: 'Tester',
  title: 'Tester',
  mission: 'Test.',
  responsibilities: ['test'],
  persona: { voice: 'plain', values: ['care'] },
  skillIds: [],
} as unknown as Role;

const text = (length: number): string => 'ü'.repeat(length);

describe('tooLongInRole', () => {
  it.each<[string, number, object]>([
    ['displayName', 120, { displayName: text(121) }],
    ['title', 120, { title: text(121) }],
    ['mission', 500, { mission: text(501) }],
    ['responsibilities[1]', 2000, { responsibilities: ['short', text(2001)] }],
    ['persona.voice', 2000, { persona: { voice: text(2001), values: [] } }],
    ['persona.values[0]', 2000, { persona: { voice: '', values: [text(2001)] } }],
    ['departmentId', 2000, { departmentId: text(2001) }],
    ['skillIds[0]', 2000, { skillIds: [text(2001)] }],
    ['role', 16_000, { responsibilities: Array.from({ length: 8 }, () => text(2000)) }],
    ['role', 16_000, { skillIds: Array.from({ length: 1601 }, () => text(10)) }],
  ])('names %s and its limit of %d', (field, most, change) => {
    expect(tooLongInRole({ ...role, ...change })).toEqual({ field, most });
  });

  it.each([
    {},
    { displayName: text(120), title: text(120), mission: text(500) },
    { responsibilities: Array.from({ length: 7 }, () => text(2000)) },
  ])('lets pass what is as long as it may be', (change) => {
    expect(tooLongInRole({ ...role, ...change })).toBeNull();
  });
});
