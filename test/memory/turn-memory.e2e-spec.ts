import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TurnMemory } from '../../src/memory/turn-memory.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

const reader = { workspaceId: 'floor', roleId: 'engineer' };
const brief = 'Build the search page of the shop and test it well.\nWrite the code';

describe.each(testDatabases)('memory in a turn on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let memory: OpenMemory;
  let turn: TurnMemory;

  beforeAll(async () => {
    memory = await openMemory({ database: database(), directory: directory() });
    turn = memory.get(TurnMemory);
    await memory.remember({ text: 'The shop runs on port 4000.', source: 'wiki' });
    await memory.remember({ text: 'Search terms are logged.', confidence: 0.9 });
    await memory.remember({ text: 'Zebras are striped.', confidence: 1 });
    await memory.remember({ ...reader, scope: 'role', text: 'You own the search page.' });
    await memory.remember({ scope: 'workspace', workspaceId: 'floor', text: brief });
    await memory.remember({ scope: 'workspace', workspaceId: 'other', text: brief });
  });

  afterAll(() => memory.close());

  const reads = async (): Promise<Record<string, number>> => {
    const { facts } = await memory.ledger();
    return Object.fromEntries(facts.map(({ id, readCount }) => [id, readCount]));
  };

  const textsOf = (facts: readonly { readonly text: string }[]): string[] =>
    facts.map(({ text }) => text);

  it('begins with what holds every word of the brief, then what shares some of them', async () => {
    const { facts, total, query } = await turn.index(reader, brief);
    expect(query).toBe(brief);
    expect(total).toBe(5);
    expect(textsOf(facts)[0]).toBe(brief);
    expect(textsOf(facts.slice(1)).sort()).toEqual([
      'Search terms are logged.',
      'The shop runs on port 4000.',
      'You own the search page.',
    ]);
  });

  it('shows a fact without its history', async () => {
    const { facts } = await turn.index(reader, 'port 4000');
    expect(facts).toEqual([
      {
        id: expect.stringMatching(/^fact_/),
        scope: 'installation',
        scopeId: null,
        kind: 'note',
        text: 'The shop runs on port 4000.',
        tags: [],
        source: 'wiki',
        confidence: 0.6,
        validFrom: expect.any(Number),
      },
    ]);
  });

  it('shows eight facts at most and counts all', async () => {
    for (let number = 0; number < 12; number++) await memory.remember({ text: `Yak ${number}` });
    const { facts, total } = await turn.index(reader, 'yak');
    expect(facts).toHaveLength(8);
    expect(total).toBe(17);
    expect(await turn.recall(reader, 'yak', 25)).toHaveLength(12);
    expect(await turn.recall(reader, 'yak', 3)).toHaveLength(3);
  });

  it('recalls only what holds every word asked for', async () => {
    expect(textsOf(await turn.recall(reader, 'search page', 8))).toEqual([
      'You own the search page.',
      brief,
    ]);
    expect(await turn.recall(reader, 'search zebra', 8)).toEqual([]);
  });

  it('recalls the surest facts for a blank query', async () => {
    expect(textsOf(await turn.recall(reader, ' \n', 2))).toEqual([
      'Zebras are striped.',
      'Search terms are logged.',
    ]);
  });

  it('looks at 300 characters of what is asked', async () => {
    const asked = `zebras ${' '.repeat(300)} nothing`;
    expect(textsOf(await turn.recall(reader, asked, 8))).toEqual(['Zebras are striped.']);
  });

  it('answers the question of the index with the facts of the index, and reads nothing again', async () => {
    const index = await turn.index(reader, brief);
    const before = await reads();
    expect(await turn.recall(reader, ` ${brief} `, 2, index)).toEqual(index.facts.slice(0, 2));
    expect(await reads()).toEqual(before);
    expect(textsOf(await turn.recall(reader, 'zebras', 2, index))).toEqual(['Zebras are striped.']);
  });

  it('counts each fact once for each answer that shows it', async () => {
    const before = await reads();
    const { facts } = await turn.index(reader, 'shop port');
    await turn.recall(reader, 'zebras', 8);
    const after = await reads();
    const shown = new Set([...facts.map(({ id }) => id)]);
    for (const { id } of facts) expect(after[id]).toBe((before[id] ?? 0) + 1);
    const changed = Object.keys(after).filter((id) => after[id] !== before[id]);
    expect(changed).toHaveLength(shown.size + 1);
  });

  it('keeps who read what only if the turn itself is kept', async () => {
    const { id } = await memory.remember({ text: 'Fleeting.' });
    const transactions = memory.get(Transactions);
    const lost = transactions.run(async (tx) => {
      await turn.recordReads(tx, 'run_lost', [id]);
      throw new Error('the lease is lost');
    });
    await expect(lost).rejects.toThrow('the lease is lost');
    await transactions.run((tx) => turn.recordReads(tx, 'run_kept', [id]));
    await transactions.run((tx) => turn.recordReads(tx, 'run_blind', []));
    expect(await memory.retract(id)).toEqual({ readBy: ['run_kept'] });
  });
});
