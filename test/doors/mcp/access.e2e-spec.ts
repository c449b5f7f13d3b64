import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '#app.module.js';
import { mcpToolRights } from '#protocol/rules/rights-table.js';
import { httpTexts, requestIdTexts } from '#protocol/texts/http.js';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { runTexts, submitTexts } from '#protocol/texts/runs.js';
import { type RunningOffice, startOffice } from '../../support/start-office.js';
import { clientKinds, type OpenClient, openClient, secondClient } from './clients.js';

const asksFirst = 'Use run_shell {"command": "echo hi"} and tell me';
const json = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const call = (name: string, args: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

interface RunOutput {
  readonly runId: string;
}

describe('the tools of the door', () => {
  let office: RunningOffice;
  const clients: OpenClient[] = [];

  beforeAll(async () => {
    office = await startOffice({
      root: (boot) => AppModule.on(boot),
      env: { OFFICE_MOCK_LATENCY_MS: '0' },
    });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(() => office.close());

  const url = (): string => `http://127.0.0.1:${office.port}/mcp`;
  const open = async (kind: (typeof clientKinds)[number] = 'SDK 2 of 2026') => {
    const client = await openClient(kind, { url: url() });
    clients.push(client);
    return client;
  };

  it.each(clientKinds)('each have a row in the table of rights, as %s lists them', async (kind) => {
    const tools = await (await open(kind)).tools();
    const names = tools.map(({ name }) => name).toSorted();
    expect(names).toEqual(Object.keys(mcpToolRights).toSorted());
    for (const { name, description = '', annotations, outputSchema } of tools) {
      expect(description).not.toBe('');
      expect(outputSchema).toMatchObject({ type: 'object' });
      const isReading = mcpToolRights[name as keyof typeof mcpToolRights][0] === 'read';
      expect(annotations).toMatchObject({ readOnlyHint: isReading });
    }
  });

  it('say what is wrong as results, in the words of the interface', async () => {
    const client = await open();
    const refused = async (name: string, args: object): Promise<string> => {
      const { isError, text } = await client.call(name, args);
      expect(isError).toBe(true);
      return text;
    };
    expect(await refused('submit_brief', { brief: ' ' })).toBe(submitTexts.briefRequired);
    expect(await refused('submit_brief', {})).toContain('"brief"');
    expect(await refused('submit_brief', { brief: 'x', unknown: 1 })).toContain('"unknown"');
    expect(await refused('follow_run', { runId: 'run_none' })).toBe(runTexts.noRun('run_none'));
    expect(await refused('list_runs', { before: 'run_none' })).toBe(runTexts.noRun('run_none'));
    expect(await refused('answer_approval', { approvalId: 'appr_none' })).toBe(
      runTexts.approvedBoolean,
    );
    const brief = { brief: 'What is a list?', pipeline: 'quick-answer' };
    const { runId } = (await client.call('submit_brief', brief)).data as RunOutput;
    await client.call('follow_run', { runId });
    expect(await refused('read_report', { runId, document: 'art_none' })).toBe(
      mcpDoorTexts.noDocument(runId, 'art_none'),
    );
    const { data } = await client.call('read_report', { runId });
    const { total } = data as { total: number };
    expect(await refused('read_report', { runId, from: total })).toBe(
      mcpDoorTexts.behindEnd(total, total),
    );
    expect((await client.call('read_change', { runId })).text).toContain(
      mcpDoorTexts.nothingChanged(runId),
    );
    expect((await client.call('list_runs', { search: 'nowhere' })).text).toBe(mcpDoorTexts.noRuns);
    expect((await client.call('list_approvals', { runId })).text).toBe(mcpDoorTexts.nothingWaits);
    await expect(client.call('hire', {})).rejects.toThrow(mcpDoorTexts.unknownTool('hire'));
  }, 30_000);

  it('carry a call with an id out once', async () => {
    const client = await open();
    const brief = { brief: 'What is a list?', pipeline: 'quick-answer', requestId: 'mine' };
    const first = (await client.call('submit_brief', brief)).data as RunOutput;
    expect((await client.call('submit_brief', brief)).data).toMatchObject({ runId: first.runId });
    expect(await client.call('submit_brief', { ...brief, brief: 'Another' })).toMatchObject({
      isError: true,
      text: requestIdTexts.otherCommand('requestId', 'mine'),
    });
  });

  it('follow a run until the time is over, and beyond what the client knows of', async () => {
    const client = await open();
    const brief = { brief: asksFirst, pipeline: 'code-change' };
    const { runId } = (await client.call('submit_brief', brief)).data as RunOutput;
    const { data } = await client.call('follow_run', { runId });
    const [{ approvalId } = { approvalId: '' }] = (data as { waiting: { approvalId: string }[] })
      .waiting;
    const args = { runId, knownApprovals: [approvalId], waitSeconds: 0 };
    expect((await client.call('follow_run', args)).data).toMatchObject({ end: 'time' });
    await client.call('cancel_run', { runId });
  }, 30_000);

  it('tell a client of 2026 that listens of runs that begin and end', async () => {
    const client = await secondClient('SDK 2 of 2026', { url: url() });
    const updated: string[] = [];
    const { promise: isListed, resolve: listed } = Promise.withResolvers<void>();
    const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>();
    client.setNotificationHandler('notifications/resources/list_changed', () => listed());
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
      if (params.uri.endsWith('/report')) ended();
    });
    const submit = async (): Promise<string> => {
      const params = {
        name: 'submit_brief',
        arguments: { brief: asksFirst, pipeline: 'code-change' },
      };
      return ((await client.callTool(params)).structuredContent as RunOutput).runId;
    };
    const runId = await submit();
    const uri = `office://runs/${runId}`;
    const subscription = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: [uri, `${uri}/report`],
    });
    await submit();
    await isListed;
    await client.callTool({ name: 'cancel_run', arguments: { runId } });
    await isEnded;
    expect(updated).toContain(uri);
    await subscription.close();
    await client.close();
  }, 30_000);

  it('are closed to pages of other origins, other hosts, and large or broken bodies', async () => {
    const post = (headers: Record<string, string>, body: unknown = call('list_floors')) =>
      office.client.post<{ error: string }>('/mcp', body, { headers: { ...json, ...headers } });
    expect(await post({ origin: 'https://example.org' })).toMatchObject({ status: 403 });
    expect(await post({ host: 'office.example.org' })).toMatchObject({ status: 403 });
    expect(await post({}, 'x')).toMatchObject({ status: 400 });
    expect(await post({ 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await post({}, { brief: 'x'.repeat(300_000) })).toMatchObject({ status: 413 });
    expect((await office.client.get('/mcp')).status).toBe(405);
    // A page on loopback may read and work, but not answer for a person.
    const origin = 'http://localhost:6274';
    expect((await post({ origin })).status).toBe(200);
    const answer = await post(
      { origin },
      call('answer_approval', { approvalId: 'x', approved: true }),
    );
    expect(answer).toMatchObject({ status: 403, body: { error: httpTexts.mayNotWiden(origin) } });
  });
});

describe('the door of an office with a token', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    const env = { OFFICE_API_TOKEN: 's3cret' };
    office = await startOffice({ root: (boot) => AppModule.on(boot), env });
  });
  afterAll(() => office.close());

  it('asks for it as the protocol wants', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      office.client.post('/mcp', call('list_floors'), { headers: { ...json, ...headers } });
    const without = await ask();
    expect(without.status).toBe(401);
    expect(without.headers['www-authenticate']).toBe('Bearer realm="office"');
    expect(without.body).toMatchObject({ error: httpTexts.tokenRequired });
    const wrong = await ask({ authorization: 'Bearer wrong' });
    expect(wrong.headers['www-authenticate']).toContain('invalid_token');
    expect((await ask({ authorization: 'Bearer s3cret' })).status).toBe(200);
    expect((await office.client.get('/api/health')).status).toBe(403);
  });

  it.each(clientKinds)('opens to %s with the token only', async (kind) => {
    const url = `http://127.0.0.1:${office.port}/mcp`;
    await expect(openClient(kind, { url })).rejects.toThrow();
    const client = await openClient(kind, { url, token: 's3cret' });
    expect((await client.call('list_floors', {})).isError).toBe(false);
    await client.close();
  });
});
