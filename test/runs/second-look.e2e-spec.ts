import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { carryOut, promptOf } from './support/commission.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.requests.length = 0;
  office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
  socket = await office.client.connect();
});
afterEach(() => office.close());
afterAll(() => provider.close());

const toolsIn = ({ body }: ScriptedRequest): readonly string[] =>
  ((body?.['tools'] ?? []) as readonly { function: { name: string } }[]).map(
    (tool) => tool.function.name,
  );

describe('a question', () => {
  it('that asks for a decision gets a second look, whose answer is that of the run', async () => {
    let answers = 0;
    provider.respondWith(() => ({ text: [`Answer ${++answers}.`] }));
    const run = await carryOut(office, socket, { brief: 'Should we use a lease or a lock?' });
    expect(run.turns.map(({ roleId }) => roleId)).toEqual(['researcher', 'cto']);
    expect(run).toMatchObject({ status: 'done', outcome: 'Answer 2.' });
    expect(provider.requests.map(promptOf).at(-1)).toContain('Answer 1.');
  });

  it('keeps its answer where nobody can take the second look', async () => {
    provider.respondWith(() => ({ text: ['Answer.'] }));
    socket.send({ type: 'fire', roleId: 'cto' });
    await socket.waitFor('org.updated');
    const run = await carryOut(office, socket, { brief: 'Should we use a lease or a lock?' });
    expect(run).toMatchObject({ status: 'done', outcome: 'Answer.' });
  });

  it('is answered without tools that write or run commands, whatever a floor has granted', async () => {
    provider.respondWith(() => ({ text: ['Answer.'] }));
    const allowedTools = ['read_file', 'write_file', 'edit_file', 'apply_patch', 'run_shell'];
    socket.send({ type: 'setRoleGrants', roleId: 'researcher', allowedTools });
    await socket.waitFor('org.updated');
    await carryOut(office, socket, { brief: 'What is a lease?' });
    const [request] = provider.requests;
    expect(toolsIn(request as ScriptedRequest)).toEqual([
      'read_document',
      'read_skill',
      'propose_fact',
      'read_file',
    ]);
  });
});
