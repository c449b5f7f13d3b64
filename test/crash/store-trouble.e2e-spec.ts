import { describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { chmod, chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import type { Health } from '../../src/protocol/records/office.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import type { OfficeClient } from '../support/office-client.js';
import { FreezableProxy } from '../support/freezable-proxy.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { carryOut, finished, submit } from './support/carry-out.js';
import { CrashArena } from './support/crash-arena.js';
import { withRaw } from './support/raw-database.js';
import type { ServiceLife } from './support/service-life.js';
import { shapeOf } from './support/shape-of-run.js';

const complaint = /WARN \[store\] the store failed \((.*)\); work waits and is tried again/;
const relief = /INFO \[store\] the store works again; what waited goes on/;
const lapse = /WARN \[engine\/run\] leases expired/;
/** A user without rights, for whom a read-only file is read-only. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const arena = new CrashArena();

/** Fails when a model answer was lost and asked for again, or anything in the log of events. */
async function expectNothingLost(database: DatabaseConfig, runId: string): Promise<void> {
  expect(arena.askedAgain()).toEqual([]);
  expect((await arena.consistentHistory(database)).ended).toEqual([runId]);
}

/** Reads are answered while nothing can be written. */
async function expectReadable(client: OfficeClient, runId: string): Promise<void> {
  for (const path of ['/api/health', '/api/state', '/api/runs', `/api/runs/${runId}`]) {
    expect((await client.get(path)).status).toBe(200);
  }
}

describe('a SQLite file', () => {
  const file = () => ({ kind: 'sqlite', path: arena.place('office.sqlite') }) as const;

  it('that another program has locked is waited for, and read meanwhile', async () => {
    const database = file();
    const life = arena.start({ database });
    const client = await life.serving();
    const other = new Database(database.path);
    arena.amidst(() => other.exec('BEGIN IMMEDIATE'));
    const runId = await submit(client, arena.brief);
    expect((await life.said(complaint))[1]).toBe('database is locked');
    await expectReadable(client, runId);
    // Answered under the lock, which ends here and not before.
    expect(other.inTransaction).toBe(true);
    expect(life.matches(relief)).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
    expect(shapeOf(await finished(client, runId))).toEqual(arena.undisturbed);
    expect(life.matches(relief)).toHaveLength(1);
    await expectNothingLost(database, runId);
  }, 60_000);

  it('on a full disk keeps the run waiting, whatever it writes, until there is room', async () => {
    const database = file();
    const life = arena.start({ database });
    const client = await life.serving();
    const times = fillAgainAndAgain(life);
    const runId = await submit(client, arena.brief);
    expect((await life.said(complaint))[1]).toBe('database or disk is full');
    await expectReadable(client, runId);
    expect(shapeOf(await finished(client, runId))).toEqual(arena.undisturbed);
    await expectNothingLost(database, runId);
    // One line each time, and one when it was over.
    expect(life.matches(complaint)).toHaveLength(times());
    expect(life.matches(/ WARN | ERROR /).length).toBe(times() + 1);
  }, 60_000);

  /** Before every third answer the disk is full, until the service has said so. */
  function fillAgainAndAgain(life: ServiceLife): () => number {
    let times = 0;
    arena.provider.beforeAnswer = async (request) => {
      if (request % 3 !== 0) return;
      await life.make({ order: 'fill disk' });
      times += 1;
      void life.said(complaint, times).then(() => life.make({ order: 'free disk' }));
    };
    return () => times;
  }

  it('that cannot be written at boot leaves the service without persistence, saying so', async () => {
    const database = file();
    const before = arena.start({ database });
    await before.serving();
    expect(await before.stop()).toBe(0);
    if (isRoot) await giveTo(nobody, arena.directory());
    await chmod(database.path, 0o444);
    const life = arena.start({ database, ...(isRoot && { uid: nobody }) });
    const client = await life.serving();
    expect(life.log).toContain(
      'WARN [store] running without persistence (attempt to write a readonly database); history will be lost on exit\n',
    );
    const { body } = await client.get<Health>('/api/health');
    expect(body.store).toBe('memory (attempt to write a readonly database)');
    expect(shapeOf(await carryOut(client, arena.brief))).toEqual(arena.undisturbed);
  }, 60_000);

  it('belongs to one process: a second one refuses, saying why, and the first goes on', async () => {
    const database = file();
    const client = await arena.start({ database }).serving();
    const second: ServiceLife[] = [];
    arena.amidst(async () => {
      const intruder = arena.start({ database });
      second.push(intruder);
      await intruder.ended();
    });
    const run = await carryOut(client, arena.brief);
    expect(shapeOf(run)).toEqual(arena.undisturbed);
    expect(await second[0]?.ended()).toBe(1);
    expect(second[0]?.log).toBe(
      `office failed to start: Another process of this service is using ${database.path}. ` +
        'Stop it first, or set OFFICE_DB to another file.\n',
    );
    await expectNothingLost(database, run.id);
  }, 60_000);

  it('is free as soon as its process is killed', async () => {
    const database = file();
    const first = arena.start({ database });
    arena.amidst(() => first.kill());
    const runId = await submit(await first.serving(), arena.brief);
    await first.ended();
    const next = await arena.start({ database }).serving();
    expect(shapeOf(await finished(next, runId))).toEqual(arena.undisturbed);
  }, 60_000);
});

describeOnPostgres('a PostgreSQL server', (url) => {
  const database = temporaryDatabase(url, () => '');

  it('that ends every connection, again and again, is connected to anew', async () => {
    const client = await arena.start({ database: database() }).serving();
    arena.provider.beforeAnswer = async () => void (await endConnections(url, database()));
    const run = await carryOut(client, arena.brief);
    expect(shapeOf(run)).toEqual(arena.undisturbed);
    await expectNothingLost(database(), run.id);
  }, 60_000);

  it('that is silent for longer than a lease lasts: runs are let go, and claimed anew', async () => {
    const proxy = await FreezableProxy.before(url);
    const own = database();
    const behind = own.kind === 'postgres' ? proxy.through(own.url) : '';
    const life = arena.start({ database: { kind: 'postgres', url: behind } });
    const client = await life.serving();
    arena.amidst(async () => {
      proxy.freeze();
      await life.said(lapse);
      proxy.thaw();
    });
    const run = await carryOut(client, arena.brief);
    expect(shapeOf(run)).toEqual(arena.undisturbed);
    expect(life.matches(lapse)).toHaveLength(1);
    expect(life.matches(/run run_\w+ continues where it was left/)).toHaveLength(1);
    await arena.consistentHistory(own);
    await life.kill();
    await proxy.close();
  }, 60_000);
});

/** Ends what others have open on the database, in the middle of whatever they do. */
function endConnections(url: string, database: DatabaseConfig): Promise<unknown> {
  const name = database.kind === 'postgres' ? new URL(database.url).pathname.slice(1) : '';
  return withRaw({ kind: 'postgres', url }, (raw) =>
    raw.all('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?', name),
  );
}

async function giveTo(uid: number, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ['.', ...entries]) await chown(join(folder, entry), uid, uid);
}
