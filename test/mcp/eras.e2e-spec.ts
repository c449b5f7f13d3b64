import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { HttpServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import {
  fixture,
  openConnection,
  type OpenConnection,
  type OpenOptions,
} from './open-connection.js';
import { answerJson, answerWell, startRawServer, type RawRequest } from './raw-http-server.js';
import { startRealServer, type Kind } from './real-http-servers.js';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const open = async (
  server: Parameters<typeof openConnection>[0],
  options?: OpenOptions,
): Promise<OpenConnection> => {
  const opened = await openConnection(server, options);
  cleanups.push(() => opened.connection.close());
  return opened;
};

function at(url: string): HttpServerConfig {
  const rest = { headers: {}, oauth: null, enabled: true, requestTimeoutMs: 10_000 };
  return { id: 'web', type: 'http', url, ...rest };
}

/** Time enough for a loaded machine to start a server. */
const patient: OpenOptions = { limits: { probeMs: 30_000 } };

const kinds: readonly [Kind, string][] = [
  ['first', '2025-06-18'],
  ['both', '2026-07-28'],
  ['modern', '2026-07-28'],
];

describe('a server made with an SDK', () => {
  it.each(kinds)('%s speaks %s over its pipes', async (kind, protocolVersion) => {
    const { connection, call } = await open(fixture('real-server', kind), patient);
    expect(connection.record()).toMatchObject({
      state: 'ready',
      serverName: kind,
      protocolVersion,
      toolCount: 1,
    });
    expect(await call('add', { a: 1, b: 2, note: null })).toMatchObject({
      ok: true,
      content: `1 + 2\n{"sum":3,"by":"${kind}"}`,
    });
  });

  it.each(kinds)('%s speaks %s over HTTP', async (kind, protocolVersion) => {
    const server = await startRealServer(kind);
    cleanups.push(() => server.close());
    const { connection, call } = await open(at(server.url), patient);
    expect(connection.record()).toMatchObject({
      state: 'ready',
      serverName: kind,
      protocolVersion,
      toolCount: 1,
    });
    expect(await call('add', { a: 1, b: 2 })).toMatchObject({
      ok: true,
      content: `1 + 2\n{"sum":3,"by":"${kind}"}`,
    });
    expect((await call('add', { a: 'x' })).ok).toBe(false);
  });

  it('tells of tools that come later, without being asked again and again', async () => {
    const server = await startRealServer('modern');
    cleanups.push(() => server.close());
    const { registry, until } = await open(at(server.url), patient);
    // It listens a moment after it is ready.
    while (!server.methods.includes('subscriptions/listen')) await new Promise(setImmediate);
    server.addTool();
    await until(() => registry.get('mcp__web__more') !== undefined);
    expect(server.methods.filter((method) => method === 'tools/list')).toHaveLength(2);
  });

  it('is found to know the modern protocol alone, even when it was too slow to say so', async () => {
    const { connection, call } = await open(fixture('real-server', 'modern', '600'), {
      limits: { probeMs: 50 },
    });
    expect(connection.record()).toMatchObject({ state: 'ready', protocolVersion: '2026-07-28' });
    expect(await call('add', { a: 1, b: 2 })).toMatchObject({ ok: true });
  });
});

describe('a server of before, asked what it knows', () => {
  const oddities = [
    'exit',
    'mute',
    'unknown',
    'uninitialized',
    'free',
    'empty',
    'older',
    'garbage',
    'nameless',
  ];

  it.each(oddities)('over its pipes (%s), is spoken to as before', async (how) => {
    const { connection, call } = await open(fixture('odd-probe', how));
    expect(connection.record()).toMatchObject({ state: 'ready', protocolVersion: '2024-11-05' });
    expect(await call('echo')).toMatchObject({ ok: true, content: 'hello' });
  });

  const error = (id: unknown, code: number, message: string, data?: object) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });

  type Oddity = (response: ServerResponse, id: unknown) => unknown;
  const end =
    (status: number, body = '', type = 'text/plain'): Oddity =>
    (response) =>
      response.writeHead(status, { 'content-type': type }).end(body);
  const json =
    (status: number, code: number, message: string, data?: object): Oddity =>
    (response, id) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(error(id, code, message, data));

  const answers: readonly [string, Oddity][] = [
    ['400 with words', end(400, 'Bad Request: Unsupported protocol version')],
    ['400 with an error', json(400, -32000, 'Bad Request: Server not initialized')],
    ['400 with another id', (response) => response.writeHead(400).end(error(null, -32000, 'no'))],
    ['400 that names older versions', json(400, -32022, 'no', { supported: ['2025-06-18'] })],
    ['403', end(403, 'method is not allowed here')],
    ['404', end(404)],
    ['404 with an error', json(404, -32601, 'Method not found')],
    ['405', end(405)],
    ['406', end(406)],
    ['415', end(415)],
    ['422', end(422, '{"detail":"unknown method"}', 'application/json')],
    ['500', end(500, 'Internal Server Error')],
    ['501', end(501)],
    ['200 with an error', json(200, -32601, 'Method not found')],
    ['200 with an odd code', json(200, 1, 'what?')],
    ['200 with a page', end(200, '<html>', 'text/html')],
    ['200 with no JSON', end(200, '<html>', 'application/json')],
    ['200 with nothing', end(200, '', 'application/json')],
    ['202', end(202)],
    ['204', end(204)],
    ['a stream that says nothing', end(200, ': hello\n\n', 'text/event-stream')],
    ['no answer', () => undefined],
    ['a connection that is closed', (response) => response.destroy()],
  ];

  it.each(answers)('over HTTP (%s), is spoken to as before', async (_how, oddity) => {
    const server = await startRawServer((request: RawRequest, response) => {
      if (request.message.method !== 'server/discover') return answerWell(request, response);
      oddity(response, request.message.id);
      return true;
    });
    cleanups.push(() => server.close());
    const { connection, call } = await open(at(server.url));
    expect(connection.record()).toMatchObject({ state: 'ready', protocolVersion: '2025-06-18' });
    expect(await call('echo')).toMatchObject({ ok: true, content: 'hello' });
  });

  it.each(['2025-11-25', '2025-03-26', '2024-11-05', '1999-01-01'])(
    'may answer with version %s',
    async (protocolVersion) => {
      const server = await startRawServer((request, response) => {
        if (request.message.method !== 'initialize') return false;
        const serverInfo = { version: '7' };
        const { id } = request.message;
        answerJson(response, { jsonrpc: '2.0', id, result: { protocolVersion, serverInfo } });
        return true;
      });
      cleanups.push(() => server.close());
      const { connection } = await open(at(server.url));
      expect(connection.record()).toMatchObject({
        state: 'ready',
        protocolVersion,
        serverVersion: '7',
      });
      expect(server.requests.at(-1)?.headers['mcp-protocol-version']).toBe(protocolVersion);
    },
  );
});

