import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClientCommand } from '../../src/protocol/commands.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { Workspace } from '../../src/protocol/records/organisation.js';
import type { PluginRecord } from '../../src/protocol/records/plugins.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { DirectMessage } from '../../src/protocol/records/conversations.js';
import { conversationTexts } from '../../src/protocol/texts/conversations.js';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { ReplicaWatch } from '../../src/runs/queue/replica-watch.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { addressOf } from '../support/created-database.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { describeFleet, temporaryRedis } from '../support/redis-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { TwoReplicas } from './two-replicas.js';

const pluginsDir = fileURLToPath(new URL('../../plugins', import.meta.url));

/** Changes are made at the first replica, and the second decides: it has heard of none of them. */
describeFleet('what a replica decides that hears of nothing', ({ postgres }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  const server = temporaryRedis();
  let replicas: TwoReplicas;
  let here: OfficeSocket;
  let there: OfficeSocket;
  let reverted: Run;

  beforeAll(async () => {
    const redis = await server.start();
    const place = { database: addressOf(database()), redis: redis.url };
    replicas = await TwoReplicas.start(place, {
      OFFICE_LEASE_MS: '60000',
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      OFFICE_SNAPSHOTS_DIR: directory('snapshots'),
      OFFICE_PLUGINS_DIR: pluginsDir,
      OFFICE_AUTO_APPROVE_SHELL: 'true',
    });
    here = await replicas.first.client.connect();
    there = await replicas.second.client.connect();
    reverted = await carryOut('run_shell {"command": "echo one > one.txt; echo two > two.txt"}');
    await replicas.level();
    await redis.stop();
    await replicas.hearNothing();
    // It would read the log once in a second.
    replicas.second.app.get(ReplicaWatch).step = async () => {};
  }, 180_000);
  afterAll(() => replicas.close(), 60_000);

  const submit = ({ client }: RunningOffice, order: object = {}) =>
    client.post<Run & { error?: string }>('/api/submit', {
      brief: 'Say hello.',
      pipelineId: 'quick-answer',
      ...order,
    });

  /** Whichever replica works on it: the row tells. */
  async function ended(id: string): Promise<void> {
    const { client } = replicas.first;
    for (;;) {
      const { body } = await client.get<Run>(`/api/runs/${id}`);
      if (isFinal(body.status)) return;
      await setTimeout(50);
    }
  }

  async function carryOut(brief: string): Promise<Run> {
    const { body: run } = await submit(replicas.first, { brief, pipelineId: 'code-change' });
    await ended(run.id);
    return run;
  }

  const change = async (patch: object): Promise<void> => {
    const { status } = await replicas.first.client.post('/api/settings', patch);
    expect(status).toBe(200);
  };

  const effect = async (
    socket: OfficeSocket,
    command: ClientCommand,
    isEffect: (event: ServerEvent) => boolean,
  ): Promise<void> => {
    const from = socket.events.length;
    socket.send(command);
    await socket.waitForAny((event) => socket.events.indexOf(event) >= from && isEffect(event));
  };

  /** What the first replica changes is answered when this resolves. */
  const command = (sent: ClientCommand): Promise<void> =>
    effect(here, sent, ({ type }) => type === 'org.updated');

  async function show(workspaceId: string): Promise<void> {
    here.send({ type: 'selectWorkspace', workspaceId });
    const from = here.events.length;
    await here.waitForAny(
      (event) =>
        here.events.indexOf(event) >= from &&
        event.type === 'office.updated' &&
        event.state.activeWorkspaceId === workspaceId,
    );
  }

  /** As its row is, whatever a replica shows. */
  async function floorOf(id: string): Promise<Workspace> {
    const floor = await replicas.first.app.get(WorkspacesService).find(id);
    if (floor === null) throw new Error(`no floor ${id}`);
    return floor;
  }

  it('the approval policy of a run: by the setting that was answered last', async () => {
    await change({ autoApproveShell: false });
    for (let count = 0; count < 2; count += 1) {
      const { body: run } = await submit(replicas.second);
      await there.waitFor('log', ({ message }) => message === runTexts.policyPinned(run.id, false));
      await ended(run.id);
    }
  }, 60_000);

  it('a revert: not beside a run that the first replica took, and one of three acts', async () => {
    const { body: atWork } = await submit(replicas.first, {
      brief: 'run_shell {"command": "echo three"}',
      pipelineId: 'code-change',
    });
    await here.waitFor('approval.requested', ({ approval }) => approval.runId === atWork.id);
    there.send({ type: 'revertRun', runId: reverted.id });
    const refused = deliveryTexts.othersAtWork(reverted.id, atWork.id);
    await there.waitFor('error', ({ message }) => message === refused);
    here.send({ type: 'cancel', runId: atWork.id });
    await ended(atWork.id);
    here.send({ type: 'revertRun', runId: reverted.id });
    there.send({ type: 'revertRun', runId: reverted.id });
    there.send({ type: 'revertRun', runId: reverted.id });
    /** Who acted tells every socket, maybe later; who did not, the one that asked. */
    const outcomes = (): readonly string[] => {
      const all = [here, there].flatMap(({ events }) => events);
      const refusals = all.filter(
        (event) =>
          event.type === 'error' && event.message === deliveryTexts.revertedAlready(reverted.id),
      );
      const acted = all.flatMap((event) =>
        event.type === 'log' && event.message.startsWith(deliveryTexts.revertedPrefix(reverted.id))
          ? [event.seq]
          : [],
      );
      return [...[...new Set(acted)].map(() => 'acted'), ...refusals.map(() => 'refused')];
    };
    await until(() => outcomes().length >= 3);
    expect(outcomes()).toEqual(['acted', 'refused', 'refused']);
    await expect(readFile(directory('workspace/one.txt'))).rejects.toThrow('ENOENT');
  }, 60_000);

  it('where a floor may work: by the bounds that were answered last', async () => {
    const path = directory('outside');
    await mkdir(path, { recursive: true });
    await change({ allowExternalWorkspaces: false });
    const { status } = await replicas.second.client.post('/api/workspaces', { name: 'Out', path });
    expect(status).toBe(400);
  });

  it('a directory: free once its floor was closed', async () => {
    const opened = { name: 'Brief', folder: 'brief' };
    expect((await replicas.second.client.post('/api/workspaces', opened)).status).toBe(201);
    expect((await replicas.first.client.call('DELETE', '/api/workspaces/brief')).status).toBe(200);
    expect((await replicas.second.client.post('/api/workspaces', opened)).status).toBe(201);
  });

  it('which floor is meant: the one that is shown by now', async () => {
    await replicas.first.client.post('/api/workspaces', { name: 'Garden', folder: 'garden' });
    await show('garden');
    // It hears of the floor itself on the way.
    const hasGone = (event: ServerEvent): boolean =>
      event.type === 'org.updated' && !event.org.roles.some(({ id }) => id === 'ui-designer');
    await effect(there, { type: 'fire', roleId: 'ui-designer' }, hasGone);
    const ids = async (floor: string) => (await floorOf(floor)).org.roles.map(({ id }) => id);
    expect(await ids('default')).toContain('ui-designer');
    expect(await ids('garden')).not.toContain('ui-designer');
    await show('default');
  }, 30_000);

  it('the ceiling of a run, and whether there is money left: by the floor as it is', async () => {
    await command({ type: 'setWorkspaceBudget', budget: { defaultRunUsd: 0.25 } });
    const { body } = await submit(replicas.second);
    expect(body.budget.limitUsd).toBe(0.25);
    await command({ type: 'setWorkspaceBudget', budget: { totalUsd: 0 } });
    const refused = await submit(replicas.second);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('$0')]);
    await command({ type: 'setWorkspaceBudget', budget: { totalUsd: 100 } });
    expect((await submit(replicas.second)).status).toBeLessThan(300);
  }, 30_000);

  it('whether a plugin is on: it is switched on again, not found to be', async () => {
    const plugin = '/api/plugins/office.cost-guard/enable';
    const { client } = replicas.second;
    expect((await client.post<PluginRecord>(plugin, { enabled: true })).body.enabled).toBe(true);
    const off = await replicas.first.client.post<PluginRecord>(plugin, { enabled: false });
    expect(off.body.enabled).toBe(false);
    const on = await client.post<PluginRecord>(plugin, { enabled: true });
    expect(on.body).toMatchObject({ enabled: true, status: 'loaded' });
    const { body } = await replicas.first.client.post<PluginRecord>(plugin, { enabled: true });
    expect(body).toMatchObject({ enabled: true, status: 'loaded' });
  }, 30_000);

  it('which model answers: none that was switched off', async () => {
    const chat = async (): Promise<string | undefined> => {
      const asked = { employeeId: 'cto', text: 'Hello' };
      const { body } = await replicas.second.client.post<DirectMessage[]>('/api/chat', asked);
      return body[1]?.route?.modelId;
    };
    const used = (await chat()) ?? '';
    const { body: models } =
      await replicas.first.client.get<{ id: string; modelId: string }[]>('/api/models');
    const ids = models.filter((model) => JSON.stringify(model).includes(`"${used}"`));
    await change({ disabledModelIds: ids.map(({ id }) => id) });
    expect(await chat()).not.toBe(used);
  }, 30_000);

  it('who works here: nobody who was fired', async () => {
    await command({ type: 'fire', roleId: 'researcher' });
    const asked = { employeeId: 'researcher', text: 'Hello' };
    const { body } = await replicas.second.client.post<{ error: string }>('/api/chat', asked);
    const { name } = await floorOf('default');
    expect(body.error).toBe(conversationTexts.noEmployee('researcher', name));
    const { body: run } = await submit(replicas.second, { pipelineId: 'code-change' });
    await command({ type: 'fire', roleId: run.stages[0]?.spec.roleIds[0] ?? '' });
    const refused = await submit(replicas.second, { pipelineId: 'code-change' });
    const role = run.stages[0]?.spec.roleIds[0] ?? '';
    expect(refused.body.error).toMatch(new RegExp(`needs roles .*: .*${role}`));
  }, 30_000);
});
