import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { fakeContext } from '../support/tool-context.js';
import { isRunning } from '../support/is-running.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import {
  fixture,
  installed,
  openConnection,
  prepareConnection,
  type OpenConnection,
} from './open-connection.js';

let opened: OpenConnection[] = [];

async function open(...args: Parameters<typeof openConnection>): Promise<OpenConnection> {
  const connection = await openConnection(...args);
  opened.push(connection);
  return connection;
}

afterEach(async () => {
  await Promise.all(opened.map(({ connection }) => connection.close()));
  opened = [];
});

describe('the filesystem server', () => {
  const at = temporaryDirectory();

  it('is read through', async () => {
    await mkdir(at('served'));
    await writeFile(at('served', 'note.txt'), 'buy coffee');
    const server = installed('files', '@modelcontextprotocol/server-filesystem', at('served'));
    const { connection, registry, call } = await open(server);
    expect(connection.record()).toMatchObject({
      id: 'files',
      state: 'ready',
      serverName: 'secure-filesystem-server',
      protocolVersion: '2025-06-18',
      toolCount: registry.list().length,
    });
    expect(registry.get('mcp__files__read_text_file')).toMatchObject({ pluginId: null });
    const result = await call('read_text_file', { path: at('served', 'note.txt') });
    expect(result).toMatchObject({ ok: true, content: 'buy coffee' });
    expect(result.preview).toMatch(/^read_text_file via files \(\d+ms\)$/);
  });

  it('reports an error of a tool as one', async () => {
    const server = installed('files', '@modelcontextprotocol/server-filesystem', at('served'));
    const { call } = await open(server);
    const result = await call('read_text_file', { path: '/etc/hostname' });
    expect(result.ok).toBe(false);
    expect(result.content).toMatch(/^The tool reported an error:\n.*Access denied/);
  });
});

describe('the everything server', () => {
  it('answers with text and with other blocks', async () => {
    const { call } = await open(
      installed('all', '@modelcontextprotocol/server-everything', 'stdio'),
    );
    expect(await call('echo', { message: 'hello' })).toMatchObject({
      ok: true,
      content: 'Echo: hello',
    });
    expect((await call('get-tiny-image')).content).toContain('[image content]');
  });
});

describe('a server that misbehaves', () => {
  it('and never answers has failed when its time is over', async () => {
    const { connection, registry } = await open(fixture('silent'), {
      limits: { handshakeMs: 300 },
    });
    const { state, error, toolCount } = connection.record();
    expect({ state, toolCount }).toEqual({ state: 'failed', toolCount: 0 });
    expect(error).toMatch(/^MCP initialize on stdio:.*silent\.mjs timed out after 300ms\.$/);
    expect(registry.list()).toEqual([]);
  });

  it('and answers garbage has failed, its words in the notes without their escapes', async () => {
    // Long enough for a loaded machine to start the server: what it prints is what this is about.
    const { connection } = await open(fixture('garbage'), { limits: { handshakeMs: 3000 } });
    expect(connection.record()).toMatchObject({
      state: 'failed',
      notes: expect.arrayContaining(['not a message: <html>not json</html>']),
    });
  });

  it('and floods standard error works on, and ten short notes are kept', async () => {
    const { connection, call, until } = await open(fixture('noisy'));
    expect(await call('echo')).toMatchObject({ ok: true, content: 'still here' });
    await until(() => connection.record().notes.includes('last words'));
    const { notes } = connection.record();
    expect(notes).toHaveLength(10);
    expect(Math.max(...notes.map((note) => note.length))).toBeLessThanOrEqual(200);
  });

  it.each(['head', 'tail'])(
    'and answers with 10 MB, its id at the %s, fails that call at once',
    async (text) => {
      const { connection, call } = await open(fixture('huge'));
      const result = await call('echo', { text });
      expect(result.ok).toBe(false);
      expect(result.content).toContain('the answer is larger than 8388608 bytes and was not read');
      expect(connection.record()).toMatchObject({
        state: 'ready',
        notes: [
          expect.stringMatching(/^\d{8} bytes of output without an end of line were discarded$/),
        ],
      });
    },
  );

  it('and lists three thousand tools gets the first thousand published', async () => {
    const { connection } = await open(fixture('many-tools'));
    expect(connection.record()).toMatchObject({
      state: 'ready',
      toolCount: 1000,
      notes: ['the server lists more than 1000 tools; only the first 1000 are published'],
    });
  });

  it('and lists pages without an end is read for twenty', async () => {
    const { connection } = await open(fixture('many-tools', 'pages'));
    expect(connection.record()).toMatchObject({ state: 'ready', toolCount: 200 });
  });

  it('and dies in a call fails the call, keeps its tools and says why', async () => {
    const { connection, registry, call, warnings } = await open(fixture('dying'));
    const result = await call('echo');
    expect(result.ok).toBe(false);
    expect(result.content).toMatch(
      /^MCP tool "echo" on server "dying" did not complete: stdio:.* exited \(exit code 7\)\nfatal: out of coffee$/,
    );
    expect(registry.list()).toHaveLength(1);
    expect(connection.record()).toMatchObject({
      state: 'failed',
      toolCount: 1,
      error: expect.stringMatching(/^the server stopped responding: stdio:.*exit code 7/s),
    });
    expect(warnings).toHaveLength(1);
  });

  it('and cannot be started has failed with the reason', async () => {
    const { connection } = await open({ ...fixture('silent'), command: '/no/such/program' });
    expect(connection.record()).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^stdio:\/no\/such\/program .* could not start: .*ENOENT/),
    });
  });

  it('and asks its client things is refused, but for a ping', async () => {
    const { call } = await open(fixture('asking'));
    const { content } = await call('echo');
    expect(JSON.parse(content)).toEqual([-32601, {}]);
  });
});

