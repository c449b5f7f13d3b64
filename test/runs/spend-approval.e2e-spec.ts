import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { finished, offerPipeline, submit } from './support/commission.js';

describe('the soft spend gate', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(() => ({ text: ['Dear.'], usage: { tokensIn: 10_000, tokensOut: 1000 } }));
  });
  beforeEach(async () => {
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001',
    });
    socket = await office.client.connect();
  });
  afterEach(() => office.close());
  afterAll(() => provider.close());

  it('asks once a run, while the run stays running', async () => {
    const { id } = await submit(office, { pipelineId: offerPipeline(office, {}, {}, {}) });
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({ kind: 'spend', turnId: null, employeeId: 'ceo' });
    expect(approval.summary).toMatch(/^Spend \$\d\.\d\d of the \$5\.00 budget and continue\?$/);
    expect(approval.detail).toContain('Runs ask from $0.001 on.');
    const runs = await office.client.get<{ status: string }[]>('/api/runs');
    expect(runs.body[0]?.status).toBe('running');
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.approvals).toHaveLength(1);
  });

  it('ends the run as cancelled when it is refused', async () => {
    const { id } = await submit(office, { pipelineId: offerPipeline(office, {}, {}) });
    const { approval } = await socket.waitFor('approval.requested');
    socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({
      status: 'cancelled',
      error: 'The operator declined to continue spending on this run.',
    });
    expect(socket.ofType('run.updated').map(({ run: reported }) => reported.status)).not.toContain(
      'awaiting-approval',
    );
    expect(socket.ofType('error')).toEqual([]);
  });
});
