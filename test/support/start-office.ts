import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { createOfficeApp, listen } from '../../src/app.setup.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import type { Environment } from '../../src/platform/config/read-environment.js';
import { createBootContext, type BootContext } from '../../src/platform/platform.module.js';
import { OfficeClient } from './office-client.js';
import type { CreatedDatabase } from './created-database.js';
import { createMigratedDatabase } from './migrated-database.js';

export interface StartOptions {
  /** Root module of the application; the real one unless a test gives its own. */
  readonly root: (bootContext: BootContext) => DynamicModule;
  /** Variables besides those that put the office into its own temporary directory. */
  readonly env?: Environment;
}

/** The module that the interface documents describe; a test's own may have other operations. */
const applicationName = 'AppModule';

/** A running application with its own directory. */
export interface RunningOffice {
  readonly app: INestApplication;
  readonly client: OfficeClient;
  readonly port: number;
  /** Its working directory: `.env`, data, workspaces. */
  readonly directory: string;
  /** Its environment; a test may change it. */
  readonly env: Record<string, string | undefined>;
  /** Its log lines so far, without times unless they are JSON. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts the application on a free loopback port, in a new directory that `close` removes.
 *
 * The database is in memory unless `OFFICE_DB` says otherwise; with `OFFICE_E2E_ON=postgres` in the
 * environment of the tests it is a new one on the PostgreSQL server.
 */
export async function startOffice({ root, env = {} }: StartOptions): Promise<RunningOffice> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'office-')));
  const created = env.OFFICE_DB === undefined ? await databaseOnServer() : null;
  const database = created?.url ?? ':memory:';
  const ownEnv = {
    OFFICE_DB: database,
    OFFICE_LLM_MODE: 'mock',
    // What is asked must not depend on the machine; suites about sandboxes say otherwise.
    OFFICE_SANDBOX: 'off',
    PORT: '0',
    ...env,
  };
  const source = { env: ownEnv, cwd: directory };
  const log: string[] = [];
  const keep = (line: string): void =>
    void log.push(line.startsWith('{') ? line : line.slice(line.indexOf(' ') + 1));
  const bootContext = createBootContext(loadConfig(source), source, { out: keep, err: keep });
  const rootModule = root(bootContext);
  const app = await createOfficeApp(rootModule, bootContext);
  const { port } = new URL(await listen(app, bootContext.config.http));
  const client = new OfficeClient(Number(port), rootModule.module.name === applicationName);
  const close = async (): Promise<void> => {
    await app.close();
    await client.closeSockets();
    await created?.drop();
    await rm(directory, { recursive: true });
  };
  return { app, client, port: client.port, directory, env: ownEnv, log, close };
}

async function databaseOnServer(): Promise<CreatedDatabase | null> {
  const { OFFICE_E2E_ON: where, OFFICE_TEST_POSTGRES_URL: url } = process.env;
  if (where !== 'postgres') return null;
  if (url === undefined) throw new Error('OFFICE_E2E_ON=postgres needs OFFICE_TEST_POSTGRES_URL');
  return createMigratedDatabase(url);
}
