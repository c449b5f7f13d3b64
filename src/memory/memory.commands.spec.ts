import { describe, expect, it } from '@jest/globals';
import { unfoldAliases } from './memory.commands.js';

describe('unfoldAliases', () => {
  it.each([
    ['a flat fact', { scope: 'role', roleId: 'a' }, { scope: 'role', roleId: 'a' }],
    ['a nested one', { fact: { scope: 'role' } }, { scope: 'role' }],
    [
      'the id of a floor',
      { scope: 'workspace', scopeId: 'f' },
      { scope: 'workspace', workspaceId: 'f' },
    ],
    [
      'the id of a role',
      { scope: 'role', scopeId: 'r', workspaceId: 'f' },
      { scope: 'role', roleId: 'r', workspaceId: 'f' },
    ],
    [
      'both spellings',
      { scope: 'role', scopeId: 'old', roleId: 'new' },
      { scope: 'role', roleId: 'new' },
    ],
    ['no id', { scope: 'installation', scopeId: null }, { scope: 'installation' }],
    ['an unknown scope', { scope: 'city', scopeId: 'x' }, { scope: 'city' }],
    ['what is no fact', { fact: 'x' }, 'x'],
  ])('reads %s', (_case, payload, input) => {
    expect(unfoldAliases(payload)).toEqual(input);
  });

  it('refuses an owner for the facts of everybody', () => {
    expect(() => unfoldAliases({ scope: 'installation', scopeId: 'f' })).toThrow(
      '"scopeId" must be omitted when "scope" is "installation".',
    );
  });
});
