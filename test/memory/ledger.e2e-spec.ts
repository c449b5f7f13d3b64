import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LedgerService } from '../../src/memory/ledger.service.js';
import { TurnMemory } from '../../src/memory/turn-memory.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

describe.each(testDatabases)('the ledger on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let memory: OpenMemory;

  beforeAll(async () => {
    memory = await openMemory({ database: database(), directory: directory() });
  });

  afterAll(() => memory.close());

  const eventsSince = (mark: number): object[] =>
    memory.events.slice(mark).map((event) => {
      if (event.type === 'memory.created') return { created: event.fact.id };
      return event.type === 'memory.retracted' ? { retracted: event.id } : { other: event.type };
    });

  it('keeps a fact as it was cleaned, and announces it', async () => {
    const mark = memory.events.length;
    const fact = await memory.remember({
      scope: 'role',
      kind: 'pitfall',
      text: '  Dates are UTC.  ',
      tags: ['Time', ' time ', '', 'API'],
      source: ' standup ',
      roleId: 'engineer',
    });
    const now = memory.clock.now();
    expect(fact).toEqual({
      id: expect.stringMatching(/^fact_[0-9a-f]{20}$/),
      scope: 'role',
      scopeId: 'engineer',
      workspaceId: 'active-floor',
      roleId: 'engineer',
      kind: 'pitfall',
      text: 'Dates are UTC.',
      origin: 'operator',
      tags: ['time', 'api'],
      source: 'standup',
      confidence: 0.6,
      createdAt: now,
      updatedAt: now,
      validFrom: now,
      invalidFrom: null,
      supersededBy: null,
      supersedes: null,
      retractReason: null,
      readCount: 0,
      lastReadAt: null,
    });
    expect((await memory.ledger()).facts[0]).toEqual(fact);
    expect(memory.events.slice(mark)).toMatchObject([
      { type: 'memory.created', fact, superseded: null },
    ]);
  });

  it('replaces a fact in one step: the replacement first, the original kept', async () => {
    const original = await memory.remember({ text: 'Releases are on Friday.', source: 'wiki' });
    const mark = memory.events.length;
    const correction = await memory.remember({
      text: 'Releases are on Monday.',
      supersedes: original.id,
    });
    const at = memory.clock.now();
    expect(correction).toMatchObject({ supersedes: original.id, invalidFrom: null });
    const ended = { ...original, supersededBy: correction.id, invalidFrom: at, updatedAt: at };
    expect(memory.events.slice(mark)).toMatchObject([
      { type: 'memory.created', fact: correction, superseded: ended },
      { type: 'memory.retracted', id: original.id, fact: ended },
    ]);
    expect((await memory.ledger()).facts.slice(0, 2)).toEqual([
      correction,
      { ...original, invalidFrom: at, updatedAt: at, supersededBy: correction.id },
    ]);
  });

  it('lets a correction stay on the floor of a role, whatever floor is shown', async () => {
    const original = await memory.remember({
      scope: 'role',
      roleId: 'cto',
      workspaceId: 'elsewhere',
      text: 'One.',
    });
    const fields = { scope: 'role', roleId: 'cto', text: 'Two.', supersedes: original.id } as const;
    expect(await memory.remember(fields)).toMatchObject({ workspaceId: 'elsewhere' });
  });

  it('retracts with a reason and never deletes', async () => {
    const fact = await memory.remember({ text: 'The cache is warm.' });
    const mark = memory.events.length;
    await memory.retract(fact.id, '  It never was.  ');
    const at = memory.clock.now();
    const ended = { ...fact, invalidFrom: at, updatedAt: at, retractReason: 'It never was.' };
    expect((await memory.ledger()).facts[0]).toEqual(ended);
    expect(eventsSince(mark)).toEqual([{ retracted: fact.id }]);
  });

  it('lets no fact end before it began, where the clock was set back', async () => {
    const fact = await memory.remember({ text: 'It is late.' });
    memory.clock.advance(-500);
    await memory.retract(fact.id);
    memory.clock.advance(500);
    expect((await memory.ledger()).facts[0]).toMatchObject({
      id: fact.id,
      invalidFrom: fact.validFrom,
      updatedAt: fact.createdAt,
    });
  });

  it('counts each of many reads at once, whatever was written to the facts meanwhile', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five', 'six'].map((each) => `kestrel ${each}`);
    const here = { scope: 'workspace', workspaceId: 'busy' } as const;
    for (const text of texts) await memory.remember({ ...here, text });
    const reads = 40;
    const found = await Promise.all(
      Array.from({ length: reads }, (_, index) =>
        memory.find(index % 2 === 0 ? 'kestrel' : (texts[index % texts.length] ?? ''), 'busy'),
      ),
    );
    const { facts } = await memory.ledger();
    const counted = facts.filter(({ text }) => texts.includes(text)).map((fact) => fact.readCount);
    const sum = counted.reduce((total, count) => total + count, 0);
    expect(sum).toBe(found.flat().length);
    expect(sum).toBeGreaterThan(reads * 3);
    expect(memory.lines.filter((line) => line.includes('not counted'))).toEqual([]);
  });

  describe('refuses, and changes nothing,', () => {
    const unchanged = async (write: () => Promise<unknown>, message: string): Promise<void> => {
      const before = await memory.ledger();
      const mark = memory.events.length;
      await expect(write()).rejects.toThrow(new Error(message));
      expect(await memory.ledger()).toEqual(before);
      expect(memory.events.slice(mark)).toEqual([]);
    };

    it('to correct what does not exist', () =>
      unchanged(
        () => memory.remember({ text: 'x', supersedes: 'fact_nowhere' }),
        'There is no fact "fact_nowhere" to supersede.',
      ));

    it('to correct what has ended', async () => {
      const { id } = await memory.remember({ text: 'Gone.' });
      await memory.retract(id);
      await unchanged(
        () => memory.remember({ text: 'x', supersedes: id }),
        `The fact "${id}" is already replaced or retracted. Correct the fact that stands in its place, or write a new one.`,
      );
    });

    it('to move a fact by correcting it', async () => {
      const here = { scope: 'workspace', workspaceId: 'here' } as const;
      const { id } = await memory.remember({ ...here, text: 'Local.' });
      const rest =
        'and a correction cannot move it. Keep its scope and owner, or retract it and write a new fact.';
      await unchanged(
        () => memory.remember({ ...here, workspaceId: 'there', text: 'x', supersedes: id }),
        `The fact "${id}" is scoped to workspace "here", ${rest}`,
      );
      await unchanged(
        () => memory.remember({ text: 'x', supersedes: id }),
        `The fact "${id}" is scoped to workspace "here", ${rest}`,
      );
      const wide = await memory.remember({ text: 'Global.' });
      await unchanged(
        () => memory.remember({ ...here, text: 'x', supersedes: wide.id }),
        `The fact "${wide.id}" is scoped to installation, ${rest}`,
      );
    });

    it('to retract what does not exist, or has ended', async () => {
      await unchanged(() => memory.retract('fact_\0'), 'There is no fact "fact_\0".');
      const { id } = await memory.remember({ text: 'Once.' });
      await memory.retract(id);
      await unchanged(
        () => memory.retract(id),
        `The fact "${id}" is already replaced or retracted.`,
      );
    });
  });

  it('lets one of many corrections of a fact win', async () => {
    const { id } = await memory.remember({ text: 'Contested.' });
    const attempts = Array.from({ length: 8 }, (_, number) =>
      number % 2 === 0
        ? memory.remember({ text: `No ${number}`, supersedes: id })
        : memory.retract(id),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { facts } = await memory.ledger();
    const ended = facts.find((fact) => fact.id === id);
    expect(ended?.invalidFrom).not.toBeNull();
    expect(facts.filter((fact) => fact.supersedes === id)).toHaveLength(
      ended?.supersededBy === null ? 0 : 1,
    );
  });

  it('stores what no database could', async () => {
    const { id, text } = await memory.remember({ text: 'a\0b \ud800', tags: ['\0'], source: '\0' });
    expect(text).toBe('a\ufffdb \ufffd');
    const [fact] = (await memory.ledger()).facts;
    expect(fact).toMatchObject({ id, text, tags: ['\ufffd'], source: '\ufffd' });
  });

  it('counts what it holds', async () => {
    const { facts, total, inactive } = await memory.ledger();
    expect(total).toBe(facts.length);
    expect(inactive).toBe(facts.filter((fact) => fact.invalidFrom !== null).length);
    expect(inactive).toBeGreaterThan(0);
  });

  it('is read page by page without losing or repeating a fact', async () => {
    const ledger = memory.get(LedgerService);
    const { facts, total, inactive } = await ledger.read();
    const pages = [];
    let before: string | undefined;
    do {
      const page = await ledger.read({ limit: 3, before });
      expect(page).toMatchObject({ total, inactive });
      pages.push(...page.facts);
      before = page.facts.at(-1)?.id;
    } while (before !== undefined);
    expect(pages).toEqual(facts);
    await expect(ledger.read({ before: 'fact_none' })).rejects.toThrow(
      'There is no fact "fact_none".',
    );
  });

  it('names the runs that were shown a retracted fact, the latest reader first', async () => {
    const { id } = await memory.remember({ text: 'Everybody knows.' });
    const read = (runId: string): Promise<void> => {
      memory.clock.advance();
      const turn = memory.get(TurnMemory);
      return memory.get(Transactions).run((tx) => turn.recordReads(tx, runId, [id, id]));
    };
    for (let number = 0; number < 103; number++) await read(`run_${number}`);
    await read('run_50');
    const { readBy } = await memory.retract(id);
    expect(readBy.slice(0, 3)).toEqual(['run_50', 'run_102', 'run_101']);
    expect(readBy).toHaveLength(100);
  });

  it('names no reader where there was none', async () => {
    const { id } = await memory.remember({ text: 'A secret.' });
    expect(await memory.retract(id)).toEqual({ readBy: [] });
  });
});
