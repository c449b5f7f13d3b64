import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { createDatabase } from '../support/created-database.js';
import { documentedCommands, pathWithDocker } from './support/documented.js';
import { completeRun, startService, type ServiceProcess } from './support/service-process.js';

/** The commands of docs/deploy.md as they stand there, with a stand-in for docker. */
describe('docs/deploy.md', () => {
  let directory: string;
  let app: string;
  let environment: Record<string, string>;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'office-documented-'));
    app = await mkdtemp(join(directory, 'app-'));
    for (const part of ['dist', 'node_modules', 'package.json', 'skills', 'plugins']) {
      await symlink(join(repositoryRoot, part), join(app, part));
    }
    environment = { PATH: await pathWithDocker(directory), OFFICE_APP: app };
  });

  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await rm(directory, { recursive: true });
  });

  async function start(env: Record<string, string>): Promise<ServiceProcess> {
    service = await startService({ app, env });
    await writeFile(join(app, 'office.pid'), String(service.pid));
    return service;
  }

  async function follow(heading: string): Promise<void> {
    const commands = await documentedCommands(heading);
    const result = await runProgram('/bin/sh', ['-euc', commands], {
      cwd: directory,
      env: environment,
    });
    expect({ ...result, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
  }

  async function bringsBack(name: string, env: Record<string, string>): Promise<void> {
    const first = await start(env);
    const kept = await completeRun(first, 'What is a backup?');
    await follow(`### Backup of ${name}`);
    const later = await completeRun(first, 'What came after?');
    await follow(`### Restore of ${name}`);
    const second = await start(env);
    expect((await second.client.get(`/api/runs/${kept.id}`)).status).toBe(200);
    expect((await second.client.get(`/api/runs/${later.id}`)).status).toBe(404);
    expect((await completeRun(second, 'Does it still work?')).status).toBe('done');
  }

  it('copies a SQLite office and brings it back', async () => {
    environment.OFFICE_DB = join(app, 'data/office.sqlite');
    await bringsBack('SQLite', { OFFICE_DB: environment.OFFICE_DB });
  }, 90_000);

  const server = process.env.OFFICE_TEST_POSTGRES_URL;
  (server === undefined ? it.skip : it)(
    'copies an office on PostgreSQL and brings it back',
    async () => {
      const { url, drop } = await createDatabase(server as string);
      try {
        const { hostname, port, username, password, pathname } = new URL(url);
        Object.assign(environment, {
          PGHOST: hostname,
          PGPORT: port || '5432',
          PGPASSWORD: decodeURIComponent(password),
          POSTGRES_USER: decodeURIComponent(username),
          POSTGRES_DB: pathname.slice(1),
        });
        await bringsBack('PostgreSQL', { OFFICE_DB: url });
      } finally {
        await service?.stop();
        service = undefined;
        await drop();
      }
    },
    90_000,
  );
});
