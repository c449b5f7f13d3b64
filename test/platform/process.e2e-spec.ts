import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '../../src/protocol/limits.js';
import { processTexts } from '../../src/protocol/texts/process.js';
import { compileCache } from '../support/compile-cache.js';
import { OfficeClient } from '../support/office-client.js';
import { repositoryRoot } from '../support/run-program.js';

/** What the watchdog says when closing did not end by itself; the unit spec sees it said. */
const cutShort = processTexts.cutShort(limits.shutdownWatchdogMs);

/** The built service as a process of its own: what it prints, and how it ends. */
describe('the process', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  let printed: { out: string; err: string };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-process-'));
    printed = { out: '', err: '' };
  });

  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(folder, { recursive: true });
  });

  function start(env: Record<string, string> = {}, args: readonly string[] = []): ChildProcess {
    const started = spawn(process.execPath, [...args, join(repositoryRoot, 'dist/main.js')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...compileCache, HOST: '127.0.0.1', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
    started.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
    child = started;
    return started;
  }

  /** The code it exits with. */
  async function ended(process: ChildProcess): Promise<unknown> {
    const [code] = (await once(process, 'close')) as unknown[];
    return code;
  }

  /** A client, once the banner is there. */
  async function listening(process: ChildProcess): Promise<OfficeClient> {
    while (!printed.out.includes('Try next')) await once(process.stdout ?? process, 'data');
    const port = /listening\s+http:\/\/\S+?:(\d+)/.exec(printed.out)?.[1];
    return new OfficeClient(Number(port));
  }

  it.each(['v20.20.2', 'v22.23.3'])('refuses Node %s in one line, and ends with 1', async (old) => {
    const pretend = `Object.defineProperty(process, 'version', { value: '${old}' })`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    expect(await ended(start({}, args))).toBe(1);
    expect(printed.out).toBe('');
    expect(printed.err).toBe(
      `office failed to start: it needs Node 24 or later; this is ${old}. ` +
        '"npm start" brings one along.\n',
    );
  });

  it('warns when it is live and no provider is configured', async () => {
    await listening(start({ OFFICE_LLM_MODE: 'live' }));
    while (!printed.err.includes('\n')) await once(child?.stderr as Readable, 'data');
    expect(printed.err).toContain(
      'WARN [models] OFFICE_LLM_MODE=live, but no provider is configured',
    );
  });

  it('prints where it listens, how it stands and what to try next', async () => {
    await writeFile(join(folder, '.env'), 'OFFICE_LLM_MODE=mock\nPORT=1\n');
    const client = await listening(start());
    expect(printed.out).toMatch(/mode +mock: OFFICE_LLM_MODE=mock forces scripted employees\n/);
    expect(printed.out).toMatch(/\.env +1 variable\(s\) applied\n/);
    expect(printed.out).toContain('npm run brief -- "Build a todo list"');
    expect((await client.get('/readyz')).status).toBe(200);
  }, 30_000);

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with 0 on %s, its sockets closed with 1001',
    async (signal) => {
      const office = start();
      const client = await listening(office);
      const socket = await client.connect();
      const code = socket.closed();
      office.kill(signal);
      expect(await code).toBe(1001);
      expect(await ended(office)).toBe(0);
      expect(printed.out).toMatch(
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO \\[process\\] ${signal}`, 'm'),
      );
    },
    30_000,
  );

  it('ends with 0 without its watchdog, even when a client refuses to go', async () => {
    const office = start();
    const client = await listening(office);
    const socket = await client.connect();
    socket.socket.pause();
    office.kill('SIGTERM');
    expect(await ended(office)).toBe(0);
    expect(printed.err).not.toContain(cutShort);
    await client.closeSockets();
  }, 30_000);

  it('ends with 0 without its watchdog, even when a request never ends', async () => {
    const office = start();
    const { port } = await listening(office);
    const request = connect(port, '127.0.0.1');
    // The end of the office may reset the connection, whose request was never answered.
    request.on('error', () => undefined);
    request.write('POST /api/submit HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{');
    await once(request, 'connect');
    office.kill('SIGTERM');
    expect(await ended(office)).toBe(0);
    expect(printed.err).not.toContain(cutShort);
    request.destroy();
  }, 30_000);

  it('says that the port is taken, and ends with 1', async () => {
    const squatter: Server = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    expect(await ended(start({ PORT: String(port) }))).toBe(1);
    expect(printed.err).toContain(
      `office failed to start: Port ${port} on 127.0.0.1 is already in use. ` +
        'Stop the other instance or set PORT to another number.\n',
    );
    squatter.close();
  }, 30_000);

  it('names everything that is wrong with the configuration, and ends with 1', async () => {
    const code = await ended(start({ PORT: '99999', OFFICE_OPENAI_BASE_URL: 'sk-secret' }));
    expect(code).toBe(1);
    expect(printed.err).toBe(
      'office failed to start: the configuration cannot be used: ' +
        'OFFICE_OPENAI_BASE_URL must be an address that starts with http:// or https://; ' +
        'PORT must be a whole number from 0 to 65535.\n',
    );
  }, 30_000);

  it('goes on when its terminal goes away', async () => {
    const office = start();
    const client = await listening(office);
    office.stdout?.destroy();
    office.stderr?.destroy();
    const socket = await client.connect();
    socket.send({ type: 'cancel', runId: 'run_none' });
    await socket.waitFor('error');
    expect((await client.get('/api/health')).status).toBe(200);
    await client.closeSockets();
  }, 30_000);
});