describe('a server of the modern protocol', () => {
  const discovered = {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  };
  const good = { name: 'echo', inputSchema: { type: 'object' } };

  /** Answers calls with these. */
  async function answering(called: (id: unknown, response: ServerResponse) => unknown) {
    const server = await startRawServer((request, response) => {
      const { id, method } = request.message;
      if (method === 'tools/call') return void called(id, response);
      const results: Record<string, object> = {
        'server/discover': discovered,
        'tools/list': { tools: [good, 7, { name: '' }], nextCursor: null },
      };
      answerJson(response, { jsonrpc: '2.0', id, result: results[method ?? ''] });
      return true;
    });
    cleanups.push(() => server.close());
    return open(at(server.url), patient);
  }

  it.each<[object, string]>([
    [{ resultType: 'complete', content: 'a text' }, 'a text'],
    [{ content: 'a text' }, 'a text'],
    [
      { content: [{ type: 'chart', data: 1 }], structuredContent: { a: 1 } },
      '[chart content]\n{"a":1}',
    ],
    [{ content: null, structuredContent: [1] }, '[1]'],
    [
      { resultType: 'complete', content: [7, null, 'x'] },
      '[unknown content]\n7\n[unknown content]\nx',
    ],
  ])('answers %j', async (result, content) => {
    const { call } = await answering((id, response) =>
      answerJson(response, { jsonrpc: '2.0', id, result }),
    );
    expect(await call('echo')).toMatchObject({ ok: true, content });
  });

  it('may refuse a call with the status of its error', async () => {
    const { connection, call } = await answering((id, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(error(id, -32602, 'no such tool'));
    });
    expect((await call('echo')).content).toContain('failed: no such tool (code -32602)');
    expect(connection.record().state).toBe('ready');
  });

  it('is not asked anything on behalf of people', async () => {
    const { call } = await answering((id, response) =>
      answerJson(response, {
        jsonrpc: '2.0',
        id,
        result: {
          resultType: 'input_required',
          inputRequests: { q: { method: 'elicitation/create', params: { message: 'who?' } } },
        },
      }),
    );
    expect((await call('echo')).ok).toBe(false);
  });
});

function error(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
