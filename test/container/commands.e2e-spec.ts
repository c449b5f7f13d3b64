import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrations } from '../../src/platform/database/migrations/migrations.js';
import { commandTexts, processTexts } from '../../src/protocol/texts/process.js';
import { repositoryRoot, runProgram, type ProgramResult } from '../support/run-program.js';
import { createDatabase } from '../support/created-database.js';
import { completeRun, startService, type ServiceProcess } from './support/service-process.js';

/** The commands as processes of their own, beside a service at work. */
describe('node dist/main.js <command>', () => {
  let app: string;
  let file: string;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    app = await mkdtemp(join(tmpdir(), 'office-commands-'));
    file = join(app, 'data/office.sqlite');
    for (const part of ['dist', 'node_modules', 'package.json', 'skills', 'plugins']) {
      await symlink(join(repositoryRoot, part), join(app, part));
    }
  });

  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await rm(app, { recursive: true });
  });

  function command(args: readonly string[], env = {}): Promise<ProgramResult> {
    const main = join(repositoryRoot, 'dist/main.js');
    return runProgram('node', [main, ...args], { cwd: app, env: { OFFICE_DB: file, ...env } });
  }

  const done = (line: string): ProgramResult => ({ code: 0, stdout: `${line}\n`, stderr: '' });
  const failed = (name: string, reason: string): ProgramResult => ({
    code: 1,
    stdout: '',
    stderr: `${commandTexts.failed(name, reason)}\n`,
  });

  it('ends with 2 on what it does not know, and does not start the service', async () => {
    const stderr = `${commandTexts.unknown('"serve now"')}\n`;
    await expect(command(['serve', 'now'])).resolves.toEqual({ code: 2, stdout: '', stderr });
  });

  it('gives up on a server that accepts and stays silent, and ends', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const server = `127.0.0.1:${(silent.address() as AddressInfo).port}/office`;
    const env = { OFFICE_DB: `postgres://u@${server}`, OFFICE_DB_CONNECT_TIMEOUT_MS: '1000' };
    const givenUp = processTexts.serverGivenUp(server, processTexts.serverSilent, 1000);
    await expect(command(['migrate'], env)).resolves.toEqual(failed('migrate', givenUp));
    silent.close();
  });

  it('brings back what was there when the copy was made, under a service that goes on writing', async () => {
    const copy = join(app, 'copy.sqlite');
    service = await startService({ app });
    const kept = await completeRun(service, 'What is a backup?');
    const meanwhile = completeRun(service, 'What goes on meanwhile?');
    await expect(command(['backup', copy])).resolves.toEqual(
      done(commandTexts.backedUp(file, copy)),
    );
    await meanwhile;
    const later = await completeRun(service, 'What came after?');
    expect([kept.status, later.status]).toEqual(['done', 'done']);

    const inUse = processTexts.databaseInUse(file);
    await expect(command(['restore', copy])).resolves.toEqual(failed('restore', inUse));
    await expect(command(['migrate'])).resolves.toEqual(failed('migrate', inUse));
    await service.stop();

    await expect(command(['restore', copy])).resolves.toEqual(
      done(commandTexts.restored(file, copy)),
    );
    service = await startService({ app });
    expect((await service.client.get(`/api/runs/${kept.id}`)).status).toBe(200);
    expect((await service.client.get(`/api/runs/${later.id}`)).status).toBe(404);
    expect((await completeRun(service, 'Does it still work?')).status).toBe('done');
  }, 60_000);

  const server = process.env.OFFICE_TEST_POSTGRES_URL;
  (server === undefined ? it.skip : it)(
    'applies each migration to a server once, however many begin together',
    async () => {
      const { url, drop } = await createDatabase(server as string);
      try {
        const together = [1, 2, 3].map(() => command(['migrate'], { OFFICE_DB: url }));
        const lines = (await Promise.all(together)).map(({ stdout }) => stdout.trim());
        const { host, pathname } = new URL(url);
        const store = `${host}${pathname}`;
        const applied = migrations.map(({ name }) => name);
        const upToDate = commandTexts.upToDate(store);
        const expected = [commandTexts.migrated(store, applied), upToDate, upToDate];
        expect(lines.toSorted()).toEqual(expected.toSorted());
      } finally {
        await drop();
      }
    },
  );
});
