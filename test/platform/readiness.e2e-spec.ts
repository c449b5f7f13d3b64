import { writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Health } from '../../src/protocol/records/office.js';
import { healthTexts } from '../../src/protocol/texts/process.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { FreezableProxy } from '../support/freezable-proxy.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

let office: RunningOffice;

/** Status and reason of `/readyz`. */
async function readiness(): Promise<unknown[]> {
  const { status, body } = await office.client.get<{ error?: string }>('/readyz');
  return [status, body.error];
}

const ready = [200, undefined];

describe('readiness on a SQLite file', () => {
  const place = temporaryDirectory();

  afterEach(() => office.close());

  it('is lost while another program has the file locked', async () => {
    const file = place('locked.sqlite');
    office = await startRealOffice({ OFFICE_DB: file });
    expect(await readiness()).toEqual(ready);
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    expect(await readiness()).toEqual([503, healthTexts.storeSilent]);
    expect((await office.client.get('/livez')).status).toBe(200);
    other.exec('ROLLBACK');
    other.close();
    expect(await readiness()).toEqual(ready);
  }, 60_000);

  it('is never there while memory stands in for the file, and health says why it does', async () => {
    const file = place('broken.sqlite');
    await writeFile(file, 'not a database'.repeat(100));
    office = await startRealOffice({ OFFICE_DB: file });
    expect(await readiness()).toEqual([503, healthTexts.storeReplaced]);
    const { status, body } = await office.client.get<Health>('/api/health');
    expect([status, body.store]).toEqual([200, 'memory (file is not a database)']);
  }, 60_000);
});

describe('readiness in memory', () => {
  afterEach(() => office.close());

  it('is there when memory is what was configured', async () => {
    office = await startRealOffice({ OFFICE_DB: ':memory:' });
    expect(await readiness()).toEqual(ready);
  }, 60_000);
});

describeOnPostgres('readiness on a server', (url) => {
  const database = temporaryDatabase(url, () => '');

  it('is lost while the server is frozen, and back as soon as it answers', async () => {
    const proxy = await FreezableProxy.before(url);
    office = await startRealOffice({ OFFICE_DB: proxy.through(addressOf(database())) });
    expect(await readiness()).toEqual(ready);
    proxy.freeze();
    expect(await readiness()).toEqual([503, healthTexts.storeSilent]);
    expect(await readiness()).toEqual([503, healthTexts.storeSilent]);
    expect((await office.client.get('/livez')).status).toBe(200);
    proxy.thaw();
    expect(await readiness()).toEqual(ready);
    await office.close();
    await proxy.close();
  }, 60_000);

  it('is lost while the server is away; requests are refused so, and the log says it once', async () => {
    const proxy = await FreezableProxy.before(url);
    office = await startRealOffice({ OFFICE_DB: proxy.through(addressOf(database())) });
    const socket = await office.client.connect();
    await proxy.close();
    const error = healthTexts.storeSilent;
    const order = { brief: 'Say hello.' };
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await office.client.post('/api/submit', order);
      expect([status, body]).toEqual([503, { error }]);
      socket.send({ type: 'submit', ...order });
      await socket.waitFor('error', ({ message }) => message === error);
    }
    expect(await readiness()).toEqual([503, error]);
    const refused = office.log.filter((line) => line.includes('requests that need it are refused'));
    expect(refused).toHaveLength(1);
    expect(office.log.filter((line) => /^ERROR \[(?:http|ws)\]/.test(line))).toEqual([]);
    await office.close();
  }, 60_000);
});
