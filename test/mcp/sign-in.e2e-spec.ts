import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { AppModule } from '../../src/app.module.js';
import type { McpServer } from '../../src/protocol/records/mcp.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { type SignedInServer, startSignedInServer } from './signed-in-server.js';

const at = temporaryDirectory();
const offices: RunningOffice[] = [];
let server: SignedInServer;

beforeEach(async () => {
  server = await startSignedInServer();
});
afterEach(async () => {
  for (const office of offices.splice(0)) await office.close();
  await server.close();
});

async function open(oauth: unknown, env: Record<string, string> = {}): Promise<RunningOffice> {
  const servers = [{ id: 'tracker', type: 'http', url: server.url, oauth }];
  await writeFile(at('mcp.json'), JSON.stringify({ servers }));
  const office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: { OFFICE_MCP_CONFIG: at('mcp.json'), ...env },
  });
  offices.push(office);
  return office;
}

/** The server's row after everything that was on its way. */
async function refreshed({ client }: RunningOffice): Promise<McpServer> {
  const { body } = await client.post<OfficeState['mcp']>('/api/mcp/refresh', {});
  return body.servers[0]!;
}

/** Where a person signs in. The office's own port is known once it has opened. */
async function signInAddress(office: RunningOffice): Promise<string> {
  const { state, error = '' } = await refreshed(office);
  expect(state).toBe('failed');
  return /^sign in at (\S+) in a browser/.exec(error)?.[1] ?? error;
}

/** What the person's browser does: it agrees, and goes where it is sent. */
async function agree(address: string): Promise<Response> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  return fetch(headers.get('location') ?? '');
}

describe('a server that a person signs in to', () => {
  it('is connected once the browser has come back, and stays so over a restart', async () => {
    const env = { OFFICE_DB: at('office.db') };
    const first = await open(true, env);
    const answer = await agree(await signInAddress(first));
    expect([answer.status, await answer.text()]).toEqual([
      200,
      'Signed in to the MCP server "tracker". You can close this page.',
    ]);
    expect(await refreshed(first)).toMatchObject({ state: 'ready', toolCount: 1 });
    await offices.pop()?.close();
    server.expire();
    expect(await refreshed(await open(true, env))).toMatchObject({ state: 'ready' });
    expect(server.grants).toEqual(['authorization_code', 'refresh_token']);
  });

  it('needs neither the token of the API nor a page of it, and adds nothing to it', async () => {
    const office = await open(true, { OFFICE_API_TOKEN: 'of-the-api' });
    const headers = { authorization: 'Bearer of-the-api' };
    const url = `http://127.0.0.1:${office.port}`;
    const answer = await fetch(`${url}/api/mcp/refresh`, { method: 'POST', headers, body: '{}' });
    const { servers } = (await answer.json()) as OfficeState['mcp'];
    const address = /^sign in at (\S+)/.exec(servers[0]?.error ?? '')?.[1] ?? '';
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(`${url}/mcp/callback`);
    expect((await agree(address)).status).toBe(200);
  });

  it.each(['', '?code=1', '?code=1&state=wrong', '?state=a&state=b'])(
    'is not finished by an address with %j',
    async (query) => {
      const office = await open(true);
      await signInAddress(office);
      const answer = await fetch(`http://127.0.0.1:${office.port}/mcp/callback${query}`);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: 'no sign-in is waiting for this answer, or it was finished before' },
      ]);
      expect(server.grants).toEqual([]);
    },
  );

  it('is finished once, by the state and the code that belong together', async () => {
    const office = await open(true);
    const { headers } = await fetch(await signInAddress(office), { redirect: 'manual' });
    const back = headers.get('location') ?? '';
    const wrong = await fetch(back.replace(/code=[^&]+/, 'code=other'));
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as { error: string }).error).toMatch(
      /^The sign-in to the MCP server "tracker" failed: /,
    );
    expect((await agree(await signInAddress(office))).status).toBe(200);
    expect((await fetch(back)).status).toBe(400);
  });

  it('is finished by whoever comes back first, of several that were begun', async () => {
    const office = await open(true);
    const addresses = [await signInAddress(office), await signInAddress(office)];
    expect(new Set(addresses).size).toBe(2);
    const [first = '', second = ''] = addresses;
    expect((await agree(first)).status).toBe(200);
    expect(await refreshed(office)).toMatchObject({ state: 'ready' });
    expect((await agree(second)).status).toBe(400);
  });

  it('is told of when the person says no', async () => {
    const office = await open(true);
    const state = new URL(await signInAddress(office)).searchParams.get('state') ?? '';
    const callback = `http://127.0.0.1:${office.port}/mcp/callback?state=${state}`;
    const denied = await fetch(`${callback}&error=access_denied`);
    expect(await denied.json()).toEqual({
      error:
        'The sign-in to the MCP server "tracker" failed: access_denied. POST /api/mcp/refresh begins it anew.',
    });
    expect((await fetch(`${callback}&code=1`)).status).toBe(400);
  });

  it('comes back to the address under which browsers reach the office', async () => {
    const office = await open(true, { OFFICE_PUBLIC_URL: 'https://office.example.org/' });
    const address = new URL(await signInAddress(office));
    expect(address.searchParams.get('redirect_uri')).toBe(
      'https://office.example.org/mcp/callback',
    );
  });

  it('keeps its tokens out of what clients and the log are shown', async () => {
    const office = await open(true);
    await agree(await signInAddress(office));
    await refreshed(office);
    const { body } = await office.client.get('/api/state');
    const shown = JSON.stringify(body) + office.log.join('\n');
    expect(server.accessTokens.size).toBe(1);
    for (const token of server.accessTokens) expect(shown).not.toContain(token);
    expect(shown).not.toMatch(/refresh-[0-9a-f]{8}-/);
  });
});

describe('a server that the service signs in to itself', () => {
  const oauth = { grant: 'client_credentials', clientId: 'robot', clientSecret: 'robot-secret' };

  it('is connected without a person, and again when its token is over', async () => {
    const office = await open(oauth);
    expect(await refreshed(office)).toMatchObject({ state: 'ready', toolCount: 1 });
    expect(server.grants).toEqual(['client_credentials']);
  });

  it('has failed with the reason when its secret is wrong, and does not show it', async () => {
    const office = await open({ ...oauth, clientSecret: 'robot-mistaken' });
    const row = await refreshed(office);
    expect(row.state).toBe('failed');
    expect(JSON.stringify(row) + office.log.join('\n')).not.toContain('robot-mistaken');
  });
});

describe('a server that wants a sign-in nobody configured', () => {
  it('says how it is configured', async () => {
    const office = await open(undefined);
    expect((await refreshed(office)).error).toBe(
      `http:${server.url} answered 401 Unauthorized: who? (an entry with "oauth": true is signed in to)`,
    );
  });
});
