import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryScopes } from '../../protocol/records/enums.js';
import { type FactOwner, ReadableScopes, scopeKeyOf } from './readable-scopes.js';

const id = fc.oneof(fc.constantFrom('a', 'b', 'a","b', '', ' '), fc.string({ unit: 'binary' }));

const owner: fc.Arbitrary<FactOwner> = fc.oneof(
  fc.constant({ scope: 'installation' as const, workspaceId: null, roleId: null }),
  id.map((workspaceId) => ({ scope: 'workspace' as const, workspaceId, roleId: null })),
  fc
    .tuple(id, id)
    .map(([workspaceId, roleId]) => ({ scope: 'role' as const, workspaceId, roleId })),
);

describe('scopeKeyOf', () => {
  it('is equal exactly when scope and owner are', () => {
    fc.assert(
      fc.property(owner, owner, (one, other) => {
        const same =
          one.scope === other.scope &&
          one.workspaceId === other.workspaceId &&
          one.roleId === other.roleId;
        expect(scopeKeyOf(one) === scopeKeyOf(other)).toBe(same);
      }),
    );
  });

  it('can be stored in any database: no NUL, no half of a surrogate pair', () => {
    const key = scopeKeyOf({ scope: 'role', workspaceId: 'a\0', roleId: '\ud800' });
    expect(key).toMatch(/^[^\0\p{Surrogate}]+$/u);
  });
});

describe('ReadableScopes', () => {
  it('lets a reader see the installation, its floor and its role there, and nothing else', () => {
    fc.assert(
      fc.property(owner, fc.option(id), fc.option(id), (fact, workspaceId, roleId) => {
        const visible =
          fact.scope === 'installation' ||
          (workspaceId !== null &&
            fact.workspaceId === workspaceId &&
            (fact.scope === 'workspace' || fact.roleId === roleId));
        const scopes = ReadableScopes.of(workspaceId, roleId);
        expect(scopes.keys.includes(scopeKeyOf(fact))).toBe(visible);
      }),
    );
  });

  it('keeps apart roles of equal id on different floors', () => {
    const here = ReadableScopes.of('floor-1', 'cto');
    const there = scopeKeyOf({ scope: 'role', workspaceId: 'floor-2', roleId: 'cto' });
    expect(memoryScopes).toHaveLength(here.keys.length);
    expect(here.keys).not.toContain(there);
  });
});
