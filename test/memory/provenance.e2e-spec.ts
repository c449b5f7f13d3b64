import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type {
  MemoryFact,
  MemoryLedger,
  MemoryRetraction,
} from '../../src/protocol/records/memory.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

describe.each(testDatabases)('facts in real runs on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_DB: addressOf(database()), OFFICE_MOCK_LATENCY_MS: '0' },
    });
    socket = await office.client.connect();
  });

  afterAll(() => office.close());

  const write = async (fact: object): Promise<MemoryFact> => {
    const body = { kind: 'convention', ...fact };
    return (await office.client.post<MemoryFact>('/api/memory', body)).body;
  };

  /** Submits a question and waits for the end of its run. */
  const ask = async (brief: string): Promise<RunDetail> => {
    const { body } = await office.client.post<Run>('/api/submit', {
      brief,
      pipelineId: 'quick-answer',
    });
    await socket.waitFor('run.updated', ({ run }) => run.id === body.id && run.endedAt !== null);
    return (await office.client.get<RunDetail>(`/api/runs/${body.id}`)).body;
  };

  const retract = async (id: string): Promise<MemoryRetraction> =>
    (await office.client.post<MemoryRetraction>(`/api/memory/${id}/retract`)).body;

  it('are named by the turns that were shown them, and a retraction names the runs', async () => {
    const fact = await write({ scope: 'installation', text: 'A lease lasts thirty seconds.' });
    const elsewhere = await write({
      scope: 'workspace',
      workspaceId: 'another-floor',
      text: 'A lease lasts for ever.',
    });
    const first = await ask('How long does a lease last?');
    const second = await ask('What is a lease?');
    for (const { turns } of [first, second]) {
      expect(turns.length).toBeGreaterThan(0);
      for (const turn of turns) expect(turn.memoryFactIds).toEqual([fact.id]);
    }
    expect(await retract(fact.id)).toEqual({ ok: true, readBy: [second.id, first.id] });
    expect(await retract(elsewhere.id)).toEqual({ ok: true, readBy: [] });
  });

  it('count every turn that was shown them as a read', async () => {
    const fact = await write({ scope: 'installation', text: 'Fences are numbers.' });
    const { turns } = await ask('What are fences?');
    const { body } = await office.client.get<MemoryLedger>('/api/memory?limit=1');
    expect(body.facts).toMatchObject([{ id: fact.id, readCount: turns.length }]);
  });

  it('are not shown once they are retracted', async () => {
    const fact = await write({ scope: 'installation', text: 'Journals are written in ink.' });
    await retract(fact.id);
    const { turns } = await ask('Why are journals written?');
    for (const turn of turns) expect(turn.memoryFactIds ?? []).not.toContain(fact.id);
  });
});
