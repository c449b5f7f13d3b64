import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

describe('HTTP answers', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
  });

  afterAll(() => office.close());

  it('are JSON with two spaces, never cached', async () => {
    const { status, headers, text } = await office.client.get('/api/probe');
    expect(status).toBe(200);
    expect(text).toBe('{\n  "probe": {\n    "ok": true\n  }\n}');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(text.length),
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('are whole even to a client that claims to know them', async () => {
    const headers = { 'if-none-match': '*', 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' };
    expect((await office.client.get('/api/probe', { headers })).status).toBe(200);
  });

  it.each([
    ['GET', '/api/probe', 200],
    ['OPTIONS', '/api/probe', 204],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/probe/fault', 500],
    ['GET', '/openapi.json', 200],
    ['GET', '/docsx', 404],
    ['GET', '/livez', 200],
  ])('let a browser do nothing with them: %s %s', async (method, path, status) => {
    const answer = await office.client.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  });

  describe('to an unknown path', () => {
    it.each([
      ['GET', '/api/nothing', '/api/nothing'],
      ['GET', '/api/nothing?a=1', '/api/nothing'],
      ['GET', '/api', '/api'],
      ['GET', '/api/', '/api/'],
      ['GET', '/api/probe/', '/api/probe/'],
      ['GET', '/API/probe', '/API/probe'],
      ['GET', '//api/probe', '//api/probe'],
      ['DELETE', '/api/probe', '/api/probe'],
      ['PATCH', '/api/probe/any', '/api/probe/any'],
      ['POST', '/api/runs/run_1/cancel', '/api/runs/run_1/cancel'],
      ['GET', '/api/probe/by-id/%zz', '/api/probe/by-id/%zz'],
      ['GET', '/api/probe/by-id/%ff', '/api/probe/by-id/%ff'],
      ['TRACE', '/api/probe', '/api/probe'],
      ['GET', '/nothing', '/nothing'],
    ])('%s %s: 404 that names the path', async (method, path, named) => {
      const { status, body } = await office.client.call(method, path);
      expect(status).toBe(404);
      expect(body).toEqual({ error: `No such endpoint: ${named}` });
    });
  });

  it('decode an id in the path once', async () => {
    const { body } = await office.client.get('/api/probe/by-id/a%20b%2Fc%2525');
    expect(body).toEqual({ id: 'a b/c%25' });
  });

  describe('to a refusal', () => {
    it.each([
      ['refused', 400, 'refused so'],
      ['forbidden', 403, 'forbidden so'],
      ['not-found', 404, 'not found so'],
      ['too-large', 413, 'too large so'],
      ['unavailable', 503, 'unavailable so'],
    ])('of kind %s: %i with its reason', async (kind, status, error) => {
      const answer = await office.client.post(`/api/probe/refusal/${kind}`);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ error });
    });
  });

  it('to a fault: 500 without the cause, which is logged', async () => {
    const { status, body } = await office.client.post('/api/probe/fault');
    expect(status).toBe(500);
    expect(body).toEqual({ error: 'Internal error.' });
    const line = office.log.find((entry) => entry.includes('/api/probe/fault'));
    expect(line).toMatch(/^ERROR \[http\] POST \/api\/probe\/fault failed: the password is 1234\n/);
    expect(line).toContain('probe.module.ts');
  });

  it('to something thrown that is no error at all: the same 500', async () => {
    const { status, body } = await office.client.post('/api/probe/odd-fault');
    expect([status, body]).toEqual([500, { error: 'Internal error.' }]);
  });

  describe('to another origin', () => {
    const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';

    it.each([
      ['http://localhost:5173', 'http://localhost:5173'],
      ['https://console.localhost', 'https://console.localhost'],
      ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
      ['http://[::1]:80', 'http://[::1]:80'],
      ['https://evil.example', 'null'],
      ['http://localhost.evil.example', 'null'],
      ['http://notlocalhost', 'null'],
      ['nonsense', 'null'],
      ['null', 'null'],
    ])('%s may read: %s', async (origin, allowed) => {
      const { status, headers } = await office.client.get('/api/probe', { headers: { origin } });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'access-control-allow-origin': allowed,
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': methods,
      });
    });

    it('never match the origin of a sandboxed page', async () => {
      const headers = { origin: 'null', 'sec-fetch-site': 'cross-site' };
      const answer = await office.client.get('/api/probe', { headers });
      expect(answer.headers['access-control-allow-origin']).not.toBe('null');
    });

    it.each([
      ['GET', '/api/nothing', undefined, 404],
      ['POST', '/api/probe/fault', undefined, 500],
      ['POST', '/api/probe', '{', 400],
      ['POST', '/api/probe', 'x'.repeat(300_000), 413],
    ])('carry the headers whatever happens: %s %s', async (method, path, body, status) => {
      const headers = { origin: 'http://localhost:1' };
      const answer = await office.client.call(method, path, { headers, body });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': 'http://localhost:1',
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': methods,
      });
    });

    it.each(['/api/probe', '/api/nothing', '/anything'])(
      'answer the preflight of %s with 204 before any other check',
      async (path) => {
        const headers = { origin: 'https://evil.example', host: 'evil.example' };
        const answer = await office.client.call('OPTIONS', path, { headers });
        expect([answer.status, answer.text]).toEqual([204, '']);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': 'null',
          'access-control-allow-methods': methods,
          'cache-control': 'no-store',
        });
      },
    );
  });

  it.each([
    ['no HTTP at all', 'what is this?\r\n\r\n', 400],
    ['headers beyond measure', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('to %s: JSON as well', async (_what, bytes, status) => {
    const connection = connect(office.port, '127.0.0.1');
    connection.write(bytes);
    const answer = await text(connection);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('cache-control: no-store');
    expect(answer).toContain('{\n  "error": "The request was not valid HTTP."\n}');
  });

  it('to a request whose body turns into rubbish: JSON, and at once', async () => {
    const connection = connect(office.port, '127.0.0.1');
    connection.write(
      'POST /api/probe HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    );
    expect(await text(connection)).toContain('"error": "The request was not valid HTTP."');
  });

  describe('to requests that follow each other without waiting', () => {
    const good = (id: string): string =>
      `GET /api/probe/by-id/${id} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const rubbish = 'what is this?\r\n\r\n';
    const unfinished =
      'POST /api/probe HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n';
    const upgrade =
      'GET /ws HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

    /** What came back: the status of each answer, with the id it names. */
    async function exchange(bytes: string, end = false): Promise<string[]> {
      const connection = connect(office.port, '127.0.0.1');
      if (end) connection.end(bytes);
      else connection.write(bytes);
      const answers = (await text(connection)).split(/(?=HTTP\/1\.1 \d)/);
      return answers.map((answer) => {
        const id = /"id": "(\w+)"/.exec(answer)?.[1];
        return `${/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]}${id === undefined ? '' : ` ${id}`}`;
      });
    }

    it.each([
      ['rubbish after a good one', good('a') + rubbish, ['200 a', '400']],
      [
        'rubbish after several',
        good('a') + good('b') + good('c') + rubbish,
        ['200 a', '200 b', '200 c', '400'],
      ],
      [
        'a body that turns into rubbish',
        good('a') + good('b') + unfinished,
        ['200 a', '200 b', '400'],
      ],
      [
        'headers beyond measure',
        `${good('a')}GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
        ['200 a', '431'],
      ],
      ['a refused upgrade', good('a') + good('b') + upgrade, ['200 a', '200 b', '403']],
      [
        'a refused one, and the next',
        `GET //etc/passwd HTTP/1.1\r\nhost: localhost\r\n\r\n${good('a')}${rubbish}`,
        ['404', '200 a', '400'],
      ],
      [
        'one that asks for the end',
        'GET //etc/passwd HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
        ['404'],
      ],
    ])('%s: every one in order', async (_what, bytes, answers) => {
      expect(await exchange(bytes)).toEqual(answers);
    });

    it('by a client that ends its half at once: every one in order', async () => {
      expect(await exchange(good('a') + good('b'), true)).toEqual(['200 a', '200 b']);
      expect(await exchange(good('a') + rubbish, true)).toEqual(['200 a', '400']);
    });

    it('by many at once: each gets its own', async () => {
      const connections = Array.from({ length: 200 }, (_, n) =>
        exchange(good(`x${n}`) + good(`y${n}`) + rubbish, n % 2 === 0),
      );
      const expected = connections.map((_, n) => [`200 x${n}`, `200 y${n}`, '400']);
      expect(await Promise.all(connections)).toEqual(expected);
    }, 30_000);
  });

  it('decode no NUL: no store holds one', async () => {
    const { body } = await office.client.get('/api/probe/by-id/a%00b');
    expect(body).toEqual({ id: 'a\uFFFDb' });
  });

  it('to a request without a host: a refusal in words, with every header', async () => {
    const connection = connect(office.port, '127.0.0.1');
    connection.write('GET /api/probe HTTP/1.1\r\nconnection: close\r\n\r\n');
    const answer = await text(connection);
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(answer).toContain('cache-control: no-store');
    expect(answer).toContain('access-control-allow-origin: null');
    expect(answer).toContain('"error": "Requests for the host \\"\\" are refused');
  });

  it('to a request that expects something unheard of: the same as without', async () => {
    const headers = { expect: 'miracles' };
    const { status, body } = await office.client.get('/api/probe', { headers });
    expect([status, body]).toEqual([200, { probe: { ok: true } }]);
  });

  it('to any bytes at all: an end, and the next request is served', async () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc
        .string({ unit: 'binary' })
        .map((path) => Buffer.from(`GET /${path} HTTP/1.1\r\nhost: x\r\n\r\n`)),
      fc.string().map((line) => Buffer.from(`GET / HTTP/1.1\r\n${line}\r\n\r\n`)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        const connection = connect(office.port, '127.0.0.1');
        connection.end(sent);
        await text(connection);
      }),
    );
    expect((await office.client.get('/api/probe')).status).toBe(200);
  }, 30_000);
});
