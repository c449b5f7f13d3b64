import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { egressTexts } from '#protocol/texts/egress.js';
import { EgressProxy, type EgressRules } from './egress-proxy.js';

const tls = (name: string): string =>
  readFileSync(new URL(`../../../../test/support/tls/${name}.pem`, import.meta.url), 'utf8');
const certificates = getCACertificates('default');

describe('the proxy of the sandbox', () => {
  let folder: string;
  let socket: string;
  let proxy: EgressProxy | undefined;
  let plain: Server;
  let secure: Server;
  let received: { url: string; headers: IncomingMessage['headers'] }[];
  let resolved: string[];

  beforeAll(async () => {
    setDefaultCACertificates([...certificates, tls('vendor-cert')]);
    const handler = (asked: IncomingMessage, response: ServerResponse): void => {
      received.push({ url: asked.url ?? '', headers: asked.headers });
      response.writeHead(200, { 'x-from': 'host' });
      asked.pipe(response);
    };
    plain = createServer(handler);
    secure = createSecure({ cert: tls('vendor-cert'), key: tls('vendor-key') }, handler);
    for (const server of [plain, secure]) await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => {
    setDefaultCACertificates(certificates);
    for (const server of [plain, secure]) server.close();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'egress-'));
    socket = join(folder, 'egress.sock');
    received = [];
    resolved = [];
  });

  afterEach(async () => {
    await proxy?.close();
    proxy = undefined;
    await rm(folder, { recursive: true });
  });

  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  const start = async (rules: Partial<EgressRules>): Promise<EgressProxy> => {
    proxy = await EgressProxy.listen(
      socket,
      { hosts: [], trusted: [], credentials: new Map(), ...rules },
      {
        resolve: (host) => {
          resolved.push(host);
          return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
        },
        proxies: { http: null, https: null, direct: [] },
      },
    );
    return proxy;
  };

  interface Answer {
    readonly status: number;
    readonly body: string;
    readonly headers: IncomingMessage['headers'];
  }

  const ask = async (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> => {
    const { body, ...others } = options;
    const sent = request({ socketPath: socket, path, agent: false, ...others });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      body: await text(response),
      headers: response.headers,
    };
  };

  /** Fetches a path from vendor.test through a tunnel; null: no tunnel. */
  const tunnel = async (target: string): Promise<string | null> => {
    const asked = request({ socketPath: socket, method: 'CONNECT', path: target, agent: false });
    asked.end();
    const [{ statusCode }, pipe] = (await Promise.race([
      once(asked, 'connect'),
      once(asked, 'response'),
    ])) as [IncomingMessage, Socket];
    if (statusCode !== 200) {
      asked.destroy();
      return null;
    }
    const stream = connect({ socket: pipe, servername: 'vendor.test' });
    stream.end('GET /by-tunnel HTTP/1.1\r\nHost: vendor.test\r\nConnection: close\r\n\r\n');
    return text(stream);
  };

  it('makes a tunnel to a named host, at the address that was judged', async () => {
    const port = portOf(secure);
    const { asked } = await start({ trusted: [`vendor.test:${port}`] });
    expect(await tunnel(`vendor.test:${port}`)).toContain('x-from: host');
    expect(received.map(({ url }) => url)).toEqual(['/by-tunnel']);
    expect(resolved).toEqual(['vendor.test']);
    expect(proxy?.asked).toEqual([{ host: 'vendor.test', port, allowed: true }]);
    expect(asked).toEqual([]);
  });

  it('passes plain requests on', async () => {
    const port = portOf(plain);
    await start({ trusted: [`vendor.test:${port}`] });
    const { status, body } = await ask(`http://vendor.test:${port}/a`, {
      method: 'POST',
      body: 'text',
    });
    expect([status, body]).toEqual([200, 'text']);
  });

  it.each(['evil.test:443', 'vendor.test:22', '127.0.0.1:80', '[::1]:80', '2130706433:80'])(
    'refuses %s, which nobody named, without looking it up',
    async (target) => {
      await start({ trusted: ['vendor.test'] });
      expect(await tunnel(target)).toBeNull();
      const { status, body } = await ask(`http://${target}/?secret`);
      const { hostname, port } = new URL(`http://${target}`);
      const host = hostname.replace(/[[\]]/g, '');
      expect(status).toBe(403);
      expect(body).toBe(egressTexts.notNamed(host, Number(port) || 80));
      expect(resolved).toEqual([]);
      expect(proxy?.asked.every(({ allowed }) => !allowed)).toBe(true);
    },
  );

  it('refuses a named host with a private address, unless the operator named it', async () => {
    const port = portOf(plain);
    await start({ hosts: [`vendor.test:${port}`] });
    const { status, body } = await ask(`http://vendor.test:${port}/`);
    expect(status).toBe(403);
    expect(body).toContain('127.0.0.1');
    expect(received).toEqual([]);
  });

  it.each(['/own-page', 'ftp://vendor.test/', 'http://', 'https://vendor.test/'])(
    'refuses %j, which is no request to a proxy',
    async (path) => {
      await start({ trusted: ['vendor.test'] });
      expect((await ask(path)).status).toBe(400);
    },
  );

  describe('with a credential', () => {
    const begin = async (mayWrite?: EgressRules['mayWrite']): Promise<string> => {
      const port = portOf(secure);
      await start({
        trusted: [`vendor.test:${port}`],
        credentials: new Map([['vendor.test', 'Bearer of-the-office']]),
        ...(mayWrite && { mayWrite }),
      });
      return `http://vendor.test:${port}`;
    };

    it('adds it at the border, by HTTPS, in place of what the command sends', async () => {
      const host = await begin();
      const { status, headers } = await ask(`${host}/package?a=1`, {
        headers: { authorization: 'Bearer of-the-command', accept: 'application/json' },
      });
      expect(status).toBe(200);
      expect(headers['x-from']).toBe('host');
      expect(received[0]).toMatchObject({
        url: '/package?a=1',
        headers: { authorization: 'Bearer of-the-office', accept: 'application/json' },
      });
    });

    it.each([
      ['PUT', '/package', true],
      ['DELETE', '/package', true],
      ['POST', '/team/code.git/git-receive-pack', true],
      ['GET', '/team/code.git/info/refs?service=git-receive-pack', true],
      ['GET', '/team/code.git/info/refs?service=git-upload-pack', false],
      ['POST', '/team/code.git/git-upload-pack', false],
      ['POST', '/-/npm/v1/security/advisories/bulk', false],
      ['HEAD', '/package', false],
    ])('%s %s changes something: %s', async (method, path, writes) => {
      const host = await begin();
      const { status, body } = await ask(`${host}${path}`, { method });
      expect(status).toBe(writes ? 403 : 200);
      if (writes) expect(body).toBe(egressTexts.writes('vendor.test'));
      expect(received).toHaveLength(writes ? 0 : 1);
    });

    it('sends a change when a person said yes', async () => {
      const hosts: string[] = [];
      const host = await begin((asked) => Promise.resolve(hosts.push(asked) > 0));
      const { status, body } = await ask(`${host}/package`, { method: 'PUT', body: 'new' });
      expect([status, body, hosts]).toEqual([200, 'new', ['vendor.test']]);
    });
  });
});
