import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditPage, MadeAccessToken } from '../../src/protocol/records/access.js';
import { tokenTexts } from '../../src/protocol/texts/rights.js';
import { callsTool, offerPipeline } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const root = { authorization: 'Bearer root' };

describe('the name with a decision', () => {
  const directory = temporaryDirectory();
  let provider: ScriptedProvider;
  let office: RunningOffice;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_API_TOKEN: 'root',
    });
  });
  afterEach(() => office.close());
  afterAll(() => provider.close());

  const decide = async (authorization: string) => {
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const socket = await office.client.connect({ headers: { authorization } });
    await office.client.post('/api/submit', { brief: 'Go', pipelineId }, { headers: root });
    const { approval } = await socket.waitFor('approval.requested');
    socket.send({ type: 'approve', approvalId: approval.id, approved: false, by: 'Grace' });
    return (await socket.waitFor('approval.decided')).approval;
  };

  it('is that of the token, whatever the client says, in the approval and in the log', async () => {
    const { body: token } = await office.client.post<MadeAccessToken>(
      '/tokens',
      { name: 'Ada', rights: ['approve'] },
      { headers: root },
    );
    const decided = await decide(`Bearer ${token.token}`);
    expect(decided).toMatchObject({ decidedBy: 'person', decidedByName: 'Ada' });
    const { body } = await office.client.get<AuditPage>('/audit/page', { headers: root });
    expect(body.entries).toContainEqual(
      expect.objectContaining({ name: 'Ada', operation: 'approve', object: decided.id }),
    );
  });

  it('is "administrator" with the token of the configuration, and no other token has that name', async () => {
    const decided = await decide(root.authorization);
    expect(decided).toMatchObject({ decidedBy: 'person', decidedByName: 'administrator' });
    const taken = { name: 'Administrator', rights: ['read'] };
    const { status, body } = await office.client.post('/tokens', taken, { headers: root });
    expect([status, body]).toEqual([400, { error: tokenTexts.nameTaken('Administrator') }]);
  });
});
