import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VectorsRepository } from '../../src/memory/persistence/vectors.repository.js';
import { ReadableScopes } from '../../src/memory/recall/readable-scopes.js';
import { RecallService } from '../../src/memory/recall/recall.service.js';
import { VectorBackfill } from '../../src/memory/semantic/vector-backfill.js';
import { StartupTasks } from '../../src/platform/process/startup-tasks.js';
import { LeaningEmbedder } from '../support/memory/leaning-embedder.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

const word = 'kettle';
const count = 70;

describe.each(testDatabases)('embeddings in the background on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let embedder: LeaningEmbedder;
  const opened: OpenMemory[] = [];

  const open = async (): Promise<OpenMemory> => {
    const memory = await openMemory({ database: database(), directory: directory(), embedder });
    opened.push(memory);
    return memory;
  };

  const close = async (): Promise<void> => {
    for (const memory of opened.splice(0)) await memory.close();
  };

  /** As the service does once it listens; fulfilled when everything is embedded. */
  const start = (memory: OpenMemory): Promise<void> => memory.get(StartupTasks).run();

  const leans = async (memory: OpenMemory): Promise<number[]> => {
    const scopes = ReadableScopes.of(null);
    const { facts } = await memory.get(RecallService).search({ scopes, query: word, limit: 100 });
    return facts.map(({ text }) => Number(text.split(' ').at(-1)));
  };

  /** Facts that the search would embed eight at a time. */
  beforeAll(async () => {
    embedder = new LeaningEmbedder();
    embedder.available = false;
    const memory = await open();
    for (let lean = 0; lean < count; lean++) {
      await memory.remember({ text: `${word} leaning ${lean}` });
    }
    await close();
  });

  beforeEach(() => {
    embedder = new LeaningEmbedder();
  });
  afterEach(close);
  afterAll(close);

  const inOrder = Array.from({ length: count }, (_, lean) => lean);

  it('embeds in batches what has no vector of the model, and nothing again', async () => {
    const memory = await open();
    await start(memory);
    expect(embedder.requests.map(({ length }) => length)).toEqual([32, 32, 6]);
    expect(await memory.ledger()).toMatchObject({ vectorCount: count, vectorCoverage: count });
    expect(await leans(memory)).toEqual(inOrder);
    expect(memory.lines.join('\n')).toContain(`${count} fact(s) were embedded in the background`);
    await close();
    const later = await open();
    await start(later);
    expect(embedder.requests).toHaveLength(4);
  });

  it('embeds all anew for another model, and goes on after a restart', async () => {
    embedder.name = 'test/other';
    embedder.width = 12;
    const stopped = await open();
    const { fault } = embedder;
    // The process ends while the second batch is on its way.
    const second = Promise.withResolvers<void>();
    embedder.before = (request) => {
      if (request !== 2) return Promise.resolve();
      second.resolve();
      return new Promise((_, reject) => (embedder.abandon = reject));
    };
    const started = start(stopped);
    await second.promise;
    const closing = close();
    embedder.abandon(new Error('the process ends'));
    await closing;
    await started;
    embedder.before = () => Promise.resolve();
    embedder.fault = fault;
    embedder.requests.length = 0;
    const memory = await open();
    expect(await memory.ledger()).toMatchObject({ vectorCount: 32 });
    await start(memory);
    expect(embedder.requests.map(({ length }) => length)).toEqual([32, 6]);
    expect(await memory.ledger()).toMatchObject({ vectorCount: count, vectorCoverage: count });
    expect(await leans(memory)).toEqual(inOrder);
  });

  it('keeps the order of the words for facts of another width, and embeds them anew', async () => {
    const memory = await open();
    embedder.width = 1536;
    const found = await leans(memory);
    expect(found).toEqual(inOrder.toReversed());
    await memory.get(VectorBackfill).run();
    expect(await leans(memory)).toEqual(inOrder);
    expect(await memory.ledger()).toMatchObject({ vectorCount: count, vectorCoverage: count });
  });

  it('asks a failing embedder again', async () => {
    embedder.name = 'test/failing';
    embedder.fault = 'away';
    embedder.before = (request) => {
      if (request === 2) embedder.fault = 'none';
      return Promise.resolve();
    };
    const memory = await open();
    await start(memory);
    expect(memory.lines.join('\n')).toContain(
      'facts could not be embedded in the background: the provider is away; the next try is in 1 s',
    );
    expect(await memory.ledger()).toMatchObject({ vectorCoverage: count });
  });

  it('leaves it to one replica at a time', async () => {
    const memory = await open();
    const vectors = memory.get(VectorsRepository);
    expect(await vectors.claimFilling(1000, 2000)).toBe(true);
    expect(await vectors.claimFilling(1500, 2500)).toBe(false);
    expect(await vectors.claimFilling(2000, 3000)).toBe(true);
    await vectors.releaseFilling();
    expect(await vectors.claimFilling(2001, 3001)).toBe(true);
    await vectors.releaseFilling();
  });
});
