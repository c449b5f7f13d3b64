import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { factIndexOf, FactIndexSetup } from '../../src/memory/recall/fact-index-setup.js';
import { FactIndex } from '../../src/memory/recall/fact-index.js';
import { ReadableScopes } from '../../src/memory/recall/readable-scopes.js';
import { RecallService } from '../../src/memory/recall/recall.service.js';
import { type MemoryOptions, type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

const notice =
  'The full-text index is unavailable, so these facts come from an unranked scan for the query as it stands.';

describe.each(testDatabases)('the index that is not there, on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let memory: OpenMemory;

  const open = async (options: Partial<MemoryOptions> = {}): Promise<void> => {
    memory = await openMemory({ database: database(), directory: directory(), ...options });
  };

  const search = (query: string, workspaceId: string | null = null) =>
    memory.get(RecallService).search({ scopes: ReadableScopes.of(workspaceId), query, limit: 3 });

  afterEach(() => memory.close());

  it('is built at boot from the facts that are active', async () => {
    await open();
    const gone = await memory.remember({ text: 'Ibex in the log.' });
    await memory.remember({ text: 'Ibex on the shelf.' });
    await memory.get(DataSource).query('DROP TABLE memory_index');
    await memory.close();
    await open();
    expect(memory.get(FactIndexSetup).available).toBe(true);
    expect(await memory.find('ibex')).toEqual(['Ibex on the shelf.', 'Ibex in the log.']);
    await memory.retract(gone.id);
    await memory.remember({ text: 'Ibex again.' });
    expect(await memory.find('ibex')).toEqual(['Ibex again.', 'Ibex on the shelf.']);
  });

  it('is replaced, when it breaks while the service runs, by a scan that says so', async () => {
    await open();
    await memory.remember({ text: 'The Gecko sleeps.', confidence: 0.9 });
    await memory.remember({ text: 'Nothing here.', tags: ['GECKO'] });
    await memory.remember({ text: 'A gecko of this floor.', scope: 'workspace', workspaceId: 'f' });
    await memory.get(DataSource).query('DROP TABLE memory_index');
    const found = await search('  gecko ');
    expect(found).toMatchObject({ ranked: false, semantic: false, notice });
    expect(found.facts.map(({ text }) => text)).toEqual(['Nothing here.', 'The Gecko sleeps.']);
    expect((await search('gecko', 'f')).facts).toHaveLength(3);
    expect((await search('gecko gecko')).facts).toEqual([]);
    expect(memory.lines.join('\n')).toContain('[memory] the full-text index failed');
  });

  it('is missed at boot with a warning, and facts are written and found all the same', async () => {
    await open();
    const before = await memory.remember({ text: 'Written before.' });
    await memory.close();
    await open({ index: (dataSource) => new ImpossibleIndex(factIndexOf(dataSource)) });
    expect(memory.lines.join('\n')).toContain(
      'WARN [store] no full-text index for memory (no such module: fts); recall will fall back to an unranked substring scan',
    );
    await memory.remember({ text: 'Written without 100% index.' });
    await memory.retract(before.id);
    expect(await search('WRITTEN')).toMatchObject({
      facts: [{ text: 'Written without 100% index.' }],
      ranked: false,
      notice,
    });
    expect((await search('%')).facts).toHaveLength(1);
    expect(await search('')).toMatchObject({ ranked: false, notice });
    expect(await memory.ledger()).toMatchObject({ searchable: false });
    expect(memory.state.searchable).toBe(false);
  });

  it('is back at the next boot, with what was written in the meantime', async () => {
    await open();
    expect(await memory.find('written')).toEqual(['Written without 100% index.']);
  });
});

/** An index of a server that lacks the module for it. */
class ImpossibleIndex extends FactIndex {
  constructor(private readonly real: FactIndex) {
    super();
  }

  override search(): Promise<readonly string[]> {
    throw new Error('an index that is missing is not asked');
  }

  override async isIntact(): Promise<boolean> {
    return false;
  }

  override async rebuild(manager: EntityManager): Promise<void> {
    await manager.query('DROP TABLE memory_index');
    throw new Error('no such module: fts');
  }

  override detach(manager: EntityManager): Promise<void> {
    return this.real.detach(manager);
  }
}
