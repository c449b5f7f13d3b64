import { describe, expect, it, jest } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { OfficeDocumentEntity, OfficeDocuments } from './office-documents.js';
import { Statement } from './statement.js';

const readOne = new Statement('SELECT document_json FROM office_documents WHERE key = ?');

/**
 * Uses the same reads as the service outside transactions: entities, plain SQL, a prepared
 * statement.
 */
describe('reads of SQLite beside a transaction', () => {
  const opened = openStore('sqlite');

  const ways: Record<string, (key: string) => Promise<string[]>> = {
    entities: async (key) => {
      const row = await opened().dataSource.manager.findOneBy(OfficeDocumentEntity, { key });
      return row === null ? [] : [JSON.stringify(row.document)];
    },
    'plain SQL': async (key) => {
      const text = 'SELECT document_json FROM office_documents WHERE key = ?';
      const rows = await opened().dataSource.query<{ document_json: string }[]>(text, [key]);
      return rows.map((row) => row.document_json);
    },
    'a prepared statement': async (key) => {
      const rows = await readOne.run(opened().dataSource.manager, [key]);
      return rows.map((row) => String(row['document_json']));
    },
  };

  it.each(Object.entries(ways))('%s: see nothing of what is rolled back', async (way, read) => {
    const { transactions, clock } = opened();
    const key = `rolled back ${way}`;
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const work = transactions.run(async (tx) => {
      const locked = await new OfficeDocuments(clock).lock(tx, key);
      await locked.write({ committed: false });
      written.resolve();
      await mayEnd.promise;
      throw new Error('rolled back');
    });
    await written.promise;
    const seen = read(key);
    await new Promise(setImmediate);
    mayEnd.resolve();
    await expect(work).rejects.toThrow('rolled back');
    expect(await seen).toEqual([]);
  });

  it.each(Object.entries(ways))('%s: see what is committed', async (way, read) => {
    const { transactions, clock } = opened();
    const key = `committed ${way}`;
    const write = (document: object) =>
      transactions.run(async (tx) =>
        (await new OfficeDocuments(clock).lock(tx, key)).write(document),
      );
    await write({ n: 1 });
    expect(await read(key)).toEqual(['{"n":1}']);
    const second = write({ n: 2 });
    const [seen] = await Promise.all([read(key), second]);
    expect(['{"n":1}', '{"n":2}']).toContain(seen[0]);
    expect(await read(key)).toEqual(['{"n":2}']);
  });

  it('get their turn between transactions that follow one another', async () => {
    const { transactions, dataSource } = opened();
    let left = 50;
    const asked: Promise<number>[] = [];
    const leftWhenRead = async (): Promise<number> => {
      await dataSource.manager.count(OfficeDocumentEntity);
      return left;
    };
    const one = async (): Promise<void> => {
      if (left === 50) asked.push(leftWhenRead());
      left -= 1;
    };
    await Promise.all(Array.from({ length: left }, () => transactions.run(one)));
    expect(await asked[0]).toBeGreaterThan(40);
  });

  it('fail when the transaction waits for them, which therefore ends', async () => {
    const { transactions, dataSource } = opened();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const reading = Promise.withResolvers<void>();
      const work = transactions.run(async () => {
        const read = dataSource.manager.count(OfficeDocumentEntity);
        await new Promise(setImmediate);
        reading.resolve();
        return read;
      });
      await reading.promise;
      jest.advanceTimersByTime(10_000);
      await expect(work).rejects.toThrow('a transaction stays open');
    } finally {
      jest.useRealTimers();
    }
    expect(await transactions.run(async () => 'the next one')).toBe('the next one');
  });
});
