import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { consolePage } from '../../src/protocol/texts/http.js';
import { configTexts, healthTexts, processTexts } from '../../src/protocol/texts/process.js';
import { ServiceLife } from '../crash/support/service-life.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { FreezableProxy } from '../support/freezable-proxy.js';
import { freePort } from '../support/free-port.js';
import { OfficeClient } from '../support/office-client.js';
import { addressOf } from '../support/created-database.js';
import { emptyDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';

/** The lock that the service holds while it migrates a server (open-database.ts). */
const migrationLock = 7_306_214;

const place = temporaryDirectory();
const lives: ServiceLife[] = [];

afterEach(async () => {
  for (const life of lives.splice(0)) if (life.alive) await life.kill();
});

function start(env: Readonly<Record<string, string>>): ServiceLife {
  const life = ServiceLife.start({
    OFFICE_LLM_MODE: 'mock',
    OFFICE_DB: ':memory:',
    OFFICE_WORKSPACE: place('workspace'),
    OFFICE_WORKSPACES_ROOT: place('workspaces'),
    OFFICE_PLUGIN_INSTALL_DIR: place('plugins'),
    ...env,
  });
  lives.push(life);
  return life;
}

/** Ends with 1, and has said why. */
async function expectRefused(life: ServiceLife, reason: string): Promise<void> {
  expect(await life.ended()).toBe(1);
  expect(life.log).toContain(`office failed to start: ${reason}`);
  expect(life.log).not.toContain('memory');
}

/** Status and reason of what a path answers. */
async function ask(client: OfficeClient, path: string): Promise<unknown[]> {
  const { status, body } = await client.get<{ error?: string }>(path);
  return [status, body.error];
}

describe('a boot with values that cannot be understood', () => {
  it('ends with 1 and names all of them, and no value', async () => {
    const life = start({
      PORT: '"8814" # x',
      OFFICE_DB: '"postgres://me:s3cret@db.example/office"',
      OFFICE_API_TOKEN: 's3cret # the token',
      OFFICE_ALLOWED_HOSTS: '*.example.org',
      OFFICE_ROUTING: 'fast',
    });
    expect(await life.ended()).toBe(1);
    for (const name of ['PORT', 'OFFICE_DB', 'OFFICE_API_TOKEN', 'OFFICE_ALLOWED_HOSTS']) {
      expect(life.log).toContain(`${name} must`);
    }
    expect(life.log).toContain(
      'OFFICE_ROUTING must be cheap, balanced or quality; balanced is used',
    );
    expect(life.log).not.toMatch(/s3cret|8814/);
  }, 60_000);
});

describe('a boot on an address that others can reach', () => {
  it('is refused when nothing would keep them out', async () => {
    const problem = configTexts.problems([configTexts.openToOthers]);
    await expectRefused(start({ HOST: '0.0.0.0' }), problem);
  }, 60_000);

  it('is allowed, with a warning, where the operator says so', async () => {
    const life = start({ HOST: '0.0.0.0', OFFICE_ALLOW_OPEN: 'true' });
    await life.said(/WARN \[http\] listening on 0\.0\.0\.0 without OFFICE_API_TOKEN/);
  }, 60_000);

  it('is allowed behind a token, also one from a file', async () => {
    await writeFile(place('token'), 'open-sesame-42\n');
    const life = start({ HOST: '0.0.0.0', OFFICE_API_TOKEN_FILE: place('token') });
    const client = await life.serving();
    expect((await client.get('/api/health')).status).toBe(403);
    const headers = { authorization: 'Bearer open-sesame-42' };
    expect((await client.get('/api/health', { headers })).status).toBe(200);
    expect(life.log).not.toMatch(/WARN \[http\]|open-sesame/);
  }, 60_000);
});

describe('after SIGTERM', () => {
  it('it is not ready at once, serves on for the drain delay, and ends with 0', async () => {
    const life = start({ OFFICE_DRAIN_DELAY_MS: '60000' });
    const client = await life.serving();
    expect(await ask(client, '/readyz')).toEqual([200, undefined]);
    process.kill(life.pid, 'SIGTERM');
    await life.said(/SIGTERM: closing, after 60000 ms in which it still serves/);
    expect(await ask(client, '/readyz')).toEqual([503, healthTexts.closing]);
    const submitted = await client.post('/api/submit', { brief: 'What is this?' });
    expect([submitted.status, (await client.get('/livez')).status]).toEqual([202, 200]);
    // A person who presses Ctrl-C need not wait for the rest of it.
    process.kill(life.pid, 'SIGINT');
    expect(await life.ended()).toBe(0);
  }, 60_000);

  it('it ends by itself once the delay is over', async () => {
    const life = start({ OFFICE_DRAIN_DELAY_MS: '200' });
    const client = await life.serving();
    const socket = await client.connect();
    const code = socket.closed();
    process.kill(life.pid, 'SIGTERM');
    expect([await code, await life.ended()]).toEqual([1001, 0]);
  }, 60_000);
});

describeOnPostgres('a boot on a server', (url) => {
  const database = emptyDatabase(url, () => '');

  it('answers the probes, and nothing else, while migrations run', async () => {
    const migrating = new pg.Client({ connectionString: addressOf(database()) });
    await migrating.connect();
    await migrating.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const port = await freePort();
    const life = start({ OFFICE_DB: addressOf(database()), PORT: String(port) });
    await waitsForLock(migrating);
    const client = new OfficeClient(port);
    expect(await ask(client, '/livez')).toEqual([200, undefined]);
    expect(await ask(client, '/readyz')).toEqual([503, healthTexts.migrating]);
    expect(await ask(client, '/api/health')).toEqual([503, healthTexts.starting]);
    const page = await client.get('/', { headers: { accept: 'text/html,*/*' } });
    expect([page.status, page.text]).toEqual([503, consolePage.starting(healthTexts.migrating)]);
    await expect(client.connect()).rejects.toThrow('503');
    await migrating.end();
    await life.serving();
    expect(await ask(client, '/readyz')).toEqual([200, undefined]);
  }, 60_000);

  it('waits for one that comes later', async () => {
    const through = await FreezableProxy.before(url);
    const address = through.through(addressOf(database()));
    await through.close();
    const life = start({ OFFICE_DB: address, OFFICE_DB_CONNECT_TIMEOUT_MS: '60000' });
    await life.said(
      /WARN \[store\] the PostgreSQL server .* cannot be reached \(.*\); trying again/,
    );
    const late = await FreezableProxy.before(url, Number(new URL(address).port));
    const client = await life.serving();
    expect(await ask(client, '/readyz')).toEqual([200, undefined]);
    await life.stop();
    await late.close();
  }, 60_000);

  it('is refused at once by one that will not have it, and tells no password', async () => {
    const address = new URL(url);
    address.pathname = '/no_such_database';
    address.password = 'hunter2-hunter2';
    const life = start({ OFFICE_DB: address.href });
    const reason = 'database "no_such_database" does not exist';
    await expectRefused(
      life,
      processTexts.serverUnusable(`${address.host}/no_such_database`, reason),
    );
    expect(life.log).not.toContain('hunter2');
  }, 60_000);
});

describe('a boot on a server out of reach', () => {
  const env = (port: number) => ({
    OFFICE_DB: `postgres://office:hunter2@127.0.0.1:${port}/office`,
    OFFICE_DB_CONNECT_TIMEOUT_MS: '1000',
  });

  it('gives up after a while and ends with 1', async () => {
    const port = await freePort();
    const reason = `connect ECONNREFUSED 127.0.0.1:${port}`;
    const server = `127.0.0.1:${port}/office`;
    await expectRefused(start(env(port)), processTexts.serverGivenUp(server, reason, 1000));
  }, 60_000);

  it('does so too when the server accepts and stays silent', async () => {
    const silent: Server = createServer((socket) => socket.on('error', () => undefined));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const text = processTexts.serverGivenUp(
      `127.0.0.1:${port}/office`,
      processTexts.serverSilent,
      1000,
    );
    await expectRefused(start(env(port)), text);
    silent.close();
  }, 60_000);
});

/** Resolves once another session waits for the lock that this connection holds. */
function waitsForLock(holder: pg.Client): Promise<void> {
  const query =
    'SELECT 1 FROM pg_locks WHERE locktype = $1 AND NOT granted AND objid = $2 ' +
    'AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';
  return until(async () => {
    const { rowCount } = await holder.query(query, ['advisory', migrationLock]);
    return rowCount !== 0;
  });
}
