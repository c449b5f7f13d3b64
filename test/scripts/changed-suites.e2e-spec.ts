import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

type Imports = ReadonlyMap<string, readonly string[]>;

interface Script {
  readonly areas: Readonly<Record<string, readonly string[]>>;
  buildFor(suites: readonly string[]): string;
  changedFiles(root: string, base: string): string[];
  defaultBase(root: string): string;
  readChanged(args: readonly string[]): {
    isAsked: boolean;
    base: string | undefined;
    rest: string[];
  };
  readImports(root: string): Imports;
  suitesFor(
    changed: readonly string[],
    imports: Imports,
    atMost: { unit: number; e2e: number },
    durations?: Readonly<Record<string, number>>,
  ): { suites: string[]; leftOut: number };
}

const script = await loadScript<Script>('changed-suites.mjs');

describe('npm test -- --changed', () => {
  it('takes a base after it, and leaves the rest to Jest', () => {
    expect(script.readChanged(['src/runs', '-w', '1'])).toEqual({
      isAsked: false,
      base: undefined,
      rest: ['src/runs', '-w', '1'],
    });
    expect(script.readChanged(['--changed', '-w', '1'])).toEqual({
      isAsked: true,
      base: undefined,
      rest: ['-w', '1'],
    });
    expect(script.readChanged(['-w', '1', '--changed', 'HEAD~3'])).toEqual({
      isAsked: true,
      base: 'HEAD~3',
      rest: ['-w', '1'],
    });
  });

  it('knows an area for every folder of the sources, and only folders that are there', () => {
    const folders = globSync('src/*/', { cwd: repositoryRoot }).map((path) => `${path}/`);
    expect(folders.length).toBeGreaterThan(10);
    expect(Object.keys(script.areas)).toEqual(expect.arrayContaining(folders));
    for (const [area, suites] of Object.entries(script.areas)) {
      for (const path of [area, ...suites.map((name) => `test/${name}`)]) {
        expect([path, existsSync(join(repositoryRoot, path))]).toEqual([path, true]);
      }
    }
  });

  describe('which suites are near a change', () => {
    const imports: Imports = new Map([
      ['src/app.module.ts', ['src/runs/queue/slots.ts', 'src/runs/queue/order.ts']],
      ['src/runs/queue/order.ts', []],
      ['src/runs/queue/order.spec.ts', ['src/runs/queue/order.ts']],
      ['src/runs/queue/slots.ts', ['src/runs/queue/order.ts']],
      ['src/runs/queue/slots.spec.ts', ['src/runs/queue/slots.ts']],
      ['src/tools/glob.spec.ts', []],
      ['test/support/start.ts', ['src/app.module.ts']],
      ['test/support/clock.ts', []],
      ['test/crash/kills.e2e-spec.ts', ['test/support/clock.ts']],
      ['test/runs/cancel.e2e-spec.ts', ['test/support/start.ts']],
      ['test/runs/money.e2e-spec.ts', ['test/support/start.ts', 'test/support/clock.ts']],
      ['test/runs/orders.e2e-spec.ts', ['test/support/start.ts']],
      ['test/tools/files.e2e-spec.ts', ['test/support/start.ts']],
    ]);
    const near = (changed: string[], atMost = { unit: 9000, e2e: 99_000 }) =>
      script.suitesFor(changed, imports, atMost, { 'test/runs/money.e2e-spec.ts': 30_000 });

    it('are unit specs by what they import, the nearest first, and e2e suites of that name', () => {
      expect(near(['src/runs/queue/order.ts'])).toEqual({
        suites: [
          'src/runs/queue/order.spec.ts',
          'src/runs/queue/slots.spec.ts',
          'test/runs/orders.e2e-spec.ts',
        ],
        leftOut: 0,
      });
    });

    it('are few, and the others are counted', () => {
      expect(near(['src/runs/queue/order.ts'], { unit: 500, e2e: 0 })).toEqual({
        suites: ['src/runs/queue/order.spec.ts'],
        leftOut: 2,
      });
    });

    it('are those that fit into the time, by how long they took; a changed one always', () => {
      expect(near(['test/support/start.ts'], { unit: 0, e2e: 9000 })).toEqual({
        suites: ['test/runs/cancel.e2e-spec.ts', 'test/runs/orders.e2e-spec.ts'],
        leftOut: 2,
      });
      const changed = ['test/support/start.ts', 'test/runs/money.e2e-spec.ts'];
      expect(near(changed, { unit: 0, e2e: 5000 })).toEqual({
        suites: ['test/runs/money.e2e-spec.ts', 'test/runs/cancel.e2e-spec.ts'],
        leftOut: 2,
      });
    });

    it('are two e2e suites of the area where none has its name', () => {
      expect(near(['src/runs/queue/slots.ts']).suites).toEqual([
        'src/runs/queue/slots.spec.ts',
        'test/runs/cancel.e2e-spec.ts',
        'test/runs/money.e2e-spec.ts',
      ]);
    });

    it('are those that import what only tests do, but not the crash suites', () => {
      expect(near(['test/support/clock.ts']).suites).toEqual(['test/runs/money.e2e-spec.ts']);
    });

    it('are those that changed themselves, of whatever folder', () => {
      expect(near(['test/crash/kills.e2e-spec.ts', 'src/tools/glob.spec.ts']).suites).toEqual([
        'src/tools/glob.spec.ts',
        'test/crash/kills.e2e-spec.ts',
      ]);
    });

    it('are those of the code beside a file that is read and not imported', () => {
      expect(near(['src/runs/queue/texts/orders.json']).suites).toEqual([
        'src/runs/queue/order.spec.ts',
        'src/runs/queue/slots.spec.ts',
        'test/runs/orders.e2e-spec.ts',
      ]);
    });

    it('are none for what no suite is about', () => {
      expect(near(['LICENSE'])).toEqual({ suites: [], leftOut: 0 });
    });
  });

  it('builds the page and the package of the client only for suites of folders that use them', () => {
    expect(script.buildFor(['src/runs/queue/order.spec.ts', 'test/runs/cancel.e2e-spec.ts'])).toBe(
      'service',
    );
    expect(script.buildFor(['test/runs/cancel.e2e-spec.ts', 'test/client/a.e2e-spec.ts'])).toBe(
      'everything',
    );
  });

  it('reads imports of values: relative, by subpath, and those made later', () => {
    const imports = script.readImports(repositoryRoot);
    expect(imports.get('test/scripts/changed-suites.e2e-spec.ts')).toEqual([
      'test/support/load-script.ts',
      'test/support/run-program.ts',
      'test/support/temporary-directory.ts',
    ]);
    expect(imports.get('test/support/migrated-database.ts')).toEqual([
      'test/support/created-database.ts',
      'src/platform/database/data-source.ts',
    ]);
    expect(imports.get('src/platform/fleet/path-locks.spec.ts')).toContain('test/support/until.ts');
  });

  describe('what has changed', () => {
    const path = temporaryDirectory();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: path(),
        encoding: 'utf8',
      }).trim();

    async function commit(file: string): Promise<string> {
      await write(file);
      git('add', '.');
      git('commit', '--quiet', '--message', file);
      return git('rev-parse', 'HEAD');
    }

    async function write(file: string): Promise<void> {
      await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(file), file);
    }

    const base = () => script.defaultBase(path());

    beforeAll(() => {
      git('init', '--quiet', '--initial-branch=main');
    });

    it('is told since the branch left main, or since the last commit but one on main', async () => {
      const first = await commit('a');
      expect(base()).toBe(first);
      const second = await commit('b');
      expect(base()).toBe(first);
      git('switch', '--quiet', '--create', 'work');
      expect(base()).toBe(first);
      await commit('c');
      await commit('d');
      expect(base()).toBe(second);
    });

    it('is what was committed, written, added and removed', async () => {
      await write('deep/new');
      await write('c');
      await rm(path('a'));
      expect(script.changedFiles(path(), base()).toSorted()).toEqual(['a', 'c', 'd', 'deep/new']);
    });
  });
});
