import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { doorDatabases } from '../support/test-databases.js';
import {
  callsTool,
  carryOut,
  finished,
  offerPipeline,
  promptOf,
  submit,
} from './support/commission.js';

describe.each(doorDatabases)('a restart in the middle ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  const open = async (): Promise<void> => {
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_DB: addressOf(database()),
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    pipelineId = offerPipeline(
      office,
      { name: 'Build', kind: 'build', roleIds: ['backend-dev-1'] },
      { name: 'Report', kind: 'report' },
    );
  };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.requests.length = 0;
    provider.respondWith(() => ({ text: ['Done.'] }));
    await open();
  });
  afterEach(() => office.close());
  afterAll(() => provider.close());

  /** Closes the service while the first call of the run has no answer, and opens it again. */
  async function restartIn(runId: string): Promise<void> {
    await office.close();
    provider.requests.length = 0;
    provider.respondWith(() => ({ text: ['Done.'] }));
    await open();
    const { body } = await office.client.get<{ endedAt: number | null }>(`/api/runs/${runId}`);
    if (body.endedAt === null) await finished(office, socket, runId);
  }

  function neverAnswers(): void {
    provider.respondWith(() => ({ text: ['…'], fault: { kind: 'stall', afterChunks: 0 } }));
  }

  it('keeps an instruction, and shows it to every later call', async () => {
    neverAnswers();
    const { id } = await submit(office, { pipelineId });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === id);
    socket.send({ type: 'steerRun', runId: id, text: 'Use SQLite' });
    await socket.waitFor('run.updated', ({ run }) => run.instructions !== undefined);
    await restartIn(id);
    const { body: run } = await office.client.get(`/api/runs/${id}`);
    expect(run).toMatchObject({ status: 'done', instructions: [{ text: 'Use SQLite' }] });
    const shown = provider.requests.map((request) => promptOf(request).includes('- Use SQLite'));
    expect([...new Set(shown)]).toEqual([true]);
    expect(shown.length).toBeGreaterThan(1);
  });

  it('keeps what a run knows of the one that it continues, with what that one changed', async () => {
    const build = callsTool('run_shell', {
      command: String.raw`printf 'first-line\r\n' > kept.txt`,
    });
    provider.respondWith((request) =>
      promptOf(request).includes('**Build**') ? build(request) : { text: ['Reported.'] },
    );
    const earlier = await carryOut(office, socket, { pipelineId });
    expect(earlier.status).toBe('done');
    neverAnswers();
    const { id } = await submit(office, { pipelineId, brief: 'Go on', continues: earlier.id });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === id);
    await restartIn(id);
    expect(provider.requests.length).toBeGreaterThan(1);
    for (const request of provider.requests) {
      const prompt = promptOf(request);
      expect(prompt).toContain(`This run continues ${earlier.id}, which ended done.`);
      // A report covers this run only.
      const isBuilding = !prompt.includes('**Report**');
      expect(prompt.includes('## What it changed, first to last')).toBe(isBuilding);
      expect(prompt.includes('+first-line')).toBe(isBuilding);
    }
  });
});
