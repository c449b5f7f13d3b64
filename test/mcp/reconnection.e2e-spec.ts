import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import type { HttpServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import { fakeContext } from '../support/tool-context.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import {
  fixture,
  openConnection,
  type OpenConnection,
  type OpenOptions,
} from './open-connection.js';
import { answerWell, startRawServer, type RawHandler } from './raw-http-server.js';
import { startRealServer } from './real-http-servers.js';

const directory = temporaryDirectory();
const cleanups: (() => Promise<void>)[] = [];
const log = (): string => directory('lives.txt');

beforeEach(() => rm(log(), { force: true }));
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(
  server: Parameters<typeof openConnection>[0],
  options?: OpenOptions,
): Promise<OpenConnection> {
  const opened = await openConnection(server, options);
  cleanups.push(() => opened.connection.close());
  return opened;
}

function at(url: string): HttpServerConfig {
  const rest = { headers: {}, oauth: null, enabled: true, requestTimeoutMs: 10_000 };
  return { id: 'web', type: 'http', url, ...rest };
}

const lived = async (): Promise<readonly string[]> =>
  (await readFile(log(), 'utf8')).trim().split('\n');

describe('a child that ends', () => {
  const crashing = () => fixture('crashing', log());

  it('keeps its tools, says that it is gone, and is started when it is called', async () => {
    const { connection, registry, call, until } = await open(crashing());
    expect((await call('plain', { text: 'crash' })).ok).toBe(false);
    await until(() => connection.record().state === 'failed');
    expect(connection.record()).toMatchObject({
      toolCount: 4,
      error: expect.stringMatching(
        /^the server stopped responding: .*exit code 9[^]*\nIt is connected again when it is needed\.$/,
      ),
    });
    expect(registry.list()).toHaveLength(4);
    expect(await lived()).toEqual(['life', 'plain']);
    expect(await call('plain')).toMatchObject({ ok: true, content: 'life 2' });
    expect(connection.record()).toMatchObject({ state: 'ready', toolCount: 4 });
    expect(connection.record()).not.toHaveProperty('error');
  });

  it.each([
    ['plain', false],
    ['deletes', false],
    ['reads', true],
    ['again', true],
  ])('in a call of "%s": the call is made again: %s', async (tool, isRepeated) => {
    const { call } = await open(crashing());
    expect(await call(tool, { text: 'crash once' })).toMatchObject({ ok: isRepeated });
    expect(await lived()).toEqual(isRepeated ? ['life', tool, 'life', tool] : ['life', tool]);
  });

  it('is started once for all who call it at the same time', async () => {
    const { call } = await open(crashing());
    await call('plain', { text: 'crash' });
    const answers = await Promise.all([call('plain'), call('reads'), call('again')]);
    expect(answers.map(({ content }) => content)).toEqual(['life 2', 'life 2', 'life 2']);
  });

  it('again and again is started after longer and longer pauses', async () => {
    const { call } = await open(crashing(), { limits: { reconnectWaitMs: 0 } });
    await call('plain', { text: 'crash' });
    await call('plain', { text: 'crash' });
    const refused = await call('plain');
    expect(refused.ok).toBe(false);
    expect(refused.content).toMatch(
      /it was lost too often and is not connected again for another 1 s/,
    );
    expect((await lived()).filter((line) => line === 'life')).toHaveLength(2);
  });

  it('is not started by itself, nor after it was let go', async () => {
    const { connection, call } = await open(crashing());
    await call('plain', { text: 'crash' });
    await connection.close();
    await connection.prepare();
    expect(await lived()).toEqual(['life', 'plain']);
  });

  it('is started for a turn that holds its tools', async () => {
    const { connection, call } = await open(crashing());
    await call('plain', { text: 'crash' });
    await connection.prepare();
    expect(connection.record().state).toBe('ready');
  });

  it('asks nobody again while it comes back as what it was', async () => {
    const { call } = await open(crashing(), { requireApproval: true });
    const person = fakeContext({ answer: { approved: true, reason: null } });
    await call('plain', { text: 'crash' }, person);
    expect(await call('plain', {}, person)).toMatchObject({ ok: true });
    expect(person.asked).toHaveLength(1);
  });
});

describe('a server over HTTP that was restarted', () => {
  it('is spoken to in a new session, and the call is made in it', async () => {
    const server = await startRealServer('first');
    cleanups.push(() => server.close());
    const { connection, call } = await open(at(server.url));
    expect(await call('add', { a: 1, b: 2 })).toMatchObject({ ok: true });
    server.forget();
    expect(await call('add', { a: 2, b: 2 })).toMatchObject({ ok: true });
    expect(server.calls).toHaveLength(2);
    expect(server.methods.filter((method) => method === 'initialize')).toHaveLength(2);
    expect(connection.record().state).toBe('ready');
  });

  const sessionLost: readonly [string, number, string][] = [
    ['404', 404, 'who?'],
    [
      '404 with an error',
      404,
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}',
    ],
    ['400', 400, 'Bad Request: No valid session ID provided'],
    [
      '400 with an error',
      400,
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Server not initialized"}}',
    ],
    ['400 that asks for the header', 400, 'Mcp-Session-Id header is required'],
    ['410', 410, 'this session is over'],
    ['422', 422, '{"detail":"unknown session"}'],
    ['200 with an error', 200, ''],
  ];

  it.each(sessionLost)('and says so with %s is spoken to anew', async (_how, status, body) => {
    let forgotten = false;
    let sessions = 0;
    const handler: RawHandler = (request, response) => {
      const { id, method } = request.message;
      if (method === 'initialize') {
        sessions += 1;
        forgotten = false;
      } else if (forgotten && request.method === 'POST') {
        const error = { code: -32001, message: 'Session not found' };
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === '' ? JSON.stringify({ jsonrpc: '2.0', id, error }) : body);
        return true;
      }
      answerWell(request, response);
      return true;
    };
    const server = await startRawServer(handler);
    cleanups.push(() => server.close());
    const { connection, registry, call } = await open(at(server.url));
    forgotten = true;
    const first = await call('echo');
    // What an answer says is not as sure as what a status says: such a call is not made again.
    expect(first.ok).toBe(status !== 200);
    expect(registry.list()).toHaveLength(1);
    expect(await call('echo')).toMatchObject({ ok: true });
    expect(connection.record().state).toBe('ready');
    expect(sessions).toBe(2);
  });

  it.each(['401', '403', '400 unrelated', '500 session'])(
    'is not taken for one that was: %s',
    async (how) => {
      const status = Number(how.slice(0, 3));
      const server = await startRawServer((request, response) => {
        if (request.message.method !== 'tools/call') return answerWell(request, response);
        response.writeHead(status).end(how === '400 unrelated' ? 'bad argument' : 'session');
        return true;
      });
      cleanups.push(() => server.close());
      const { connection, call } = await open(at(server.url));
      expect((await call('echo')).ok).toBe(false);
      expect(connection.record().state).toBe('ready');
    },
  );

  it('is reached again at its address when it is back', async () => {
    let server = await startRawServer(() => false);
    const { connection, call, until } = await open(at(server.url), {
      limits: { reconnectWaitMs: 10_000 },
    });
    const { url } = server;
    await server.close();
    expect((await call('echo')).ok).toBe(false);
    await until(() => connection.record().state === 'failed');
    expect(connection.record().toolCount).toBe(1);
    server = await startRawServer(() => false, Number(new URL(url).port));
    cleanups.push(() => server.close());
    expect(await call('echo')).toMatchObject({ ok: true });
  });
});
