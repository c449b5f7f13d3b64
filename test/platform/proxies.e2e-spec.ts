import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProxiesConfig } from '../../src/platform/config/proxy-address.js';
import { readProxies } from '../../src/platform/config/read-proxies.js';
import { EnvironmentReader } from '../../src/platform/config/environment-reader.js';
import { GuardedFetch } from '../../src/platform/net/guarded-fetch.js';
import { publicInternet } from '../../src/platform/net/network-access.js';
import { ServiceLife } from '../crash/support/service-life.js';
import { type RealServer, startRealServer } from '../mcp/real-http-servers.js';
import { OtlpReceiver } from '../observability/support/otlp-receiver.js';
import { freePort } from '../support/free-port.js';
import type { OfficeClient } from '../support/office-client.js';
import { ProxyServer } from '../support/proxy-server.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';

const login = 'office:p@ss word';
const written = 'office:p%40ss%20word';
/** Real models, and nothing asked for that the tests do not ask for. */
const live = {
  OFFICE_DB: ':memory:',
  OFFICE_LLM_MODE: 'live',
  OFFICE_LOG_LEVEL: 'debug',
  OFFICE_MODEL_DISCOVERY_CACHE: 'off',
  OFFICE_BENCHMARKS: 'false',
  OFFICE_ENDPOINT_HEALTH: 'false',
  OPENAI_API_KEY: 'sk-proxied',
  OFFICE_OPENAI_ENDPOINT: 'chat',
};
const tls = (name: string) => readFileSync(join(repositoryRoot, 'test/support/tls', name));

