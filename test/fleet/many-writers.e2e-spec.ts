import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { FleetLocks } from '../../src/platform/fleet/fleet-locks.js';
import { finished, offerPipeline, submit } from '../runs/support/commission.js';
import { addressOf } from '../support/created-database.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { describeFleet } from '../support/redis-server.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { ManyWriters } from '../tools/many-writers.js';
import { TwoReplicas } from './two-replicas.js';

const roleIds = ['backend-dev-1', 'frontend-dev-1'];

describeFleet('replicas whose employees write to one file', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  let provider: ScriptedProvider;
  let replicas: TwoReplicas;

  beforeAll(async () => {
    await mkdir(directory('workspace'));
    provider = await ScriptedProvider.start();
    replicas = await TwoReplicas.start(
      { database: addressOf(database()), redis },
      {
        OPENAI_API_KEY: 'key',
        OFFICE_CAPACITY: '1',
        OFFICE_MAX_CONCURRENCY: '8',
        OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
        OFFICE_WORKSPACE: directory('workspace'),
        OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      },
      (env) => startLiveOffice(provider, env),
    );
  }, 120_000);
  afterAll(async () => {
    await replicas.close();
    await provider.close();
  }, 60_000);

  it('find every change in it that was reported', async () => {
    const { first, second } = replicas;
    const writers = new ManyWriters(directory('workspace', 'shared.txt'));
    await writers.prepare(100);
    provider.respondWith((request) => writers.answer(request));
    const asked = new Set<FleetLocks>();
    const tryTake = FleetLocks.prototype.tryTake;
    jest.spyOn(FleetLocks.prototype, 'tryTake').mockImplementation(function (
      this: FleetLocks,
      name,
    ) {
      if (name.endsWith('shared.txt')) asked.add(this);
      return tryTake.call(this, name);
    });
    const socket = await first.client.connect();
    const stage = { kind: 'build', mode: 'parallel', roleIds } as const;
    const pipelineId = offerPipeline(first, stage);
    offerPipeline(second, stage);
    const begun = [await submit(first, { pipelineId }), await submit(second, { pipelineId })];
    const ended = await Promise.all(begun.map(({ id }) => finished(first, socket, id)));
    const { inFile, reported } = await writers.marks(ended);
    expect(inFile).toEqual(reported);
    expect(reported.length).toBeGreaterThan(10);
    // Each of the two had a run.
    expect(asked.size).toBe(2);
    jest.restoreAllMocks();
  }, 120_000);
});
