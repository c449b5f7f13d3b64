import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TurnRecord } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { doorDatabases, testDatabases } from '../support/test-databases.js';
import { carryOut, offerPipeline, toolResultsIn } from './support/commission.js';

/** Whatever a provider sends, the turn settles, the run ends, and the office goes on. */
describe.each(testDatabases)('a provider, with $name behind the office,', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_DB: addressOf(database()),
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    });
  });
  beforeEach(async () => {
    socket = await office.client.connect();
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  async function turnOn(reply: ScriptedReply, roleId = 'ceo'): Promise<TurnRecord> {
    provider.respondWith((request) => (toolResultsIn(request).length > 0 ? done : reply));
    const pipelineId = offerPipeline(office, { roleIds: [roleId] });
    const run = await carryOut(office, socket, { pipelineId });
    const [turn] = run.turns;
    expect(run.status).toBe(turn?.status === 'done' ? 'done' : 'failed');
    expect((await office.client.get('/readyz')).status).toBe(200);
    return turn as TurnRecord;
  }

  const done: ScriptedReply = { text: ['Done.'] };
  const calls = (count: number, name: string, args: string): ScriptedReply => ({
    toolCalls: Array.from({ length: count }, () => ({ id: 'call_1', name, args: [args] })),
  });

  it('may say characters that no text should hold', async () => {
    const text = 'a\u0000b\uD800c';
    expect(await turnOn({ text: [text] })).toMatchObject({ status: 'done', text });
  });

  // Only such characters are another matter for another database.
  if (!doorDatabases.some((each) => each.url === url)) return;

  it('may say a million characters, in one piece', async () => {
    const turn = await turnOn({ text: ['x'.repeat(1e6)] });
    expect(turn.text).toHaveLength(1e6);
  });

  it('may say them in ten thousand pieces', async () => {
    const turn = await turnOn({ text: Array.from({ length: 10_000 }, () => 'ab') });
    expect(turn.text).toHaveLength(20_000);
  });

  it('may ask for two hundred tools in one answer, all under one id', async () => {
    const turn = await turnOn(calls(200, 'think', '{"thought":"Again."}'));
    expect(turn).toMatchObject({ status: 'done', text: 'Done.' });
    expect(turn.toolCalls).toHaveLength(200);
  });

  it.each(['__proto__', 'toString', 'run shell; rm -rf /'])(
    'may ask for a tool called %s, which is denied',
    async (name) => {
      const turn = await turnOn(calls(1, name, '{}'));
      expect(turn.toolCalls).toMatchObject([{ name, status: 'denied' }]);
    },
  );

  it.each(['[1,2', '"text"', 'null', '[]', '{"path":{"deep":1},"content":5}'])(
    'may send the arguments %s, which are an error',
    async (args) => {
      const turn = await turnOn(calls(1, 'write_file', args), 'backend-dev-1');
      expect(turn.toolCalls).toMatchObject([{ argumentsJson: args, status: 'error' }]);
    },
  );

  it('may send a page instead of a stream', async () => {
    const turn = await turnOn({ refusal: { status: 200, body: '<html>Welcome</html>' } });
    expect(turn.status).toBe('failed');
    expect(turn.error).toMatch(/^all model routes failed: /);
  });
});