function proxied(env: Record<string, string>): ProxiesConfig {
  return readProxies(new EnvironmentReader(env, '/'));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('the proxies of the environment', () => {
  const inDirectory = temporaryDirectory();
  let proxy: ProxyServer;
  let provider: ScriptedProvider;
  let collector: OtlpReceiver;
  let secured: Server;
  let market: Server;
  let mcp: RealServer;
  let service: ServiceLife;
  let client: OfficeClient;

  beforeAll(async () => {
    [proxy, provider, collector] = await Promise.all([
      ProxyServer.start(login),
      ScriptedProvider.start(),
      OtlpReceiver.start(),
    ]);
    secured = createTlsServer({ key: tls('vendor-key.pem'), cert: tls('vendor-cert.pem') });
    secured.on('request', (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"data":[]}');
    });
    secured.listen(0, '127.0.0.1');
    await once(secured, 'listening');
    const providerPort = new URL(provider.baseUrl).port;
    mcp = await startRealServer('both');
    const url = mcp.url.replace('127.0.0.1', 'mcp.vendor.test');
    await writeFile(inDirectory('mcp.json'), JSON.stringify({ mcpServers: { far: { url } } }));
    market = createServer((_request, response) => response.end('{"plugins":[]}'));
    market.listen(0, '127.0.0.1');
    await once(market, 'listening');
    service = ServiceLife.start({
      http_proxy: `http://${written}@127.0.0.1:${proxy.port}`,
      HTTPS_PROXY: `${written}@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: join(repositoryRoot, 'test/support/tls/vendor-cert.pem'),
      ...live,
      OFFICE_WORKSPACE: inDirectory('workspace'),
      OFFICE_WORKSPACES_ROOT: inDirectory('workspaces'),
      OFFICE_SNAPSHOTS_DIR: inDirectory('snapshots'),
      OFFICE_OPENAI_BASE_URL: `http://plain.vendor.test:${providerPort}/v1`,
      MISTRAL_API_KEY: 'sk-proxied',
      OFFICE_MISTRAL_BASE_URL: `https://vendor.test:${portOf(secured)}/v1`,
      OFFICE_ALLOWED_HOSTS: 'office.vendor.test',
      OFFICE_MCP_CONFIG: inDirectory('mcp.json'),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint.replace('127.0.0.1', 'traces.vendor.test'),
      OTEL_BSP_SCHEDULE_DELAY: '20',
    });
    client = await service.serving();
  }, 60_000);
  afterAll(async () => {
    await service.kill();
    secured.close();
    market.close();
    await Promise.all([mcp.close(), proxy.close(), provider.close(), collector.close()]);
  });

  it('carry model calls over plain http, with the login, and traces', async () => {
    const answer = await client.post<{ readonly text: string }>('/api/chat', {
      employeeId: 'cto',
      text: 'Well?',
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(provider.requests.length).toBeGreaterThan(0);
    expect(proxy.requests).toContainEqual(
      expect.objectContaining({ host: 'plain.vendor.test', tunnel: false }),
    );
    for (const { headers } of provider.requests) {
      expect(headers).not.toHaveProperty('proxy-authorization');
    }
    await until(() => proxy.hosts.includes('traces.vendor.test'));
  }, 60_000);

  it('carry lists of models over https, in a tunnel', async () => {
    const { body } = await client.post('/api/models/discover', { providerId: 'mistral' });
    expect(body).toMatchObject({ reports: [{ providerId: 'mistral' }] });
    expect(proxy.requests).toContainEqual({
      host: 'vendor.test',
      port: portOf(secured),
      tunnel: true,
    });
    expect(JSON.stringify(body)).not.toContain('the proxy');
  }, 60_000);

  it('are shown nowhere with their login', async () => {
    const { body } = await client.get('/api/state');
    const shown = service.log + JSON.stringify(body);
    for (const secret of ['p@ss word', 'p%40ss', Buffer.from(login).toString('base64')]) {
      expect(shown).not.toContain(secret);
    }
  });

  it('carry sockets of the command line in a tunnel, and never those on this machine', async () => {
    const { port } = client;
    const env = { HTTP_PROXY: `http://${written}@127.0.0.1:${proxy.port}`, NO_PROXY: 'none.test' };
    const deliver = (host: string) => {
      const args = ['--url', `http://${host}:${port}`, 'deliver', 'run_none', 'office/none'];
      return runProgram('node', ['dist/cli/office.js', ...args], { env });
    };
    const near = await deliver('localhost');
    expect(proxy.requests.filter((request) => request.port === port)).toEqual([]);
    const far = await deliver('office.vendor.test');
    expect(far).toMatchObject({ code: near.code, stderr: near.stderr });
    const asked = { host: 'office.vendor.test', port };
    expect(proxy.requests).toContainEqual({ ...asked, tunnel: true });
  }, 60_000);

  it('carry MCP servers over http', async () => {
    const { body } = await client.get('/api/state');
    expect(body).toMatchObject({ mcp: { servers: [{ id: 'far', state: 'ready' }] } });
    expect(proxy.hosts).toContain('mcp.vendor.test');
  });

  it('carry marketplaces', async () => {
    const url = `http://market.vendor.test:${portOf(market)}/catalog.json`;
    const { body } = await client.get(`/api/plugins/catalog?url=${encodeURIComponent(url)}`);
    expect(body).toMatchObject({ name: 'market.vendor.test' });
    expect(proxy.hosts).toContain('market.vendor.test');
  });

  it('are not asked again for what they refuse', async () => {
    const models: unknown[] = [];
    const strict = createServer((request, response) => {
      const asked = request.method === 'POST' ? json(request) : Promise.resolve(null);
      void asked.then((body) => {
        if (body !== null) models.push((body as { readonly model: unknown }).model);
        response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
      });
    });
    strict.listen(0, '127.0.0.1');
    await once(strict, 'listening');
    const other = ServiceLife.start({
      ...live,
      HTTP_PROXY: `http://u:hidden@127.0.0.1:${portOf(strict)}`,
      OFFICE_OPENAI_BASE_URL: 'http://plain.vendor.test/v1',
      OFFICE_WORKSPACE: inDirectory('other'),
      OFFICE_WORKSPACES_ROOT: inDirectory('others'),
      OFFICE_SNAPSHOTS_DIR: inDirectory('other-snapshots'),
      OFFICE_MCP_CONFIG: '',
    });
    const unlucky = await other.serving();
    const { body } = await unlucky.post('/api/chat', { employeeId: 'cto', text: 'Well?' });
    await other.kill();
    strict.close();
    expect(JSON.stringify(body)).toContain('wants a user name and password');
    expect(models.length).toBeGreaterThan(0);
    expect(new Set(models).size).toBe(models.length);
  }, 60_000);

  it('leave the rules for addresses in force', async () => {
    const proxies = proxied({ HTTP_PROXY: `http://${written}@127.0.0.1:${proxy.port}` });
    const resolve = (host: string) =>
      host === 'inside.example'
        ? Promise.resolve([{ address: '10.0.0.7', family: 4 }])
        : Promise.reject(new Error('ENOTFOUND'));
    const fetch = new GuardedFetch(resolve, proxies);
    const page = createServer((_request, response) => response.end('a page'));
    page.listen(0, '127.0.0.1');
    await once(page, 'listening');
    const options = { access: publicInternet, timeoutMs: 5000, maxRedirects: 0, maxBytes: 1000 };
    const before = proxy.requests.length;
    for (const url of [
      'http://169.254.169.254/latest',
      'http://metadata.google.internal/',
      'http://10.1.2.3/',
      'http://[fd00::1]/',
      'http://inside.example/',
      'http://intranet/',
      'http://printer.local/',
      'http://localhost:1/',
    ]) {
      await expect(fetch.get(url, options)).rejects.toMatchObject({ name: 'AddressRefusedError' });
    }
    expect(proxy.requests).toHaveLength(before);
    const answer = await fetch.get(`http://page.vendor.test:${portOf(page)}/`, options);
    expect(answer.body.toString()).toBe('a page');
    expect(proxy.requests.at(-1)).toMatchObject({ host: 'page.vendor.test', tunnel: false });
    page.close();
  });

  it('are named, without their login, where they are the trouble', async () => {
    const people = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    });
    people.listen(0, '127.0.0.1');
    await once(people, 'listening');
    const closed = await freePort();
    const troubles = [
      [`x:wrong@127.0.0.1:${proxy.port}`, `the proxy 127.0.0.1:${proxy.port} wants a user name`],
      [`u:hidden@127.0.0.1:${closed}`, `by the proxy 127.0.0.1:${closed}: connect ECONNREFUSED`],
      [`u:hidden@127.0.0.1:${portOf(people)}`, `the proxy 127.0.0.1:${portOf(people)}`],
    ] as const;
    for (const scheme of ['http', 'https']) {
      const told = await Promise.all(
        troubles.map(([address]) =>
          runProgram('node', [join(repositoryRoot, 'dist/cli/models.js'), 'doctor', '--json'], {
            cwd: inDirectory(),
            env: {
              HTTP_PROXY: address,
              HTTPS_PROXY: address,
              OPENAI_API_KEY: 'sk-proxied',
              OFFICE_OPENAI_BASE_URL: `${scheme}://vendor.test:${portOf(secured)}/v1`,
            },
          }),
        ),
      );
      for (const [index, { stdout, stderr }] of told.entries()) {
        expect(stdout + stderr).toContain(troubles[index]?.[1]);
        expect(stdout + stderr).not.toMatch(/hidden|wrong@/);
      }
    }
    people.close();
  }, 120_000);

  it('end the start where they are no address, without telling it', async () => {
    const { code, stderr } = await runProgram('node', ['dist/main.js'], {
      env: { HTTPS_PROXY: 'socks5://u:hidden@127.0.0.1:1', PORT: '0', OFFICE_DB: ':memory:' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('HTTPS_PROXY must be the address of a proxy');
    expect(stderr).not.toContain('hidden');
  }, 60_000);
});
