import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { entities } from '../../src/entities.js';
import { FactReadsRepository } from '../../src/memory/persistence/fact-reads.repository.js';
import { FactsRepository } from '../../src/memory/persistence/facts.repository.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { seededRandom } from '../crash/support/seeded-random.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const replicas = 6;
const readsOfEach = 40;

/** Not through the queue of transactions, which does again what a deadlock broke off. */
describeOnPostgres('reads of the same facts by many at once', (url) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => '');
  const sources: DataSource[] = [];
  let memory: OpenMemory;

  beforeAll(async () => {
    memory = await openMemory({ database: database(), directory: directory() });
    while (sources.length < replicas) {
      const options = { ...dataSourceOptions(database(), entities), migrationsRun: false };
      sources.push(await new DataSource(options).initialize());
    }
  });
  afterAll(async () => {
    for (const source of sources) await source.destroy();
    await memory.close();
  });

  /** Counts the reads of some facts, and notes who read them. */
  async function read(manager: EntityManager, ids: readonly string[], run: string): Promise<void> {
    const { connection } = manager;
    await new FactsRepository(connection).countReads(manager, ids, 7);
    await new FactReadsRepository(connection).add(manager, run, ids, 7);
  }

  it('never wait for each other in a ring, and each is counted', async () => {
    const facts = [];
    for (let index = 0; index < 8; index += 1) {
      facts.push(await memory.remember({ text: `fact ${index}` }));
    }
    const ids = facts.map(({ id }) => id);
    const expected = new Map<string, number>();
    const work = sources.map(async (source, replica) => {
      const random = seededRandom(replica + 1);
      for (let round = 0; round < readsOfEach; round += 1) {
        const shuffled = ids
          .map((id) => [random(), id] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, id]) => id);
        const some = shuffled.slice(0, 2 + Math.floor(random() * 5));
        await source.transaction((manager) => read(manager, some, `run ${round % 3}`));
        for (const id of some) expected.set(id, (expected.get(id) ?? 0) + 1);
      }
    });
    const failed = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
    expect(failed).toEqual([]);
    const after = (await memory.ledger()).facts;
    expect(new Map(after.map(({ id, readCount }) => [id, readCount]))).toEqual(expected);
  });
});
