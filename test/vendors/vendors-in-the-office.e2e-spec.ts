import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import type { Vendor, VendorBay } from '../../src/protocol/records/vendors.js';
import {
  callsTool,
  finished,
  offerPipeline,
  promptOf,
  submit,
  toolResultsIn,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { exampleAgent } from './example-agent.js';

const at = temporaryDirectory();
const offices: RunningOffice[] = [];
let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
afterEach(async () => {
  for (const office of offices.splice(0)) await office.close();
});
afterAll(() => provider.close());

/** An office with these harnesses, and a socket to it once all of them were probed. */
async function open(
  vendors: readonly object[],
  env: Record<string, string> = {},
): Promise<[RunningOffice, OfficeSocket]> {
  await writeFile(at('vendors.json'), JSON.stringify({ vendors }));
  const office = await startLiveOffice(provider, {
    OPENAI_API_KEY: 'key',
    OFFICE_VENDORS_CONFIG: at('vendors.json'),
    ...env,
  });
  offices.push(office);
  provider.requests.length = 0;
  return [office, await office.client.connect()];
}

async function commission(office: RunningOffice, roleId: string): Promise<string> {
  provider.respondWith(
    callsTool('agent__example__delegate', { task: 'Look at the configuration.' }),
  );
  const { id } = await submit(office, {
    pipelineId: offerPipeline(office, { kind: 'build', roleIds: [roleId] }),
  });
  return id;
}

describe('an employee with a harness', () => {
  it('engages the real example agent, which acts once a person approved it', async () => {
    const [office, socket] = await open([exampleAgent]);
    const id = await commission(office, 'ceo');
    await socket.waitFor('office.updated', ({ state }) => {
      const [example] = state.vendorBay.vendors;
      return example?.status === 'engaged' && example.activity === 'Look at the configuration.';
    });
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({
      runId: id,
      kind: 'network',
      summary: 'Example wants to Modifying critical configuration file',
    });
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.turns[0]?.toolCalls).toMatchObject([
      {
        name: 'agent__example__delegate',
        status: 'ok',
        resultPreview: expect.stringMatching(/^Example: ok \(\d+ms\); spend unknown$/),
      },
    ]);
    const reported = toolResultsIn(provider.requests.at(-1)!)[0];
    expect(reported).toContain("I've successfully updated the configuration.");
    expect(reported).toMatch(/^<untrusted-content source=tool:agent__example__delegate>/);
    expect(promptOf(provider.requests[0]!)).toContain('agent__example__delegate');
    const { body } = await office.client.get<OfficeState>('/api/state');
    expect(body.vendorBay.vendors).toMatchObject([
      { status: 'docked', engagements: 1, activity: null },
    ]);
  });

  it('must be one that may delegate', async () => {
    const [office, socket] = await open([exampleAgent]);
    const id = await commission(office, 'backend-dev-1');
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls).toMatchObject([
      {
        status: 'denied',
        resultPreview: 'refused: agent__example__delegate is not granted to backend-dev-1',
      },
    ]);
  });

  it('is stopped with the run', async () => {
    const [office, socket] = await open([exampleAgent]);
    const id = await commission(office, 'ceo');
    await socket.waitFor('approval.requested');
    socket.send({ type: 'cancel', runId: id });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({ status: 'cancelled', approvals: [{ status: 'rejected' }] });
    await socket.waitFor(
      'office.updated',
      ({ state }) =>
        state.runs[0]?.status === 'cancelled' && state.vendorBay.vendors[0]?.status === 'docked',
    );
  });
});

describe('an engagement that a restart cut off', () => {
  it('is not repeated, and what it had asked is not asked any more', async () => {
    const env = { OFFICE_DB: at('office.sqlite'), OFFICE_WORKSPACE: at('workspace') };
    const [office, socket] = await open([exampleAgent], env);
    const id = await commission(office, 'ceo');
    const { approval } = await socket.waitFor('approval.requested');
    await office.close();
    offices.pop();

    const [again, secondSocket] = await open([exampleAgent], env);
    const run = await finished(again, secondSocket, id);
    expect(run.status).toBe('done');
    expect(run.turns[0]?.toolCalls).toMatchObject([
      {
        status: 'error',
        resultPreview:
          'Interrupted by a restart; the outcome is unknown. Check before repeating it.',
      },
    ]);
    expect(run.approvals).toMatchObject([{ id: approval.id, status: 'rejected' }]);
  });
});

