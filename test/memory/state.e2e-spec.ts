import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecallService } from '../../src/memory/recall/recall.service.js';
import { ReadableScopes } from '../../src/memory/recall/readable-scopes.js';
import { VectorFiller } from '../../src/memory/semantic/vector-filler.js';
import type { MemoryState } from '../../src/protocol/records/memory.js';
import { LeaningEmbedder } from '../support/memory/leaning-embedder.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';
import { until } from '../support/until.js';

describe.each(testDatabases)('the part of the state on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  const embedder = new LeaningEmbedder();
  let memory: OpenMemory;

  beforeAll(async () => {
    memory = await openMemory({ database: database(), directory: directory(), embedder });
  });

  afterAll(() => memory.close());

  /** What a reading in the background brings; ends with the test when it never comes. */
  const stateWith = async (condition: (state: MemoryState) => boolean): Promise<MemoryState> => {
    await until(() => condition(memory.state));
    return memory.state;
  };

  it('begins empty', () => {
    expect(memory.state).toEqual({
      facts: [],
      counts: { installation: 0, workspace: 0, role: 0 },
      searchable: true,
      semantic: true,
      vectorCount: 0,
      vectorCoverage: 0,
    });
  });

  it('shows a fact as soon as it is written, and stays the same object until then', async () => {
    const before = memory.state;
    const fact = await memory.remember({ scope: 'role', roleId: 'cto', text: 'One.' });
    expect(memory.state).toEqual({
      ...before,
      facts: [fact],
      counts: { installation: 0, workspace: 0, role: 1 },
    });
    expect(memory.state).toBe(memory.state);
  });

  it('shows reads', async () => {
    await memory.remember({ text: 'Read.' });
    const scopes = ReadableScopes.of(null);
    const { facts } = await memory.get(RecallService).search({ scopes, query: 'read', limit: 5 });
    expect(memory.state.facts[0]).toEqual(facts[0]);
  });

  it('shows no fact that has ended', async () => {
    const { id } = await memory.remember({ text: 'Short-lived.' });
    await memory.retract(id);
    expect(memory.state.facts.map(({ text }) => text)).toEqual(['Read.', 'One.']);
    expect(memory.state.counts).toEqual({ installation: 1, workspace: 0, role: 1 });
  });

  it('counts vectors', async () => {
    await memory.get(VectorFiller).fill(10);
    expect(await stateWith(({ vectorCount }) => vectorCount === 2)).toMatchObject({
      vectorCoverage: 2,
    });
    await memory.retract((await memory.ledger()).facts[1]?.id ?? '');
    expect(await stateWith(({ vectorCoverage }) => vectorCoverage === 1)).toMatchObject({
      vectorCount: 2,
    });
  });

  it('holds 200 facts and counts all; an older one takes the place of one that ends', async () => {
    const first = memory.state.facts;
    for (let number = 0; number < 201; number++) await memory.remember({ text: `Fact ${number}` });
    expect(memory.state.facts).toHaveLength(200);
    expect(memory.state.facts[0]?.text).toBe('Fact 200');
    expect(memory.state.counts.installation).toBe(
      201 + first.filter((f) => f.roleId === null).length,
    );
    await memory.retract(memory.state.facts[50]?.id ?? '');
    const full = await stateWith(({ facts }) => facts.length === 200);
    expect(full.facts.at(-1)?.text).toBe('Fact 0');
    const hidden = (await memory.ledger()).facts.find(({ id, invalidFrom }) => {
      return invalidFrom === null && !full.facts.some((fact) => fact.id === id);
    });
    await memory.retract(hidden?.id ?? '');
    const { counts } = full;
    await stateWith((state) => sum(state.counts) === sum(counts) - 1);
  });

  it('is the same after a restart', async () => {
    // Vectors are counted after the commit that ended their fact.
    const { vectorCount, vectorCoverage } = await memory.ledger();
    const before = await stateWith(
      (state) => state.vectorCount === vectorCount && state.vectorCoverage === vectorCoverage,
    );
    await memory.close();
    memory = await openMemory({ database: database(), directory: directory(), embedder });
    expect(memory.state).toEqual(before);
  });
});

function sum({ installation, workspace, role }: MemoryState['counts']): number {
  return installation + workspace + role;
}