describe('a connection', () => {
  it('follows a list that changes; what is unchanged keeps its entry', async () => {
    const { registry, call, until } = await open(fixture('changing'));
    const echo = registry.get('mcp__changing__echo');
    await call('echo', { text: 'second' });
    await until(() => registry.get('mcp__changing__second') !== undefined);
    expect(registry.get('mcp__changing__echo')).toBe(echo);
    await call('echo', { text: 'forget' });
    await until(() => registry.list().length === 1);
  });

  it('asks a person once, whoever calls', async () => {
    const { call } = await open(fixture('noisy'), { requireApproval: true });
    const first = fakeContext({ answer: { approved: true, reason: null } });
    const second = fakeContext({ runId: 'run_0000000002' });
    await call('echo', {}, first);
    await call('echo', {}, second);
    expect(first.asked).toMatchObject([
      { kind: 'network', summary: 'use the MCP server "noisy" (1 tool(s))' },
    ]);
    expect(second.asked).toEqual([]);
  });

  it('calls nothing while people decline, and asks again the next time', async () => {
    const { call } = await open(fixture('noisy'), { requireApproval: true });
    const context = fakeContext({ answer: { approved: false, reason: 'not today' } });
    expect(await call('echo', {}, context)).toMatchObject({
      ok: false,
      content:
        'The human declined to use the MCP server "noisy", so "echo" was not called. ' +
        'Do not retry it; carry on with the tools you have.\nThe human said: not today',
    });
    await call('echo', {}, context);
    expect(context.asked).toHaveLength(2);
  });

  it('gives up a call when the run is cancelled', async () => {
    const { call } = await open(fixture('silent-call'));
    const cancelling = new AbortController();
    const calling = call('echo', {}, fakeContext({ signal: cancelling.signal }));
    cancelling.abort();
    expect((await calling).content).toMatch(
      /did not complete: MCP tools\/call on stdio:.* was cancelled\.$/,
    );
  });

  it('gives up a call that takes too long, and goes on', async () => {
    const { connection, call } = await open({ ...fixture('silent-call'), requestTimeoutMs: 200 });
    expect((await call('echo')).content).toMatch(
      /MCP tools\/call on stdio:.* timed out after 200ms\.$/,
    );
    expect(connection.record().state).toBe('ready');
  });

  it('takes the whole process tree with it when it is closed', async () => {
    const { connection, call } = await open(fixture('stubborn'));
    const ids = (await call('echo')).content.split(' ');
    await connection.close();
    expect(await Promise.all(ids.map(isRunning))).toEqual([false, false]);
  });

  it('is let go while it is still connecting', async () => {
    const { connection, until } = prepareConnection(fixture('silent'));
    const connecting = connection.connect();
    await until(() => connection.record().notes.length > 0);
    const [id = ''] = connection.record().notes;
    expect(await isRunning(id)).toBe(true);
    await connection.close();
    await connecting;
    expect(await isRunning(id)).toBe(false);
  });

  it('is let go before it has begun', async () => {
    const { connection } = prepareConnection(fixture('changing'));
    const connecting = connection.connect();
    await connection.close();
    await connecting;
    expect(connection.record()).toMatchObject({ state: 'connecting', toolCount: 0 });
  });
});
