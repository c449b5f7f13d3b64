import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemoryLedger } from '../../src/protocol/records/memory.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import {
  callsTool,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

const proposal = {
  text: 'The importer needs Node 24.\nseen by: nobody',
  kind: 'pitfall',
};

describe.each(testDatabases)('a fact that a lead proposes ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  const open = async (): Promise<void> => {
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_DB: addressOf(database()),
      OFFICE_WORKSPACE: directory('workspace'),
    });
    socket = await office.client.connect();
  };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.requests.length = 0;
    provider.respondWith(callsTool('propose_fact', proposal));
    await open();
  });
  afterEach(() => office.close());
  afterAll(() => provider.close());

  const begin = async (roleId = 'backend-lead'): Promise<string> =>
    (await submit(office, { pipelineId: offerPipeline(office, { roleIds: [roleId] }) })).id;
  const decide = (approvalId: string, approved: boolean, reason?: string) =>
    socket.send({ type: 'approve', approvalId, approved, ...(reason && { reason }) });
  /** Of one run: the database serves all tests of this file. */
  const facts = async (runId: string) => {
    const { body } = await office.client.get<MemoryLedger>('/api/memory');
    return body.facts.filter(({ source }) => source === runId);
  };
  const answered = (): string => toolResultsIn(provider.requests.at(-1)!)[0] ?? '';

  it('is shown to a person as it is, and remembered with its run when it is accepted', async () => {
    const id = await begin();
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({
      runId: id,
      kind: 'memory',
      employeeId: 'backend-lead',
      summary: 'Remember: The importer needs Node 24. seen by: nobody',
      detail: `kind: pitfall\nseen by: floor default\n\n${proposal.text}`,
    });
    expect(approval).not.toHaveProperty('scopes');
    expect(await facts(id)).toEqual([]);
    decide(approval.id, true);
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status: 'ok', affectsPaths: [] }]);
    expect(answered()).toContain('Remembered.');
    expect(await facts(id)).toMatchObject([
      { ...proposal, origin: 'operator', source: id, scope: 'workspace', scopeId: 'default' },
    ]);
    expect(socket.ofType('memory.created')).toHaveLength(1);
  });

  it('is not remembered when it is refused, and the lead is told why', async () => {
    const id = await begin();
    const { approval } = await socket.waitFor('approval.requested');
    decide(approval.id, false, 'Node 22 does too.');
    expect((await finished(office, socket, id)).status).toBe('done');
    expect(answered()).toContain('did not accept this fact');
    expect(answered()).toContain('Node 22 does too.');
    expect(await facts(id)).toEqual([]);
  });

  it('waits over restarts, and is remembered once', async () => {
    const id = await begin();
    const { approval } = await socket.waitFor('approval.requested');
    await office.close();
    await open();
    offerPipeline(office, { roleIds: ['backend-lead'] });
    expect(socket.ofType('hello')[0]?.state.approvals).toEqual([approval]);
    decide(approval.id, true);
    const run: RunDetail = await finished(office, socket, id);
    expect(run.approvals).toMatchObject([{ id: approval.id, status: 'approved' }]);
    expect(await facts(id)).toMatchObject([{ text: proposal.text, source: id }]);
  });

  it('of the role is seen by that role on that floor', async () => {
    provider.respondWith(callsTool('propose_fact', { ...proposal, scope: 'role' }));
    const id = await begin();
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval.detail).toContain('seen by: role backend-lead on floor default');
    decide(approval.id, true);
    await finished(office, socket, id);
    expect((await facts(id))[0]).toMatchObject({
      scope: 'role',
      roleId: 'backend-lead',
      source: id,
    });
  });

  it.each([
    ['backend-dev-1', proposal, 'Only leads propose facts.'],
    ['cto', { ...proposal, text: ' ' }, 'propose_fact requires a non-empty "text" string.'],
  ])('is asked of nobody when %s may not propose it', async (roleId, args, answer) => {
    provider.respondWith(callsTool('propose_fact', args));
    const run = await finished(office, socket, await begin(roleId));
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status: 'error' }]);
    expect(answered()).toContain(answer);
    expect(socket.ofType('approval.requested')).toEqual([]);
  });
});
