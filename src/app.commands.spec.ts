import { beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from '../test/support/temporary-directory.js';
import { runCommand } from './app.commands.js';
import { migrations } from './platform/database/migrations/migrations.js';
import { commandTexts, processTexts } from './protocol/texts/process.js';

const names = migrations.map(({ name }) => name);

/** The commands on databases of their own; test/container has those that share one. */
describe('runCommand', () => {
  const directory = temporaryDirectory();
  let cwd: string;
  let file: string;
  let copy: string;

  beforeEach(async () => {
    cwd = await mkdtemp(directory('case-'));
    file = join(cwd, 'data/office.sqlite');
    copy = join(cwd, 'copy.sqlite');
  });

  async function run(argv: readonly string[], env: Record<string, string> = {}) {
    let out = '';
    let err = '';
    const code = await runCommand(
      argv,
      { cwd, env },
      { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
    );
    return { code, out, err };
  }

  const done = (line: string) => ({ code: 0, out: `${line}\n`, err: '' });
  const failed = (name: string, reason: string) => ({
    code: 1,
    out: '',
    err: `${commandTexts.failed(name, reason)}\n`,
  });

  it.each([
    [['migrat']],
    [['migrate', 'now']],
    [['backup']],
    [['backup', 'a', 'b']],
    [['restore', '']],
    [['--help']],
    [['two\nlines']],
  ])('ends with 2 and one line on %j, and does nothing', async (argv) => {
    const err = `${commandTexts.unknown(JSON.stringify(argv.join(' ')))}\n`;
    await expect(run(argv)).resolves.toEqual({ code: 2, out: '', err });
    expect(err.indexOf('\n')).toBe(err.length - 1);
    await expect(access(join(cwd, 'data'))).rejects.toThrow('ENOENT');
  });

  it('says which variable is wrong', async () => {
    const { code, err } = await run(['migrate'], { OFFICE_DB: 'mysql://somewhere' });
    expect(code).toBe(1);
    expect(err).toContain('OFFICE_DB');
  });

  it.each([['migrate'], ['backup', 'a'], ['restore', 'a']])(
    'does not take memory for a database (%s)',
    async (name, ...rest) => {
      const answer = run([name, ...rest], { OFFICE_DB: ':memory:' });
      await expect(answer).resolves.toEqual(failed(name, commandTexts.inMemory));
    },
  );

  describe('migrate', () => {
    it('makes and migrates a file, and finds nothing to do the second time', async () => {
      await expect(run(['migrate'])).resolves.toEqual(done(commandTexts.migrated(file, names)));
      await expect(run(['migrate'])).resolves.toEqual(done(commandTexts.upToDate(file)));
    });

    it('fails where the file cannot be opened, and puts nothing in its place', async () => {
      await mkdir(file, { recursive: true });
      const { code, err } = await run(['migrate']);
      expect(code).toBe(1);
      expect(err).toContain('migrate failed: unable to open database file');
    });

    it('waits for a server that does not listen, and gives up without telling its password', async () => {
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      const server = `127.0.0.1:${port}/o`;
      const reason = `connect ECONNREFUSED 127.0.0.1:${port}`;
      const givenUp = processTexts.serverGivenUp(server, reason, 1000);
      const env = {
        OFFICE_DB: `postgres://u:s3cret@${server}`,
        OFFICE_DB_CONNECT_TIMEOUT_MS: '1000',
      };
      await expect(run(['migrate'], env)).resolves.toEqual({
        code: 1,
        out: '',
        err: `${processTexts.serverUnreachable(server, reason)}\n${commandTexts.failed('migrate', givenUp)}\n`,
      });
    });
  });

  describe('backup', () => {
    it('makes one whole file', async () => {
      await run(['migrate']);
      await expect(run(['backup', copy])).resolves.toEqual(done(commandTexts.backedUp(file, copy)));
      const connection = new Database(copy, { readonly: true });
      expect(connection.pragma('journal_mode', { simple: true })).toBe('delete');
      expect(connection.prepare('SELECT name FROM migrations').pluck().all()).toEqual(names);
      connection.close();
      await expect(access(`${copy}.part`)).rejects.toThrow('ENOENT');
    });

    it('does not write over a file', async () => {
      await run(['migrate']);
      await writeFile(copy, 'mine');
      const reason = commandTexts.backupExists(copy);
      await expect(run(['backup', copy])).resolves.toEqual(failed('backup', reason));
    });

    it('says so when there is nothing to copy', async () => {
      const reason = commandTexts.noDatabase(file);
      await expect(run(['backup', copy])).resolves.toEqual(failed('backup', reason));
      await expect(access(copy)).rejects.toThrow('ENOENT');
    });

    it('leaves nothing behind where there is no room for it', async () => {
      await run(['migrate']);
      const { code, err } = await run(['backup', join(cwd, 'no/such/copy.sqlite')]);
      expect(code).toBe(1);
      expect(err).toContain('backup failed: ');
    });
  });

  describe('restore', () => {
    it('brings a database to where there was none', async () => {
      await run(['migrate']);
      await run(['backup', copy]);
      const elsewhere = join(cwd, 'new/place/office.sqlite');
      const env = { OFFICE_DB: elsewhere };
      await expect(run(['restore', copy], env)).resolves.toEqual(
        done(commandTexts.restored(elsewhere, copy)),
      );
      await expect(run(['migrate'], env)).resolves.toEqual(done(commandTexts.upToDate(elsewhere)));
    });

    it('says so when there is no such file', async () => {
      const reason = commandTexts.noDatabase(copy);
      await expect(run(['restore', copy])).resolves.toEqual(failed('restore', reason));
    });

    it('does not take the database itself for its backup', async () => {
      await run(['migrate']);
      await symlink(file, copy);
      for (const same of [file, copy]) {
        const reason = commandTexts.restoreFromItself(same);
        await expect(run(['restore', same])).resolves.toEqual(failed('restore', reason));
      }
    });

    it('does not take a directory for a backup', async () => {
      const reason = commandTexts.noBackup(cwd, commandTexts.noFile);
      await expect(run(['restore', cwd])).resolves.toEqual(failed('restore', reason));
    });

    it('does not replace a database by something else', async () => {
      await run(['migrate']);
      await writeFile(copy, 'not a database at all, whatever its name says');
      const reason = commandTexts.noBackup(copy, 'file is not a database');
      await expect(run(['restore', copy])).resolves.toEqual(failed('restore', reason));
      const other = join(cwd, 'other.sqlite');
      new Database(other).exec('CREATE TABLE other (id)').close();
      await expect(run(['restore', other])).resolves.toEqual(
        failed('restore', commandTexts.noBackup(other, commandTexts.noOfficeTables)),
      );
      await expect(run(['migrate'])).resolves.toEqual(done(commandTexts.upToDate(file)));
    });

    it('does not replace a database by a damaged one', async () => {
      await run(['migrate']);
      await run(['backup', copy]);
      const connection = new Database(copy);
      connection.unsafeMode().pragma('writable_schema = ON');
      connection.exec("UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'event_counter'");
      connection.close();
      const { code, err } = await run(['restore', copy]);
      expect(code).toBe(1);
      expect(err).toContain(`${copy} is not a backup of an office`);
      await expect(run(['migrate'])).resolves.toEqual(done(commandTexts.upToDate(file)));
    });
  });

  it.each(['backup', 'restore'])('leaves %s of a server to its own tools', async (name) => {
    const answer = run([name, copy], { OFFICE_DB: 'postgres://u@127.0.0.1:1/o' });
    await expect(answer).resolves.toEqual(failed(name, commandTexts.useServerTools));
  });
});
