import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { repositoryRoot, runProgram } from '#test/support/run-program.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { entities } from '../../entities.js';
import { EventCounterEntity } from '../events/event.entity.js';
import { dataSourceOptions } from './data-source.js';
import { migrations } from './migrations/migrations.js';

/**
 * TypeORM's peer is `better-sqlite3` 12, which aborts on Node 24; package.json overrides it with
 * 13. These tests prove that the two work together.
 */
describe('TypeORM on better-sqlite3', () => {
  const path = temporaryDirectory();

  const open = (file: string): Promise<DataSource> =>
    new DataSource(dataSourceOptions({ kind: 'sqlite', path: file }, entities)).initialize();

  it('is the version that brings its binaries along', async () => {
    const file = join(repositoryRoot, 'node_modules/better-sqlite3/package.json');
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(13);
  });

  it('opens, migrates, searches, closes and opens again', async () => {
    const file = path('driver.sqlite');
    const first = await open(file);
    const done = await first.query<unknown[]>('SELECT * FROM migrations');
    expect(done).toHaveLength(migrations.length);
    await first.query(`CREATE VIRTUAL TABLE notes USING fts5(text, tokenize = 'ascii')`);
    await first.query(`INSERT INTO notes (text) VALUES (?), (?)`, ['the red door', 'a blue door']);
    await first.destroy();
    expect(first.isInitialized).toBe(false);

    const second = await open(file);
    const search = 'SELECT text FROM notes WHERE notes MATCH ? ORDER BY bm25(notes)';
    expect(await second.query(search, ['blue'])).toEqual([{ text: 'a blue door' }]);
    expect(await second.manager.count(EventCounterEntity)).toBe(1);
    expect(await second.query('SELECT * FROM migrations')).toEqual(done);
    await second.destroy();
  });

  it('survives statements that are collected as garbage', async () => {
    const drop = `
      import Database from 'better-sqlite3';
      const database = new Database(':memory:');
      for (let round = 0; round < 20; round += 1) {
        for (let n = 0; n < 200; n += 1) database.prepare('SELECT ' + n).get();
        gc();
        await new Promise((resolve) => setImmediate(resolve));
      }
      database.close();
      console.log('closed');`;
    const args = ['--expose-gc', '--input-type=module', '--eval', drop];
    await expect(runProgram(process.execPath, args)).resolves.toEqual({
      code: 0,
      stdout: 'closed\n',
      stderr: '',
    });
  });
});
