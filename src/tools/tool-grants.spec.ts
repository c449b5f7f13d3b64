import { describe, expect, it } from '@jest/globals';
import type { Role } from '../protocol/records/organisation.js';
import { coversRole, parseGrantRoles } from './grant-roles.js';
import { ToolGrants } from './tool-grants.js';

const engineer = { id: 'engineer', allowedTools: ['read_file', 'think'] } as unknown as Role;

describe('ToolGrants', () => {
  it('lays what others grant over what the chart grants, no name twice', () => {
    const grants = new ToolGrants();
    grants.addOverlay(({ id }) => [`mcp__a__${id}`]);
    const withdraw = grants.addOverlay(() => ['think', 'agent__b__delegate']);
    expect(grants.grantedTo(engineer)).toEqual([
      'read_file',
      'think',
      'mcp__a__engineer',
      'agent__b__delegate',
    ]);
    withdraw();
    expect(grants.grantedTo(engineer)).toEqual(['read_file', 'think', 'mcp__a__engineer']);
  });
});

describe('a list of roles', () => {
  it.each([
    ['none', []],
    ['', []],
    ['*', ['*']],
    ['ceo, *', ['*']],
    ['ceo,cto  qa-lead ceo', ['ceo', 'cto', 'qa-lead']],
    ['shell-roles', ['shell-roles']],
  ])('%j reads as %j', (text, entries) => {
    expect(parseGrantRoles(text)).toEqual(entries);
  });

  it.each([
    [['*'], true],
    [['engineer'], true],
    [['ceo'], false],
    [[], false],
    [['marker'], true],
  ])('%j covers the engineer: %s', (entries, covered) => {
    expect(coversRole(entries, engineer, (entry) => entry === 'marker')).toBe(covered);
  });
});
