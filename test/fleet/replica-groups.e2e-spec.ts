import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rename, stat } from 'node:fs/promises';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { Run } from '../../src/protocol/records/work.js';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { workspaceTexts } from '../../src/protocol/texts/workspaces.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { addressOf } from '../support/created-database.js';
import { describeFleet } from '../support/redis-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const isRun =
  (runId: string, matches: (run: Run) => boolean) =>
  (event: ServerEvent): boolean =>
    event.type === 'run.updated' && event.run.id === runId && matches(event.run);

const isOver = ({ status }: Run): boolean => isFinal(status);

describeFleet('replicas that see different workspaces', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  let north: RunningOffice;
  let south: RunningOffice;
  let ended: Run;

  const start = (group: string): Promise<RunningOffice> =>
    startRealOffice({
      OFFICE_DB: addressOf(database()),
      OFFICE_REDIS_URL: redis,
      OFFICE_LEASE_MS: '2000',
      OFFICE_REPLICA_GROUP: group,
      OFFICE_WORKSPACE: directory(`${group}/home`),
      OFFICE_WORKSPACES_ROOT: directory(`${group}/floors`),
      OFFICE_SNAPSHOTS_DIR: directory(`${group}/snapshots`),
    });

  beforeAll(async () => {
    north = await start('north');
    south = await start('south');
  }, 60_000);
  afterAll(async () => {
    await north.close();
    await south.close();
  }, 60_000);

  async function submit({ client }: RunningOffice, workspaceId = 'default'): Promise<Run> {
    const order = { brief: 'Say hello.', pipelineId: 'quick-answer', workspaceId };
    return (await client.post<Run>('/api/submit', order)).body;
  }

  /** The run as the replica tells it when it has come so far. */
  async function told(
    { client }: RunningOffice,
    { id }: Run,
    matches: (run: Run) => boolean,
  ): Promise<Run> {
    const socket = await client.connect();
    const { body } = await client.get<Run>(`/api/runs/${id}`);
    if (matches(body)) return body;
    const event = await socket.waitForAny(isRun(id, matches));
    await socket.close();
    return event.type === 'run.updated' ? event.run : body;
  }

  async function refusal({ client }: RunningOffice, type: 'revertRun' | 'deliverRun') {
    const socket = await client.connect();
    socket.send(
      type === 'revertRun'
        ? { type, runId: ended.id }
        : { type, runId: ended.id, branch: 'office/hello' },
    );
    const { message } = await socket.waitFor('error');
    await socket.close();
    return message;
  }

  it('work on the floors of their own group, wherever a run was asked for', async () => {
    const opened = await south.client.post('/api/workspaces', { name: 'Harbour' });
    expect(opened.status).toBe(201);
    ended = await told(north, await submit(south), isOver);
    expect(ended.status).toBe('done');
    expect(ended.workspacePath).toBe(directory('north/home'));
    const there = await submit(north, 'harbour');
    expect((await told(south, there, isOver)).status).toBe('done');
  }, 60_000);

  it('refuse what needs files that they do not see', async () => {
    const elsewhere = deliveryTexts.filesAway(ended.id, workspaceTexts.filesElsewhere('north'));
    expect(await refusal(south, 'revertRun')).toBe(elsewhere);
    expect(await refusal(south, 'deliverRun')).toBe(elsewhere);
    expect(await refusal(north, 'deliverRun')).toBe(deliveryTexts.nothingToDeliver(ended.id));
  }, 60_000);

  it('leave a run alone while none of its group is there, and it says so; it can be cancelled', async () => {
    await north.close();
    const waiting = await submit(south);
    const why = workspaceTexts.runWaits(workspaceTexts.noReplicaOf('north'));
    expect(await told(south, waiting, ({ error }) => error !== null)).toMatchObject({
      status: 'queued',
      error: why,
    });
    const unwanted = await submit(south);
    const socket = await south.client.connect();
    socket.send({ type: 'cancel', runId: unwanted.id });
    await socket.waitForAny(isRun(unwanted.id, ({ status }) => status === 'cancelled'));
    north = await start('north');
    expect(await told(north, waiting, isOver)).toMatchObject({ status: 'done', error: null });
  }, 60_000);

  it('let a run wait whose directory is missing, say so, make none, and go on when it is back', async () => {
    const home = directory('north/home');
    const { body: opened } = await north.client.post<{ id: string }>('/api/workspaces', {
      name: 'Cellar',
    });
    await rename(home, `${home}-unmounted`);
    // More than a replica takes at once, all older than the run of another floor.
    for (let count = 0; count < 20; count += 1) await submit(north);
    const waiting = await submit(south);
    const why = workspaceTexts.runWaits(workspaceTexts.filesMissing(home));
    expect(await told(north, waiting, ({ error }) => error !== null)).toMatchObject({
      status: 'queued',
      error: why,
    });
    const { body } = await north.client.get('/readyz');
    expect(body).toEqual({ ok: true, problems: [workspaceTexts.directoriesMissing(1)] });
    expect((await south.client.get('/readyz')).body).toEqual({ ok: true });
    const missing = deliveryTexts.filesAway(ended.id, workspaceTexts.filesMissing(home));
    expect(await refusal(north, 'revertRun')).toBe(missing);
    await expect(stat(home)).rejects.toThrow('ENOENT');
    expect((await told(north, await submit(north, opened.id), isOver)).status).toBe('done');
    await rename(`${home}-unmounted`, home);
    expect(await told(north, waiting, isOver)).toMatchObject({ status: 'done', error: null });
  }, 60_000);

  it('make no new root where the one that floors work in is missing', async () => {
    const root = directory('north/floors');
    await rename(root, `${root}-unmounted`);
    const { status, body } = await south.client.post('/api/workspaces', { name: 'Lighthouse' });
    expect([status, body]).toEqual([400, { error: workspaceTexts.rootMissing(root) }]);
    await expect(stat(root)).rejects.toThrow('ENOENT');
    await rename(`${root}-unmounted`, root);
  }, 60_000);
});
