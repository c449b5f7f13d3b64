import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '#app.module.js';
import { RunFollowers } from '#doors/mcp/follow/run-followers.js';
import type { AuditEntry, MadeAccessToken } from '#protocol/records/access.js';
import type { Right } from '#protocol/rights.js';
import { mcpToolRights } from '#protocol/rules/rights-table.js';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { rightsTexts } from '#protocol/texts/rights.js';
import { type RunningOffice, startOffice } from '../../support/start-office.js';
import { until } from '../../support/until.js';
import { type OpenClient, openClient } from './clients.js';

const root = 'the-token-of-the-configuration';
const headers = { authorization: `Bearer ${root}` };
const asksFirst = { brief: 'Use run_shell {"command": "echo hi"}', pipeline: 'code-change' };

interface Followed {
  readonly waiting: readonly { readonly approvalId: string }[];
}

describe('the door for tokens with names and rights', () => {
  let office: RunningOffice;
  const clients: OpenClient[] = [];

  beforeAll(async () => {
    office = await startOffice({
      root: (boot) => AppModule.on(boot),
      env: { OFFICE_API_TOKEN: root, OFFICE_MOCK_LATENCY_MS: '0' },
    });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(() => office.close());

  const made = async (name: string, rights: readonly Right[]): Promise<MadeAccessToken> => {
    const body = { name, rights };
    return (await office.client.post<MadeAccessToken>('/tokens', body, { headers })).body;
  };

  const open = async (token: string): Promise<OpenClient> => {
    const url = `http://127.0.0.1:${office.port}/mcp`;
    const client = await openClient('SDK 2 of 2026', { url, token });
    clients.push(client);
    return client;
  };

  const entries = async (): Promise<readonly AuditEntry[]> => {
    const { text } = await office.client.get('/audit', { headers });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEntry);
  };

  const submitted = async (client: OpenClient): Promise<string> =>
    ((await client.call('submit_brief', asksFirst)).data as { runId: string }).runId;

  /** The run waits for its approval, of which the next call of follow_run is told to know. */
  const knownOf = async (client: OpenClient, runId: string): Promise<readonly string[]> => {
    const { data } = await client.call('follow_run', { runId });
    return (data as Followed).waiting.map(({ approvalId }) => approvalId);
  };

  it.each<{ rights: readonly Right[] }>([
    { rights: [] },
    { rights: ['work'] },
    { rights: ['approve'] },
    { rights: ['work', 'approve'] },
  ])('lists the tools that $rights open, and no other', async ({ rights }) => {
    const { token } = await made(`Lister of ${rights.join(' and ')}`, rights);
    const listed = (await (await open(token)).tools()).map(({ name }) => name);
    const given: readonly Right[] = ['read', ...rights];
    const opened = Object.entries(mcpToolRights).filter(([, needed]) =>
      needed.every((right) => given.includes(right)),
    );
    expect(listed.toSorted()).toEqual(opened.map(([name]) => name).toSorted());
  });

  it('refuses what a token may not, and the log names it with the door', async () => {
    const watcher = await made('Watcher', []);
    const worker = await made('Worker', ['work']);
    const refusal = await (await open(watcher.token)).call('submit_brief', asksFirst);
    const text = rightsTexts.missing('Watcher', ['work']);
    expect(refusal).toMatchObject({ isError: true, text });
    const runId = await submitted(await open(worker.token));
    const byDoor = (await entries()).filter(({ door }) => door === 'mcp');
    expect(byDoor).toEqual([
      expect.objectContaining({
        ...{ name: 'Watcher', tokenId: watcher.id, operation: 'mcp submit_brief' },
        ...{ outcome: 'refused', message: text, address: '127.0.0.1' },
      }),
      expect.objectContaining({
        ...{ name: 'Worker', tokenId: worker.id, operation: 'mcp submit_brief' },
        ...{ outcome: 'done', message: null, object: runId },
      }),
    ]);
  });

  it('cuts a call that follows a run when its token is revoked, and answers no other', async () => {
    const { token } = await made('Lasting worker', ['work']);
    const watcher = await made('Passing watcher', []);
    const runId = await submitted(await open(token));
    const client = await open(watcher.token);
    const knownApprovals = await knownOf(client, runId);
    const params = { name: 'follow_run', arguments: { runId, knownApprovals, waitSeconds: 50 } };
    const following = fetch(`http://127.0.0.1:${office.port}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${watcher.token}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }).then((response) => response.text());
    const cut = expect(following).rejects.toThrow(/fetch failed|terminated/);
    const followers = office.app.get(RunFollowers);
    await until(() => Reflect.get(followers, 'count') === 1);
    await office.client.delete(`/tokens/${watcher.id}`, { headers });
    await cut;
    await until(() => Reflect.get(followers, 'count') === 0);
    await expect(client.call('list_floors', {})).rejects.toThrow();
  }, 40_000);

  it('lets only so many calls wait', async () => {
    const client = await open((await made('Crowd', ['work'])).token);
    const runId = await submitted(client);
    const knownApprovals = await knownOf(client, runId);
    const most = 200;
    const leaving = new AbortController();
    const nothing = (): void => undefined;
    const waiting = Array.from({ length: most }, () =>
      office.app.get(RunFollowers).follow(runId, {
        ...{ known: new Set(knownApprovals), waitMs: 50_000, signal: leaving.signal },
        ...{ onEvent: nothing, begin: nothing },
      }),
    );
    const left = Promise.allSettled(waiting);
    const text = mcpDoorTexts.tooManyFollowers(most);
    const asked = { runId, knownApprovals };
    expect(await client.call('follow_run', asked)).toMatchObject({ isError: true, text });
    leaving.abort();
    await left;
    const { data } = await client.call('follow_run', { ...asked, waitSeconds: 0 });
    expect(data).toMatchObject({ end: 'time' });
  }, 60_000);
});