describe('POST /api/vendors/refresh', () => {
  const harness = (id: string, entry: object) => ({ id, command: process.execPath, ...entry });
  const statuses = ({ vendors }: VendorBay) =>
    vendors.map(({ id, status, detail }: Vendor) => [id, status, detail]);

  it('asks for versions again, and answers the whole bay', async () => {
    const [office, socket] = await open([
      harness('there', { color: '#aabbcc', authNote: 'Ask Jo.' }),
      harness('off', { enabled: false }),
      harness('unasked', { probeArgs: [] }),
      harness('broken', { probeArgs: ['--no-such-option'] }),
      { id: 'missing', command: '/no/such/program' },
      { id: 'bad_id', command: 'x' },
    ]);
    const { status, body } = await office.client.post<VendorBay>('/api/vendors/refresh');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      enabled: true,
      configPath: at('vendors.json'),
      grantRoles: ['delegate-roles'],
      requireCanDelegate: true,
    });
    expect(statuses(body)).toEqual([
      ['there', 'docked', process.version],
      ['off', 'offsite', 'switched off by the operator'],
      ['unasked', 'docked', 'not probed; this vendor declares no liveness command'],
      ['broken', 'unreachable', expect.stringContaining('exited with code 9')],
      ['missing', 'unreachable', expect.stringContaining('could not start')],
    ]);
    expect(body.vendors[0]).toEqual({
      id: 'there',
      label: 'there',
      operator: 'third party',
      status: 'docked',
      command: `${process.execPath} "<task>"`,
      detail: process.version,
      capabilities: {
        readOnlyEnforcement: 'requested',
        reportsFiles: false,
        streams: false,
        reportsCost: false,
      },
      engagements: 0,
      activity: null,
      lastError: null,
      authNote: 'Ask Jo.',
      color: '#aabbcc',
    });
    await socket.waitFor('office.updated', ({ state }) => state.vendorBay.vendors.length === 5);
    const tools = await office.client.get<ToolInfo[]>('/api/tools');
    expect(tools.body.filter(({ name }) => name.startsWith('agent__'))).toHaveLength(5);
    expect(tools.body.find(({ name }) => name === 'agent__missing__delegate')?.pluginId).toBeNull();
    expect(office.log).toContainEqual(
      expect.stringContaining('WARN [vendors] vendors[5].id must be'),
    );
  });

  it('does not disturb a harness at work', async () => {
    const [office, socket] = await open([exampleAgent]);
    const id = await commission(office, 'ceo');
    const { approval } = await socket.waitFor('approval.requested');
    const { body } = await office.client.post<VendorBay>('/api/vendors/refresh');
    expect(body.vendors).toMatchObject([{ status: 'engaged' }]);
    socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    expect((await finished(office, socket, id)).status).toBe('done');
  });

  it('answers 503 when delegation is switched off', async () => {
    const [office] = await open([exampleAgent], { OFFICE_VENDOR_DELEGATION: 'false' });
    expect(await office.client.post('/api/vendors/refresh')).toMatchObject({
      status: 503,
      body: { error: 'Vendor delegation is not running in this process.' },
    });
    const { body } = await office.client.get<OfficeState>('/api/state');
    expect(body.vendorBay).toMatchObject({ enabled: false, configPath: null, vendors: [] });
  });
});

describe('grants of harnesses', () => {
  it.each([
    [{ OFFICE_VENDOR_GRANT_ROLES: 'none' }, 'ceo', 'denied'],
    [{ OFFICE_VENDOR_GRANT_ROLES: 'cto' }, 'ceo', 'denied'],
    [{ OFFICE_VENDOR_REQUIRE_CAN_DELEGATE: 'false' }, 'backend-dev-1', 'error'],
  ])('%j: the call of %s is %s', async (env, roleId, status) => {
    const [office, socket] = await open([{ ...exampleAgent, enabled: false }], env);
    const run = await finished(office, socket, await commission(office, roleId));
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status }]);
  });
});
