import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuardedFetch } from '#platform/net/guarded-fetch.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { outgoingTexts } from '#protocol/texts/outgoing.js';
import { webTexts } from '#protocol/texts/tools.js';
import { configurationOver, withoutProxies } from '#runs/changes/delivery-git.js';
import { gitEnvironment } from '#tools/git/git-configuration.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

class Place {
  readonly reached: string[] = [];
  private readonly server: Server;

  constructor(answer: RequestListener) {
    this.server = createServer((request, response) => {
      this.reached.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const megabyte = 1024 * 1024;
/** Where the listed place leads; null: its answer is too long. */
let leadsTo: string | null = null;

const hidden = new Place((_, response) => response.end('{"login":"secret"}'));
const listed = new Place((_, response) => {
  if (leadsTo !== null) return response.writeHead(302, { location: leadsTo }).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.end(`"${'x'.repeat(17 * megabyte)}"`);
});

const firstPaths = {
  github: '/api/v3/user',
  gitlab: '/api/v4/user',
  gitea: '/api/v1/user',
} as const;

const named = 'forge.test';

describe('addresses that are chosen for a forge', () => {
  beforeAll(() => Promise.all([hidden.listen(), listed.listen()]));
  afterAll(() => {
    hidden.close();
    listed.close();
  });
  const port = (): string => new URL(at.forge.url).port;
  const at = new ForgeOffice(
    (directory) => GithubSimulator.start(directory),
    (): readonly string[] => [listed.host, `${named}:${port()}`],
  );

  async function refusalOf(given: object): Promise<string> {
    const { repository, token } = at.forge;
    const wanted = { kind: 'github', repository, token, workspaceId: 'default', ...given };
    const { status, body } = await at.office.client.post<{ error: string }>('/forges', wanted);
    expect(status).toBe(400);
    return body.error;
  }

  /** Names are answered with these addresses from now on. */
  function resolves(addresses: Readonly<Record<string, string>>): void {
    const resolve = (host: string) =>
      Promise.resolve([{ address: addresses[host] ?? '203.0.113.1', family: 4 }]);
    Object.assign(at.office.app.get(GuardedFetch, { strict: false }), { resolve });
  }

  const kinds = Object.entries(firstPaths);

  it.each(kinds)('are not private ones that nobody lists: %s', async (kind) => {
    const { host } = hidden;
    const { notListed } = outgoingTexts;
    expect(await refusalOf({ kind, url: `http://${host}` })).toBe(
      forgeTexts.unreachable(host, notListed(webTexts.privateAddress('127.0.0.1'))),
    );
    expect(await refusalOf({ kind, url: 'https://localhost' })).toBe(
      forgeTexts.unreachable('localhost', notListed(webTexts.notPublicHost('localhost'))),
    );
    resolves({ 'git.example.org': '10.0.0.7' });
    expect(await refusalOf({ kind, url: 'https://git.example.org' })).toBe(
      forgeTexts.unreachable(
        'git.example.org',
        notListed(webTexts.resolvesToPrivate('git.example.org', '10.0.0.7')),
      ),
    );
    expect(hidden.reached).toEqual([]);
  });

  it.each(kinds)('are not reached by a redirect: %s', async (kind) => {
    leadsTo = `http://${hidden.host}/api`;
    expect(await refusalOf({ kind, url: `http://${listed.host}` })).toBe(
      forgeTexts.unreachable(
        listed.host,
        outgoingTexts.notListed(webTexts.privateAddress('127.0.0.1')),
      ),
    );
    expect(hidden.reached).toEqual([]);
  });

  it.each(kinds)('lead on once only, and answer in bounded length: %s', async (kind, path) => {
    const url = `http://${listed.host}`;
    leadsTo = '/again';
    expect(await refusalOf({ kind, url })).toBe(
      forgeTexts.unreachable(listed.host, forgeTexts.movedTo(url + path)),
    );
    leadsTo = null;
    expect(await refusalOf({ kind, url })).toBe(
      forgeTexts.unreachable(listed.host, forgeTexts.tooMuch(16)),
    );
  });

  it('are those that were judged, for git too', async () => {
    resolves({ [named]: '127.0.0.1' });
    at.works('echo named > named.txt');
    const connected = await at.connect({ url: `http://${named}:${port()}` });
    const issue = at.forge.world.openIssue({ title: 'By a name', labels: ['office'] });
    await at.poll(connected);
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    expect(at.forge.git.git('show', `${open.branch}:named.txt`)).toBe('named');
  });

  it('are left by git for no redirect, and for no proxy of the environment', async () => {
    leadsTo = `http://${hidden.host}/acme/widgets.git/info/refs?service=git-upload-pack`;
    const address = `http://${listed.host}/acme/widgets.git`;
    const way = { proxy: null, addresses: [] };
    const proxies = {
      http_proxy: `http://${hidden.host}`,
      ALL_PROXY: `http://${hidden.host}`,
      no_proxy: 'nowhere.example',
    };
    const configuration = configurationOver({ address, account: 'a:b', way });
    const environment = withoutProxies({ PATH: process.env.PATH ?? '', ...proxies });
    const env = { ...gitEnvironment(environment, configuration), GIT_ALLOW_PROTOCOL: 'http' };
    const before = listed.reached.length;
    await expect(promisify(execFile)('git', ['ls-remote', address], { env })).rejects.toThrow();
    expect(listed.reached).toHaveLength(before + 1);
    expect(hidden.reached).toEqual([]);
  });
});
