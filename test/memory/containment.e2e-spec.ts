import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FactFinder } from '../../src/memory/recall/fact-finder.js';
import { ReadableScopes } from '../../src/memory/recall/readable-scopes.js';
import { indexedTerms, searchTerms } from '../../src/protocol/rules/search-terms.js';
import { TurnMemory } from '../../src/memory/turn-memory.js';
import type { MemoryFact, MemoryInput } from '../../src/protocol/records/memory.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

/** Hundreds of questions, on a machine that may be busy. */
const timeoutMs = 60_000;

const floors = ['default', 'floor-2', 'default","x', '*'];
const roles = ['cto', 'engineer', 'cto OR engineer'];

const owners: Pick<MemoryInput, 'scope' | 'workspaceId' | 'roleId'>[] = [
  { scope: 'installation' },
  ...floors.map((workspaceId) => ({ scope: 'workspace' as const, workspaceId })),
  ...floors.flatMap((workspaceId) =>
    roles.map((roleId) => ({ scope: 'role' as const, workspaceId, roleId })),
  ),
];

/** Few words, so that facts and queries often share some. */
const words = [
  'cache',
  'Cafés',
  'v2',
  'OR',
  'default',
  '数据库',
  '数据',
  'データ',
  'ذاكرة',
  'الذَّاكرة',
  '금요일',
];

const factText = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((chosen) => chosen.join(' '));

const operators = fc.constantFrom(
  '"',
  '(',
  ')',
  '*',
  ':',
  '^',
  '-',
  ' NOT ',
  ' NEAR(',
  'text:',
  "'",
  '\\',
  '&',
  '|',
  '!',
  '<->',
  ';',
  '\0',
  '\n',
  '\u202e',
  '%',
  '_',
  '--',
  '{tags} : ',
);

const query = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...words), operators, fc.constant(' ')), { maxLength: 8 })
      .map((pieces) => pieces.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom('"', 'a', '的', '\0', ' '),
      minLength: 10_000,
      maxLength: 10_100,
    }),
  },
);

const reader = fc.record({
  workspaceId: fc.oneof(
    fc.constantFrom(...floors),
    fc.constant('none'),
    fc.string({ unit: 'binary' }),
  ),
  roleId: fc.option(fc.oneof(fc.constantFrom(...roles), fc.string({ unit: 'binary' }))),
});

interface Reader {
  readonly workspaceId: string;
  readonly roleId: string | null;
}

describe.each(testDatabases)('containment on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let memory: OpenMemory;
  let facts: readonly MemoryFact[];

  beforeAll(async () => {
    memory = await openMemory({ database: database(), directory: directory() });
    for (const owner of owners) {
      for (const text of fc.sample(factText, { numRuns: 4, seed: 7 })) {
        await memory.remember({ ...owner, text, tags: ['ledger', owner.scope] });
      }
    }
    ({ facts } = await memory.ledger());
  });

  afterAll(() => memory.close());

  const visible = ({ workspaceId, roleId }: Reader): readonly MemoryFact[] =>
    facts.filter(
      (fact) =>
        fact.scope === 'installation' ||
        (fact.workspaceId === workspaceId &&
          (fact.scope === 'workspace' || fact.roleId === roleId)),
    );

  const idsOf = (some: readonly { readonly id: string }[]): string[] =>
    some.map(({ id }) => id).sort();

  it(
    'finds, whatever is asked and whoever asks, exactly the visible facts that hold every term',
    async () => {
      const search = async (who: Reader, asked: string): Promise<void> => {
        const terms = searchTerms(asked).map((term) => ` ${term.join(' ')} `);
        const expected = visible(who).filter(({ text, tags }) =>
          terms.every((term) =>
            [text, tags.join(' ')].some((part) => ` ${indexedTerms(part)} `.includes(term)),
          ),
        );
        const scopes = ReadableScopes.of(who.workspaceId, who.roleId);
        const found = await memory.get(FactFinder).find({ scopes, query: asked, limit: 100 });
        expect(found.ranked).toBe(true);
        expect(idsOf(found.facts)).toEqual(idsOf(expected));
      };
      await fc.assert(fc.asyncProperty(reader, query, search), { numRuns: 300 });
    },
    timeoutMs,
  );

  it(
    'shows a turn nothing but what its role on its floor may see, and counts no more',
    async () => {
      const look = async (who: Reader, asked: string, limit: number): Promise<void> => {
        const turn = memory.get(TurnMemory);
        const at = { workspaceId: who.workspaceId, roleId: who.roleId ?? 'nobody' };
        const access = idsOf(visible(at));
        const index = await turn.index(at, asked);
        const recalled = await turn.recall(at, asked, limit);
        expect(index.total).toBe(access.length);
        expect(index.facts.length).toBeLessThanOrEqual(8);
        expect(access).toEqual(expect.arrayContaining(idsOf(index.facts)));
        expect(access).toEqual(expect.arrayContaining(idsOf(recalled)));
      };
      const limits = fc.integer({ min: 1, max: 25 });
      await fc.assert(fc.asyncProperty(reader, query, limits, look), { numRuns: 100 });
    },
    timeoutMs,
  );

  it('hides the fact of a role from the same role on another floor', async () => {
    const { id } = await memory.remember({
      scope: 'role',
      workspaceId: 'floor-2',
      roleId: 'cto',
      text: 'Keeps the signing keys.',
    });
    expect(await memory.find('signing keys', 'floor-2', 'cto')).toHaveLength(1);
    expect(await memory.find('signing keys', 'default', 'cto')).toEqual([]);
    expect(await memory.find('signing keys', 'floor-2')).toEqual([]);
    await memory.retract(id);
    expect(await memory.find('signing keys', 'floor-2', 'cto')).toEqual([]);
  });
});
