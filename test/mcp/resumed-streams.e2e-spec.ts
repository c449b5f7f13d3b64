import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { HttpServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import { openConnection, type OpenConnection } from './open-connection.js';
import { startRawServer, type RawHandler, type RawHttpServer } from './raw-http-server.js';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function at(url: string, changes: Partial<HttpServerConfig> = {}): HttpServerConfig {
  return {
    id: 'web',
    type: 'http',
    url,
    headers: {},
    oauth: null,
    enabled: true,
    requestTimeoutMs: 5000,
    ...changes,
  };
}

async function open(server: HttpServerConfig): Promise<OpenConnection> {
  const opened = await openConnection(server);
  cleanups.push(() => opened.connection.close());
  return opened;
}

async function raw(handler: RawHandler): Promise<RawHttpServer> {
  const server = await startRawServer(handler);
  cleanups.push(() => server.close());
  return server;
}

describe('a stream that ends without its answer', () => {
  const primed = 'id: 1\nretry: 5\ndata: \n\n';

  function stream(response: ServerResponse, said: string, cut = false): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(said, () => (cut ? response.destroy() : response.end()));
  }

  /** Answers a call bit by bit: the first part to the call, each other one to the id before it. */
  async function piecemeal(...later: ((id: number, response: ServerResponse) => void)[]) {
    let id = 0;
    const ids: unknown[] = [];
    const server = await raw((request, response) => {
      const lastId = request.headers['last-event-id'];
      if (request.message.method === 'tools/call') {
        id = request.message.id ?? 0;
        stream(response, primed);
      } else if (lastId !== undefined) {
        ids.push(lastId);
        later[ids.length - 1]?.(id, response);
      } else return false;
      return true;
    });
    return { server, ids };
  }

  const answerTo = (id: number): string =>
    `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'late' }] } })}\n\n`;

  it('is taken up again behind its last whole event, however it ended', async () => {
    const { server, ids } = await piecemeal(
      (id, response) =>
        stream(response, `id: 2\ndata: \n\nid: 3\n${answerTo(id).slice(0, 20)}`, true),
      (id, response) => stream(response, answerTo(id)),
    );
    const { connection, call } = await open(at(server.url));
    expect(await call('echo')).toMatchObject({ ok: true, content: 'late' });
    expect(ids).toEqual(['1', '2']);
    const resumed = server.requests.filter(({ headers }) => headers['last-event-id'] === '1');
    expect(resumed).toMatchObject([{ method: 'GET', headers: { 'mcp-session-id': 'session-1' } }]);
    expect(connection.record().state).toBe('ready');
  });

  it('fails the call when the server has no more of it', async () => {
    const { server } = await piecemeal((_id, response) => void response.writeHead(404).end());
    const { connection, call } = await open(at(server.url));
    expect((await call('echo')).content).toMatch(
      /stream failed: it ended without an answer, and was not taken up again: the server answered 404$/,
    );
    expect(connection.record().state).toBe('ready');
  });

  it('is not taken up without end', async () => {
    const { server, ids } = await piecemeal((_id, response) => stream(response, ''));
    const { call } = await open(at(server.url));
    expect((await call('echo')).content).toContain('stream failed: it ended without an answer');
    expect(ids).toEqual(['1']);
  });

  it('is taken up no longer than the call may take', async () => {
    const again = (_id: number, response: ServerResponse) => stream(response, primed);
    const { server } = await piecemeal(...Array.from({ length: 10_000 }, () => again));
    const { call } = await open(at(server.url, { requestTimeoutMs: 200 }));
    expect((await call('echo')).content).toMatch(/timed out after 200ms\.$/);
  });
});
