import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { privateNetworksToo } from '../../src/platform/net/network-access.js';
import { probePlugin } from '../support/plugins/probe-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

/** What came in, and what the test answers. */
class Site {
  readonly requests: { method: string; url: string; headers: object; body: string }[] = [];
  connections = 0;
  /** Settles when a client leaves without its answer. */
  readonly left: Promise<void>;
  private leave: () => void = () => undefined;
  private readonly server: Server = createServer((...pair) => void this.serve(...pair));

  constructor() {
    this.left = new Promise((resolve) => (this.leave = resolve));
    this.server.on('connection', () => (this.connections += 1));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    if (url === '/never') response.on('close', () => this.leave());
    else if (url === '/large') response.end(Buffer.alloc(1024 * 1024 + 1));
    else if (url === '/moved') response.writeHead(302, { location: '/there' }).end();
    else if (url === '/away')
      response.writeHead(307, { location: `http://localhost:${this.port}/there` }).end();
    else if (url === '/bytes') response.end(Buffer.from([0, 255, 128]));
    else response.writeHead(201, { 'x-answer': 'yes' }).end(`{"said":"${method}"}`);
  }
}

describe('fetch of a plugin', () => {
  const site = new Site();
  const attempt = probePlugin(() => inDir(), { access: privateNetworksToo });
  beforeAll(() => site.start());
  afterAll(() => site.close());

  const at = (path: string): string => JSON.stringify(`http://127.0.0.1:${site.port}${path}`);
  const answer = async (source: string): Promise<unknown> => JSON.parse(await attempt(source));

  it('answers status, headers and body', async () => {
    const source = `const answer = await fetch(${at('/')});
      return JSON.stringify([answer.status, answer.ok, answer.statusText, answer.url, answer.redirected,
        answer.headers.get('X-Answer'), await answer.json(), answer.bodyUsed]);`;
    const url = `http://127.0.0.1:${site.port}/`;
    const expected = [201, true, 'Created', url, false, 'yes', { said: 'GET' }, true];
    expect(await answer(source)).toEqual(expected);
    expect(
      await answer(`return JSON.stringify([...(await (await fetch(${at('/bytes')})).bytes())])`),
    ).toEqual([0, 255, 128]);
  });

  it('sends method, headers and body, and none that speak for the connection', async () => {
    await attempt(`await fetch(new Request(${at('/post')}, { method: 'post', body: 'grüße',
      headers: { 'x-mine': '1', host: 'other.example', 'content-length': '99', connection: 'upgrade' } }))`);
    await attempt(
      `await fetch(${at('/form')}, { method: 'PUT', body: new URLSearchParams({ a: 'b c' }) })`,
    );
    const [post, form] = site.requests.slice(-2);
    expect(post).toMatchObject({
      method: 'POST',
      body: 'grüße',
      headers: { 'x-mine': '1', host: `127.0.0.1:${site.port}` },
    });
    expect(form).toMatchObject({
      method: 'PUT',
      body: 'a=b+c',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    });
  });

  it('follows redirects as browsers do, and takes credentials to no other origin', async () => {
    const init = `{ method: 'POST', body: 'x', headers: { authorization: 'Bearer secret' } }`;
    const source = (path: string) =>
      `const a = await fetch(${at(path)}, ${init}); return a.redirected + ' ' + a.url`;
    expect(await attempt(source('/moved'))).toBe(`true http://127.0.0.1:${site.port}/there`);
    expect(site.requests.at(-1)).toMatchObject({
      method: 'GET',
      body: '',
      headers: { authorization: 'Bearer secret' },
    });
    expect(await attempt(source('/away'))).toBe(`true http://localhost:${site.port}/there`);
    expect(site.requests.at(-1)).toMatchObject({ method: 'POST', body: 'x' });
    expect(site.requests.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('refuses what is too large, either way', async () => {
    expect(await attempt(`await fetch(${at('/large')})`)).toBe(
      `TypeError: the answer of "127.0.0.1:${site.port}" is larger than 1 MB.`,
    );
    const before = site.requests.length;
    expect(
      await attempt(`await fetch(${at('/')}, { method: 'POST', body: new Uint8Array(140_000) })`),
    ).toBe('TypeError: the body of a request holds at most 128 KB.');
    expect(
      await attempt(
        `await fetch(${at('/')}, { headers: { a: 'x'.repeat(10_000), b: 'x'.repeat(10_000) } })`,
      ),
    ).toBe('TypeError: a request has at most 64 headers of 16 KB in all.');
    expect(site.requests.length).toBe(before);
  });

  it('is given up when its signal aborts, on the wire too', async () => {
    expect(
      await attempt(`await fetch(${at('/never')}, { signal: AbortSignal.timeout(200) })`),
    ).toBe('TimeoutError: The operation timed out.');
    await site.left;
    expect(
      await attempt(`await fetch(${at('/')}, { signal: AbortSignal.abort(new Error('mine')) })`),
    ).toBe('Error: mine');
  });

  it('has a bounded number of requests open', async () => {
    const source = `const stop = new AbortController();
      const all = Array.from({ length: 9 }, () => fetch(${at('/never')}, { signal: stop.signal }).catch((e) => e.message));
      const first = await Promise.race(all); stop.abort(); await Promise.all(all); return first;`;
    expect(await attempt(source)).toBe('a plugin may have at most 8 requests open at once.');
  });
});

describe('fetch of a plugin, as the service allows it', () => {
  const site = new Site();
  const attempt = probePlugin(() => inDir());
  beforeAll(() => site.start());
  afterAll(() => site.close());

  it.each(['127.0.0.1', 'localhost', '127.9.9.9', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'])(
    'does not reach this machine as %s',
    async (host) => {
      const said = await attempt(`return (await fetch('http://${host}:${site.port}/')).status`);
      expect(said).toMatch(
        /^TypeError: ".*" is (?:a private, loopback or link-local address|not a public host)\.$/,
      );
      expect(site.connections).toBe(0);
    },
  );

  it.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fe80::1]', '[fd00::1]', '[::1]'])(
    'does not reach the private network: %s',
    async (host) => {
      expect(await attempt(`return (await fetch('http://${host}/')).status`)).toMatch(
        /is a private, loopback or link-local address/,
      );
    },
  );

  it.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://192.0.2.1/', 'nonsense'])(
    'does not read %s',
    async (url) => {
      expect(await attempt(`return (await fetch('${url}')).status`)).toMatch(/^TypeError: /);
    },
  );
});
