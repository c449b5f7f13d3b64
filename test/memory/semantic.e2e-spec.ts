import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReadableScopes } from '../../src/memory/recall/readable-scopes.js';
import { RecallService } from '../../src/memory/recall/recall.service.js';
import { VectorFiller } from '../../src/memory/semantic/vector-filler.js';
import { TurnMemory } from '../../src/memory/turn-memory.js';
import type { MemoryFact } from '../../src/protocol/records/memory.js';
import { LeaningEmbedder } from '../support/memory/leaning-embedder.js';
import { type MemoryOptions, type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

describe.each(testDatabases)('semantic order on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let embedder: LeaningEmbedder;
  let memory: OpenMemory;
  /** A word of its own for each test, since they share a ledger. */
  let word: string;
  let tests = 0;

  const open = async (options: Partial<MemoryOptions> = {}): Promise<void> => {
    memory = await openMemory({ database: database(), directory: directory(), ...options });
  };

  const reopen = async (options: Partial<MemoryOptions>): Promise<void> => {
    await memory.close();
    await open(options);
  };

  beforeAll(async () => {
    embedder = new LeaningEmbedder();
    await open({ embedder });
  });

  beforeEach(() => {
    word = `word${++tests}`;
    embedder.requests.length = 0;
  });

  afterAll(() => memory.close());

  /** Facts that lean so far; the words alone would show the newest first. */
  const writeLeaning = async (...degrees: number[]): Promise<MemoryFact[]> => {
    const facts = [];
    for (const lean of degrees)
      facts.push(await memory.remember({ text: `${word} leaning ${lean}` }));
    return facts;
  };

  const search = (limit = 100) =>
    memory.get(RecallService).search({ scopes: ReadableScopes.of(null), query: word, limit });

  const leans = async (limit?: number): Promise<number[]> => {
    const { facts } = await search(limit);
    return facts.map(({ text }) => Number(text.split(' ').at(-1)));
  };

  it('puts first what is near in meaning, of what the words picked', async () => {
    await writeLeaning(50, 10, 80, 30);
    await memory.remember({ text: 'leaning 0 but not holding the word' });
    expect(await leans()).toEqual([10, 30, 50, 80]);
    expect(await leans(2)).toEqual([10, 30]);
    expect((await search()).semantic).toBe(true);
  });

  it('embeds the query once, and each fact only the first time it is found', async () => {
    await writeLeaning(2, 1);
    await search();
    await search();
    expect(embedder.requests).toEqual([[word, `${word} leaning 1`, `${word} leaning 2`], [word]]);
  });

  it('embeds eight facts at most on the way; those without a vector keep their place', async () => {
    await writeLeaning(50, 40, 1, 20, 30, 40, 50, 60, 70, 80);
    expect(await leans()).toEqual([1, 20, 30, 40, 50, 60, 70, 80, 40, 50]);
    expect(await leans()).toEqual([1, 20, 30, 40, 40, 50, 50, 60, 70, 80]);
  });

  it('makes no request for one fact or a blank query', async () => {
    await writeLeaning(5);
    await search();
    await memory
      .get(RecallService)
      .search({ scopes: ReadableScopes.of(null), query: ' ', limit: 9 });
    expect(embedder.requests).toEqual([]);
  });

  it.each([
    ['away', 'the provider is away'],
    ['one short', '3 text(s) were embedded as 2 vector(s)'],
    ['mixed', 'vectors of one answer have several widths, or none'],
    ['no direction', null],
  ] as const)('keeps the order of the words when the embedder is %s', async (fault, logged) => {
    await writeLeaning(30, 60);
    embedder.fault = fault;
    expect(await leans()).toEqual([60, 30]);
    if (logged !== null) {
      expect(memory.lines.join('\n')).toContain(`recall keeps the lexical order: ${logged}`);
    }
    embedder.fault = 'none';
    expect(await leans()).toEqual([30, 60]);
  });

  it('fills missing vectors on request, newest first, in batches', async () => {
    const { vectorCoverage, total, inactive } = await memory.ledger();
    await writeLeaning(...Array.from({ length: 40 }, (_, lean) => lean));
    const missing = total - inactive - vectorCoverage + 40;
    expect(await memory.get(VectorFiller).fill(36)).toEqual({ embedded: 36, semantic: true });
    expect(embedder.requests.map((texts) => texts.length)).toEqual([32, 4]);
    expect(embedder.requests[0]?.[0]).toBe(`${word} leaning 39`);
    expect(await memory.get(VectorFiller).fill(1000)).toMatchObject({ embedded: missing - 36 });
    expect(await memory.get(VectorFiller).fill(1000)).toMatchObject({ embedded: 0 });
  });

  it('counts vectors, and how many of the active facts have one', async () => {
    await memory.get(VectorFiller).fill(1000);
    const before = await memory.ledger();
    const [fact] = await writeLeaning(5);
    await memory.get(VectorFiller).fill(1000);
    await memory.retract(fact?.id ?? '');
    expect(await memory.ledger()).toMatchObject({
      semantic: true,
      vectorCount: before.vectorCount + 1,
      vectorCoverage: before.vectorCoverage,
    });
    expect(before.vectorCoverage).toBe(before.total - before.inactive);
  });

  it('counts a fact once when two searches embed it at the same time', async () => {
    const { vectorCount } = await memory.ledger();
    await writeLeaning(5, 6);
    await Promise.all([search(), search(), search()]);
    expect(await memory.ledger()).toMatchObject({ vectorCount: vectorCount + 2 });
  });

  it('orders the index of a turn, and never delays the tool', async () => {
    await writeLeaning(10, 50);
    const reader = { workspaceId: 'floor', roleId: 'cto' };
    const { facts } = await memory.get(TurnMemory).index(reader, word);
    expect(facts.map(({ text }) => text)).toEqual([`${word} leaning 10`, `${word} leaning 50`]);
    const asked = embedder.requests.length;
    const recalled = await memory.get(TurnMemory).recall(reader, word, 8);
    expect(recalled.map(({ text }) => text)).toEqual([`${word} leaning 50`, `${word} leaning 10`]);
    expect(embedder.requests).toHaveLength(asked);
  });

  describe('with the embedder that the environment names', () => {
    const named = (embedding: string, more: Record<string, string> = {}): Promise<void> =>
      reopen({
        env: { OFFICE_MEMORY_VECTORS: 'true', OFFICE_MEMORY_EMBEDDING: embedding, ...more },
      });

    it('is in force: words in common bring two texts together, the same way each time', async () => {
      await named('mock/words-768');
      await memory.remember({ text: `${word} one two three four` });
      await memory.remember({ text: `${word} seven eight nine ten eleven` });
      await memory.remember({ text: `${word}` });
      expect((await memory.find(word))[0]).toBe(word);
      expect(await memory.ledger()).toMatchObject({ semantic: true });
    });

    it('may have vectors of any width', async () => {
      await named('mock/words');
      await memory.remember({ text: `${word} one two three four` });
      await memory.remember({ text: `${word}` });
      await memory.remember({ text: `${word} seven eight nine ten eleven` });
      expect((await memory.find(word))[0]).toBe(word);
      expect(await memory.ledger()).toMatchObject({ semantic: true });
    });

    it.each([
      ['the switch is off', 'mock/words-768', { OFFICE_MEMORY_VECTORS: 'false' }],
      ['nobody is named', '', {}],
      ['nobody has that name', 'nobody/words-768', {}],
    ])('is off when %s', async (_case, embedding, more) => {
      await named(embedding, more);
      await writeLeaning(30, 60);
      expect(await leans()).toEqual([60, 30]);
      expect(await memory.ledger()).toMatchObject({
        semantic: false,
        vectorCount: 0,
        vectorCoverage: 0,
      });
      expect(await memory.get(VectorFiller).fill(9)).toEqual({ embedded: 0, semantic: false });
    });
  });
});
