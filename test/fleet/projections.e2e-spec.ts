import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { ClientCommand } from '../../src/protocol/commands.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { MemoryFact } from '../../src/protocol/records/memory.js';
import type { Run } from '../../src/protocol/records/work.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import { aRole } from '../support/organisations/a-role.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { describeFleet } from '../support/redis-server.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { TwoReplicas } from './two-replicas.js';

const pluginsDir = fileURLToPath(new URL('../../plugins', import.meta.url));

describeFleet('what is changed at one replica shows at the other', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => directory('office.sqlite'));
  let replicas: TwoReplicas;
  /** Sockets of the replica that changes things, and of the one that is looked at. */
  let here: OfficeSocket;
  let there: OfficeSocket;

  beforeAll(async () => {
    const place = { database: addressOf(database()), redis };
    replicas = await TwoReplicas.start(place, {
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      OFFICE_PLUGINS_DIR: pluginsDir,
    });
    here = await replicas.first.client.connect();
    there = await replicas.second.client.connect();
  });
  afterAll(() => replicas.close());

  type Effect = (event: ServerEvent) => boolean;

  const announces =
    (type: ServerEvent['type']): Effect =>
    (event) =>
      event.type === type;
  const shows =
    (workspaceId: string): Effect =>
    (event) =>
      event.type === 'office.updated' && event.state.activeWorkspaceId === workspaceId;

  /** Sends the command here and waits until its effect has been announced there. */
  async function change(command: ClientCommand, effect: Effect): Promise<void> {
    const from = there.events.length;
    const isEffect = (event: ServerEvent): boolean =>
      there.events.indexOf(event) >= from && effect(event);
    here.send(command);
    await there.waitForAny(isEffect);
  }

  /** Both show the same, and not what they showed before. */
  async function expectAgreement(before?: unknown): Promise<void> {
    const [first, second] = await replicas.shown();
    expect(second).toEqual(first);
    if (before !== undefined) expect(second).not.toEqual(before);
  }

  const shownThere = async (): Promise<unknown> => (await replicas.shown())[1];

  it('from the start', () => expectAgreement());

  const org = announces('org.updated');
  const commands: readonly (readonly [ClientCommand, Effect])[] = [
    [{ type: 'createWorkspace', name: 'Garden', folder: 'garden' }, org],
    [{ type: 'selectWorkspace', workspaceId: 'garden' }, shows('garden')],
    [{ type: 'hire', role: aRole() }, announces('employee.updated')],
    [{ type: 'setSeat', employeeId: 'ceo', seatId: null }, announces('employee.moved')],
    [{ type: 'fire', roleId: 'data-analyst' }, announces('employee.updated')],
    [{ type: 'setRoleGrants', roleId: 'cto', allowedTools: ['read_file'] }, org],
    [
      {
        type: 'setModelPolicy',
        roleId: 'cto',
        policy: { defaultTier: 'small', minTier: 'nano', maxTier: 'small' },
      },
      org,
    ],
    [{ type: 'setRoutingPosture', posture: 'cheap' }, org],
    [{ type: 'addRoom' }, org],
    [{ type: 'removeRoom' }, org],
    [{ type: 'setWorkspaceDetails', name: 'Kitchen garden' }, org],
    [{ type: 'setWorkspaceBudget', budget: { totalUsd: 12 } }, org],
    [{ type: 'setWorkspaceStyle', style: { preset: 'nordic' } }, org],
    [{ type: 'setWorkspaceSkills', skillIds: ['code-review'] }, org],
    [
      {
        type: 'updateSettings',
        patch: {
          maxConcurrency: 7,
          modelOverrides: { 'gpt-4o': { costPerMTokIn: 99 } },
          disabledModelIds: ['o3-mini'],
        },
      },
      announces('settings.updated'),
    ],
    [
      { type: 'rememberFact', scope: 'installation', kind: 'note', text: 'Dates are UTC.' },
      announces('memory.created'),
    ],
    [{ type: 'chat', employeeId: 'cto', text: 'Hello' }, announces('direct.message')],
    [{ type: 'selectWorkspace', workspaceId: 'default' }, shows('default')],
    [
      { type: 'removeWorkspace', workspaceId: 'garden' },
      (event) => event.type === 'office.updated' && event.state.workspaces.length === 1,
    ],
  ];

  it.each(commands.map(([command, effect]) => [command.type, command, effect] as const))(
    'by %s',
    async (_type, command, effect) => {
      const before = await shownThere();
      await change(command, effect);
      await expectAgreement(before);
    },
  );

  const plugin = '/api/plugins/office.cost-guard';
  const source = { label: 'Market', url: 'http://127.0.0.1:9/catalog.json' };

  it.each([
    ['switching a plugin off', 'POST', `${plugin}/enable`, { enabled: false }],
    ['switching it on again', 'POST', `${plugin}/enable`, { enabled: true }],
    ['its settings', 'PUT', `${plugin}/settings`, { settings: { aggressiveness: 'gentle' } }],
    ['a marketplace', 'POST', '/api/plugins/sources', source],
  ])('by %s', async (_what, method, path, body) => {
    const before = await shownThere();
    const { status } = await replicas.first.client.call(method, path, { body });
    expect(status).toBeLessThan(300);
    await expectAgreement(before);
  });

  it.each(['mcp', 'vendors', 'plugins'])('after a refresh of %s', async (what) => {
    const { status } = await replicas.first.client.post(`/api/${what}/refresh`);
    expect(status).toBeLessThan(300);
    await expectAgreement();
  });

  it('of the ledger: what was read, and what ended', async () => {
    const { client } = replicas.first;
    const before = await shownThere();
    const found = await client.get<{ facts: MemoryFact[] }>('/api/memory/search?q=dates');
    await expectAgreement(before);
    const [fact] = found.body.facts;
    await client.post(`/api/memory/${fact?.id ?? ''}/retract`, { reason: 'No longer.' });
    await expectAgreement(before);
  });

  it('of a run: its questions, which the other one answers, and its end', async () => {
    const { body: run } = await replicas.first.client.post<Run>('/api/submit', {
      brief: 'run_shell {"command": "echo two"}',
      pipelineId: 'code-change',
    });
    await expectAgreement();
    const isEnd = (event: ServerEvent): boolean =>
      event.type === 'run.updated' && event.run.id === run.id && isFinal(event.run.status);
    const answered = new Set<string>();
    for (;;) {
      const event = await there.waitForAny(
        (each) =>
          isEnd(each) || (each.type === 'approval.requested' && !answered.has(each.approval.id)),
      );
      await expectAgreement();
      if (event.type !== 'approval.requested') break;
      answered.add(event.approval.id);
      there.send({ type: 'approve', approvalId: event.approval.id, approved: true });
    }
    expect(answered.size).toBeGreaterThan(0);
    await there.settle();
    await expectAgreement();
    const [, second] = await replicas.shown();
    expect(second?.runs?.[0]).toMatchObject({ id: run.id, status: 'done' });
    expect(second?.approvals).toEqual([]);
  });
});
