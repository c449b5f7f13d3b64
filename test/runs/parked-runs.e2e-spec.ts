import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withRaw } from '../crash/support/raw-database.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';
import { callsTool, finished, offerPipeline, submit } from './support/commission.js';

const unknown =
  'This version of the service cannot continue the run (its journal is of version 99). ' +
  'It is parked: start a version that can, or cancel it.';

describe.each(testDatabases)('a run that this version cannot continue ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  const offices: RunningOffice[] = [];
  let provider: ScriptedProvider;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(callsTool('run_shell', { command: 'true' }));
  });
  afterEach(async () => {
    for (const office of offices.splice(0)) await office.close();
  });
  afterAll(() => provider.close());

  const open = async (): Promise<RunningOffice> => {
    const office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_DB: addressOf(database()),
      OFFICE_WORKSPACE: directory('workspace'),
    });
    offices.push(office);
    return office;
  };

  /** A run that waits for a person, in an office that is closed. */
  async function leaveWaiting(): Promise<string> {
    const office = await open();
    const socket = await office.client.connect();
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    await socket.waitFor('approval.requested', ({ approval }) => approval.runId === id);
    await offices.pop()?.close();
    return id;
  }

  const setVersion = (id: string, version: number): Promise<unknown> =>
    withRaw(database(), (raw) =>
      raw.all('UPDATE runs SET journal_version = ? WHERE id = ?', version, id),
    );

  it('is parked, says why, and goes on in a process that can continue it', async () => {
    const id = await leaveWaiting();
    await setVersion(id, 99);
    const parking = await open();
    const socket = await parking.client.connect();
    const isParked = (run: { id: string; error: string | null }): boolean =>
      run.id === id && run.error === unknown;
    const [hello] = socket.ofType('hello');
    if (hello?.state.runs.some(isParked) !== true) {
      await socket.waitFor('run.updated', ({ run }) => isParked(run));
    }
    const lines = parking.log.filter((line) => line.includes(`run ${id} is parked`));
    expect(lines).toHaveLength(1);
    await offices.pop()?.close();

    await setVersion(id, 2);
    const able = await open();
    const client = await able.client.connect();
    for (const { id: approvalId } of client.ofType('hello')[0]?.state.approvals ?? []) {
      client.send({ type: 'approve', approvalId, approved: true });
    }
    expect(await finished(able, client, id)).toMatchObject({ status: 'done', error: null });
  });

  it('can be cancelled, which refuses its approvals and leaves no employee working', async () => {
    const id = await leaveWaiting();
    await setVersion(id, 99);
    const office = await open();
    const socket = await office.client.connect();
    socket.send({ type: 'cancel', runId: id });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({ status: 'cancelled', error: 'Cancelled by the operator.' });
    expect(run.approvals.map(({ status }) => status)).toEqual(['rejected']);
  });
});
