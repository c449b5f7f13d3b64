import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProviderStatus } from '../../src/protocol/records/models.js';
import { compileCache } from '../support/compile-cache.js';
import { OfficeClient } from '../support/office-client.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();
const spy = join(repositoryRoot, 'test/platform/fixtures/ancestor-spy.mjs');

const secrets = {
  OPENAI_API_KEY: 'sk-hidden-1',
  OFFICE_API_TOKEN: 'hidden-2',
  TOKEN: 'hidden-3',
  DATABASE_URL: 'postgres://app:hidden-4@db/app',
  CI_JOB_JWT: 'hidden-6',
  SLACK_WEBHOOK_URL: 'https://hooks.example.org/hidden-7',
  PGPASSFILE: '/hidden-8',
  MYSQL_ROOT: 'hidden-9',
  X: 'hidden-10',
  ACME_PASSPHRASE: `hidden-5 ${'x'.repeat(6000)} $HOME \`id\` "'\\\n`,
};

interface Sight {
  readonly own: Readonly<Record<string, string>>;
  readonly seen: readonly { pid: number; environment: string; commandLine: string }[];
}

/** What a child of the service, an MCP server, can read about the processes above it. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;
onLinux('what the system shows of the service', () => {
  let listener: Server;
  let child: ChildProcess;

  beforeEach(async () => {
    listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
  });

  afterEach(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    listener.close();
  });

  function start(args: readonly string[], env: Readonly<Record<string, string>>): void {
    const { port } = listener.address() as AddressInfo;
    child = spawn(process.execPath, args, {
      cwd: inDir(),
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        PORT: '0',
        OFFICE_DB: ':memory:',
        OFFICE_LLM_MODE: 'mock',
        OFFICE_MCP_SERVERS: `spy=${process.execPath} ${spy} ${port} ${process.pid}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async function sight(): Promise<Sight> {
    const [socket] = (await once(listener, 'connection')) as [Socket];
    return JSON.parse(await text(socket)) as Sight;
  }

  async function listening(): Promise<OfficeClient> {
    let out = '';
    for await (const chunk of child.stdout ?? []) {
      out += String(chunk);
      const port = /listening\s+http:\/\/\S+?:(\d+)/.exec(out)?.[1];
      if (port !== undefined) return new OfficeClient(Number(port));
    }
    throw new Error(`it does not listen: ${out}`);
  }

  it.each([
    ['node dist/main.js', [join(repositoryRoot, 'dist/main.js')], {}],
    [
      'npm start',
      [join(repositoryRoot, 'scripts/run.mjs'), 'start'],
      { npm_lifecycle_event: 'start' },
    ],
  ])('holds no credential, started by %s', async (_, args, env) => {
    start(args, { ...secrets, ...env, HARMLESS: 'kept' });
    const { own, seen } = await sight();
    expect(seen.map(({ pid }) => pid)).toEqual([child.pid]);
    for (const { environment, commandLine } of seen) {
      expect(environment).toContain('PATH=');
      expect(environment).not.toContain('HARMLESS');
      expect(environment + commandLine).not.toContain('hidden');
    }
    expect(JSON.stringify(own)).not.toMatch(/hidden|kept/);
  });

  it('knows its secrets all the same, to the last character, and ends as it should', async () => {
    start([join(repositoryRoot, 'dist/main.js')], {
      ...secrets,
      OFFICE_CHILD_ENV: 'ACME_PASSPHRASE',
    });
    const [{ own }, client] = await Promise.all([sight(), listening()]);
    expect(own.ACME_PASSPHRASE).toBe(secrets.ACME_PASSPHRASE);
    expect((await client.get('/api/providers')).status).toBe(403);
    const { body } = await client.get<ProviderStatus[]>('/api/providers', {
      headers: { authorization: 'Bearer hidden-2' },
    });
    expect(body.find(({ id }) => id === 'openai')).toMatchObject({ configured: true });
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('stays the program it was where there is nothing to hide', async () => {
    start([join(repositoryRoot, 'dist/main.js')], { TZ: 'UTC' });
    const { own } = await sight();
    expect(own.TZ).toBe('UTC');
    expect(await readFile(`/proc/${child.pid}/environ`, 'utf8')).not.toContain('HANDED');
  });
});
