import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { temporaryPluginsName } from '../../platform/config/temporary-plugins.js';
import { SystemClock } from '../../platform/clock.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { InstallDirectory } from './install-directory.js';

let root: string;
let warnings: string[];
let installs: InstallDirectory;

const versionIn = (name: string) => readFile(path.join(root, name, 'version'), 'utf8');
const filesOf = (version: string) => new Map([['version', Buffer.from(version)]]);
const bundle = { id: 'a.b', hash: 'f'.repeat(64) };

const put = async (name: string, version: string) => {
  await mkdir(path.join(root, name), { recursive: true });
  await writeFile(path.join(root, name, 'version'), version);
  return path.join(root, name);
};

function open(installDirIsTemporary: boolean, installDir = root): InstallDirectory {
  const config = { plugins: { installDir, installDirIsTemporary } } as OfficeConfig;
  const sinks = { out: () => undefined, err: (line: string) => void warnings.push(line) };
  const logger = new OfficeLogger({
    clock: new SystemClock(),
    level: 'info',
    sinks,
  });
  return new InstallDirectory(config, logger);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'installs-'));
  warnings = [];
  installs = open(false);
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('InstallDirectory', () => {
  it('ends with the process where it is of this life only', async () => {
    await put('a.b', '1');
    await installs.onApplicationShutdown();
    expect(await readdir(root)).toEqual(['a.b']);
    await open(true).onApplicationShutdown();
    await expect(readdir(root)).rejects.toThrow('ENOENT');
  });

  it('clears away those of killed processes at boot, also of one with its own number', async () => {
    const nameOf = (pid: number) => `office-plugins-${pid}-${randomUUID()}`;
    const [own, living] = [temporaryPluginsName(), nameOf(process.ppid)];
    const [before, killed] = [nameOf(process.pid), nameOf(spawnSync(process.execPath, ['-v']).pid)];
    for (const name of [own, living, before, killed, 'office-plugins-mine']) await put(name, '1');
    await open(false, path.join(root, own)).recover();
    expect(await readdir(root)).toHaveLength(5);
    await open(true, path.join(root, own)).recover();
    const kept = [own, living, 'office-plugins-mine'];
    expect((await readdir(root)).toSorted()).toEqual(kept.toSorted());
  });

  it('knows which plugins came from bundles, and which a person put there', async () => {
    await put('by-hand', '1');
    await writeFile(path.join(await put('torn', '1'), '.office-bundle.json'), '{ "id": ');
    const staged = await installs.stage(bundle, filesOf('1'));
    const { directory, finish } = await installs.swapIn('a.b', staged, undefined);
    await finish();
    expect(await installs.fromBundles()).toEqual([{ ...bundle, directory }]);
  });

  it('stages in a hidden directory, and renames into place', async () => {
    const staged = await installs.stage(bundle, filesOf('1'));
    expect(await readdir(root)).toEqual([expect.stringMatching(/^\.staging-/)]);
    const swap = await installs.swapIn('a.b', staged, undefined);
    expect(swap.directory).toBe(path.join(root, 'a.b'));
    await swap.finish();
    await installs.discard(staged);
    expect(await readdir(root)).toEqual(['a.b']);
  });

  it('keeps the old version until the new one is to stay', async () => {
    const old = await put('old-name', '1');
    const swap = await installs.swapIn('a.b', await installs.stage(bundle, filesOf('2')), old);
    expect(await versionIn('.aside-a.b')).toBe('1');
    await swap.finish();
    expect(await versionIn('a.b')).toBe('2');
    expect(await readdir(root)).not.toContain('.aside-a.b');
  });

  it('brings the old version back where it was', async () => {
    const old = await put('a.b', '1');
    const swap = await installs.swapIn('a.b', await installs.stage(bundle, filesOf('2')), old);
    await swap.undo();
    expect(await versionIn('a.b')).toBe('1');
  });

  it('leaves the old version in place when the new one cannot be moved', async () => {
    const old = await put('a.b', '1');
    await expect(installs.swapIn('a.b', path.join(root, 'nowhere'), old)).rejects.toThrow('ENOENT');
    expect(await versionIn('a.b')).toBe('1');
    expect(await readdir(root)).toEqual(['a.b']);
  });

  it('leaves nothing of what cannot be written', async () => {
    const files = new Map([
      ['a', Buffer.from('')],
      ['a/b', Buffer.from('')],
    ]);
    await expect(installs.stage(bundle, files)).rejects.toThrow();
    expect(await readdir(root)).toEqual([]);
  });

  it('removes a plugin whole', async () => {
    await installs.remove(await put('a.b', '1'));
    expect(await readdir(root)).toEqual([]);
    await expect(installs.remove(path.join(root, 'gone'))).rejects.toThrow('ENOENT');
    expect(await readdir(root)).toEqual([]);
  });

  describe('when undoing fails', () => {
    /** The new version is in place, and cannot be removed again. */
    async function failUndoing(): Promise<string> {
      const old = await put('a.b', '1');
      const staged = await installs.stage(bundle, filesOf('2'));
      const swap = await installs.swapIn('a.b', staged, old);
      await writeFile(staged, 'in the way');
      await expect(swap.undo()).rejects.toThrow();
      expect(await versionIn('a.b')).toBe('2');
      return old;
    }

    it('the next boot brings the old version back', async () => {
      await failUndoing();
      await installs.recover();
      expect(await readdir(root)).toEqual(['a.b']);
      expect(await versionIn('a.b')).toBe('1');
    });

    it('the next upgrade begins with the old version too', async () => {
      const old = await failUndoing();
      const swap = await installs.swapIn('a.b', await installs.stage(bundle, filesOf('3')), old);
      await swap.undo();
      expect(await versionIn('a.b')).toBe('1');
    });
  });

  describe('after a crash', () => {
    it('between taking the old one away and putting the new one in place', async () => {
      await put('.aside-a.b', '1');
      await put('.staging-x/plugin', '2');
      await installs.recover();
      expect(await readdir(root)).toEqual(['a.b']);
      expect(await versionIn('a.b')).toBe('1');
      expect(warnings).toEqual([expect.stringContaining('the old version is back')]);
    });

    it('before anybody confirmed the new one: the old one is back', async () => {
      await put('.aside-a.b', '1');
      await put('a.b', '2');
      await installs.recover();
      expect(await readdir(root)).toEqual(['a.b']);
      expect(await versionIn('a.b')).toBe('1');
    });

    it('in the middle of deleting the old one: the new one stays', async () => {
      await put('.staging-x/plugin', '1');
      await put('a.b', '2');
      await installs.recover();
      expect(await readdir(root)).toEqual(['a.b']);
      expect(await versionIn('a.b')).toBe('2');
    });

    it('where something without a plugin stands in the way of its name', async () => {
      const old = await put('old-name', '1');
      await put('a.b', 'notes of somebody');
      await installs.swapIn('a.b', await installs.stage(bundle, filesOf('2')), old);
      await installs.recover();
      expect((await readdir(root)).sort()).toEqual(['a.b', 'a.b-2']);
      expect(await versionIn('a.b-2')).toBe('1');
      expect(await versionIn('a.b')).toBe('notes of somebody');
    });

    it('in a directory that is not there', async () => {
      await rm(root, { recursive: true });
      await expect(installs.recover()).resolves.toBeUndefined();
    });
  });
});
