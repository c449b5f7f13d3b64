import { afterEach, describe, expect, it } from '@jest/globals';
import type { HttpServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import { startEverything } from './everything-over-http.js';
import { openConnection, type OpenConnection, type OpenOptions } from './open-connection.js';
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

async function open(server: HttpServerConfig, options?: OpenOptions): Promise<OpenConnection> {
  const opened = await openConnection(server, options);
  cleanups.push(() => opened.connection.close());
  return opened;
}

async function raw(handler: RawHandler): Promise<RawHttpServer> {
  const server = await startRawServer(handler);
  cleanups.push(() => server.close());
  return server;
}

/** Handles calls of tools; everything else is answered well. */
function onCall(handler: RawHandler): RawHandler {
  return (request, response) =>
    request.message.method === 'tools/call' ? handler(request, response) : false;
}

describe('the everything server over HTTP', () => {
  it('is used, and seen to be gone at once when it dies', async () => {
    const server = await startEverything();
    cleanups.push(() => server.kill());
    const { connection, call, until } = await open(at(server.url));
    expect(connection.record()).toMatchObject({
      state: 'ready',
      transport: server.url,
      serverName: expect.stringContaining('everything'),
    });
    expect(await call('echo', { message: 'hello' })).toMatchObject({ content: 'Echo: hello' });
    await server.kill();
    await until(() => connection.record().state === 'failed');
    expect(connection.record().error).toMatch(
      /^the server stopped responding: http:.* request failed: .*ECONN(REFUSED|RESET)/,
    );
  });
});

describe('a session', () => {
  it('carries its id and version, the configured headers, and is ended', async () => {
    const server = await raw(() => false);
    const { connection } = await open(at(server.url, { headers: { 'x-key': 'abc' } }));
    await connection.close();
    const posted = server.requests.filter(({ method }) => method === 'POST');
    expect(posted.map(({ message }) => message.method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/list',
    ]);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-key': 'abc' });
    expect(server.requests.at(-1)).toMatchObject({
      method: 'DELETE',
      headers: {
        'x-key': 'abc',
        'mcp-session-id': 'session-1',
        'mcp-protocol-version': '2025-06-18',
      },
    });
  });
});

describe('a server that misbehaves', () => {
  it('and redirects has failed, and is not followed', async () => {
    const elsewhere = await raw(() => false);
    const server = await raw((_request, response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    const { connection } = await open(at(server.url));
    expect(connection.record().error).toBe(
      `http:${server.url} answered 307 redirecting to ${elsewhere.url}. A JSON-RPC endpoint must not ` +
        'redirect: what is sent to it is meant for that address alone. Configure the address it redirects to.',
    );
    expect(elsewhere.requests).toEqual([]);
  });

  it('and cannot be reached has failed', async () => {
    const server = await startRawServer(() => false);
    await server.close();
    const { connection } = await open(at(server.url));
    expect(connection.record()).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^http:.* request failed: .*ECONN(REFUSED|RESET)/),
    });
  });

  it('and never answers has failed when its time is over', async () => {
    const server = await raw(() => undefined);
    const { connection } = await open(at(server.url), { limits: { handshakeMs: 200 } });
    expect(connection.record().error).toMatch(
      /^MCP initialize on http:.* timed out after 200ms\.$/,
    );
  });

  it('and answers an error has failed with the beginning of what it said', async () => {
    const server = await raw((_request, response) => {
      response.writeHead(500).end(`\u001b[31m${'oh no '.repeat(1000)}`);
    });
    const { connection } = await open(at(server.url));
    const { error } = connection.record();
    expect(error).toMatch(/^http:.* answered 500 Internal Server Error: oh no oh no/);
    expect(error?.length).toBeLessThan(400);
  });

  it('and answers garbage has failed', async () => {
    const server = await raw((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    });
    const { connection } = await open(at(server.url));
    expect(connection.record()).toMatchObject({ state: 'failed', toolCount: 0 });
  });

  it('and answers with 10 MB fails the call', async () => {
    const huge = 'x'.repeat(10 * 1024 * 1024);
    const server = await raw(
      onCall(({ message }, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { huge } }));
      }),
    );
    const { connection, call } = await open(at(server.url));
    expect((await call('echo')).content).toContain('the answer is larger than 8000000 bytes');
    expect(connection.record().state).toBe('ready');
  });

  it('and streams one event of 10 MB fails the call', async () => {
    const server = await raw(
      onCall((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${'x'.repeat(10 * 1024 * 1024)}\n\n`);
      }),
    );
    const { call } = await open(at(server.url));
    expect((await call('echo')).content).toMatch(
      /did not complete: http:\S* stream failed: the answer is larger/,
    );
  });

  it('and ends its stream without an answer fails the call at once', async () => {
    const server = await raw(
      onCall((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('id: 1\r\n\r\nevent: message\r\ndata: {"jsonrpc"');
      }),
    );
    const { call } = await open(at(server.url));
    expect((await call('echo')).content).toContain('stream failed: it ended without an answer');
  });

  it('and breaks its stream fails the call at once', async () => {
    const server = await raw(
      onCall((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': hello\n\n', () => response.destroy());
      }),
    );
    const { call } = await open(at(server.url));
    expect((await call('echo')).content).toContain('stream failed: terminated');
  });

  it('and streams nothing for a while fails the call', async () => {
    const server = await raw(
      onCall((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      }),
    );
    const { call } = await open(at(server.url), { limits: { silentStreamMs: 100 } });
    expect((await call('echo')).content).toContain('stream failed: it sent nothing for 100ms');
  });

  it('and loses a connection while it lists its tools is asked once more', async () => {
    let lists = 0;
    const server = await raw((request, response) => {
      if (request.message.method !== 'tools/list' || (lists += 1) > 1) return false;
      response.destroy();
      return true;
    });
    const { connection } = await open(at(server.url));
    expect(connection.record()).toMatchObject({ state: 'ready', toolCount: 1 });
    expect(lists).toBe(2);
  });

  it('and loses the connection of a call fails that call, which is not repeated, and stays', async () => {
    let calls = 0;
    const server = await raw(
      onCall((_request, response) => {
        if ((calls += 1) > 1) return false;
        response.destroy();
        return true;
      }),
    );
    const { connection, call } = await open(at(server.url));
    expect((await call('echo')).ok).toBe(false);
    expect(calls).toBe(1);
    expect(connection.record().state).toBe('ready');
    expect(await call('echo')).toMatchObject({ ok: true });
  });

  it('and loses every connection is gone', async () => {
    const lost = ['tools/call', 'ping'];
    const server = await raw(({ message }, response) => {
      if (!lost.includes(message.method ?? '')) return false;
      response.destroy();
      return true;
    });
    const { connection, call } = await open(at(server.url));
    expect((await call('echo')).ok).toBe(false);
    expect(connection.record().state).toBe('failed');
    expect(server.requests.filter(({ message }) => message.method === 'ping')).toHaveLength(2);
  });
});

describe('what a server says on its own account', () => {
  /** A server that closes every stream at once and asks to be heard again at once. */
  async function closing(times: number) {
    let received = 0;
    const { promise: receivedEnough, resolve } = Promise.withResolvers<void>();
    const server = await raw(({ method }, response) => {
      if (method !== 'GET') return false;
      received += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('retry: 0\n\n');
      if (received === times) resolve();
      return true;
    });
    return { url: server.url, receivedEnough, received: () => received };
  }

  it('is heard again whenever it closed the stream', async () => {
    const server = await closing(5);
    const { connection } = await open(at(server.url), { limits: { paceMs: 1 } });
    await server.receivedEnough;
    expect(connection.record().state).toBe('ready');
  });

  it('is heard on behind the last event that had an id', async () => {
    const { promise: heardOn, resolve } = Promise.withResolvers<unknown>();
    const server = await raw(({ method, headers }, response) => {
      if (method !== 'GET') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (headers['last-event-id'] === undefined) response.end('id: seven\nretry: 1\ndata: \n\n');
      else resolve(headers['last-event-id']);
      return true;
    });
    await open(at(server.url));
    expect(await heardOn).toBe('seven');
  });

  it('is not heard again before the pace allows it', async () => {
    const server = await closing(2);
    const { call } = await open(at(server.url), { limits: { paceMs: 3_600_000 } });
    await server.receivedEnough;
    // Time enough for many more streams, had they been asked for.
    for (let n = 0; n < 50; n += 1) expect((await call('echo')).ok).toBe(true);
    expect(server.received()).toBe(2);
  });
});
