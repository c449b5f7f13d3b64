import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

type Imports = ReadonlyMap<string, readonly string[]>;

interface Chosen {
  readonly suites: readonly string[];
  readonly leftOut: readonly string[];
}

interface Script {
  readonly areas: Readonly<Record<string, readonly string[]>>;
  announcement(found: Chosen & { readonly base: string }): string;
  readChanged(args: readonly string[]): {
    isAsked: boolean;
    base?: string;
    isUnlimited?: boolean;
    rest: string[];
  };
  suitesFor(
    changed: readonly string[],
    imports: Imports,
    atMost: { unit: number; e2e: number; each: number },
    durations?: Readonly<Record<string, number>>,
  ): Chosen;
}

const script = await loadScript<Script>('changed-suites.mjs');
const { readImports } = await loadScript<{ readImports(root: string): Imports }>(
  'source-imports.mjs',
);
const { buildFor } = await loadScript<{
  buildFor(
    suites: readonly string[],
    imports: Imports,
    textOf: (file: string) => string | undefined,
  ): string;
}>('build-for-suites.mjs');
const { changedFiles, defaultBase } = await loadScript<{
  changedFiles(root: string, base: string): string[];
  defaultBase(root: string): string;
}>('changed-files.mjs');

describe('npm test -- --changed', () => {
  it('takes a base after it, and leaves the rest to Jest', () => {
    expect(script.readChanged(['src/runs', '-w', '1'])).toEqual({
      isAsked: false,
      rest: ['src/runs', '-w', '1'],
    });
    expect(script.readChanged(['--changed', '-w', '1'])).toEqual({
      isAsked: true,
      base: undefined,
      isUnlimited: false,
      rest: ['-w', '1'],
    });
    expect(script.readChanged(['-w', '1', '--changed', 'HEAD~3', '--unlimited'])).toEqual({
      isAsked: true,
      base: 'HEAD~3',
      isUnlimited: true,
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
    const near = (changed: string[], atMost = { unit: 9000, e2e: 99_000, each: 50_000 }) =>
      script.suitesFor(changed, imports, atMost, { 'test/runs/money.e2e-spec.ts': 30_000 });

    it('are unit specs by what they import, the nearest first, and e2e suites of that name', () => {
      expect(near(['src/runs/queue/order.ts'])).toEqual({
        suites: [
          'src/runs/queue/order.spec.ts',
          'src/runs/queue/slots.spec.ts',
          'test/runs/orders.e2e-spec.ts',
        ],
        leftOut: [],
      });
    });

    it('are few, and the others are named', () => {
      expect(near(['src/runs/queue/order.ts'], { unit: 1000, e2e: 0, each: 9000 })).toEqual({
        suites: ['src/runs/queue/order.spec.ts'],
        leftOut: ['src/runs/queue/slots.spec.ts', 'test/runs/orders.e2e-spec.ts'],
      });
    });

    it('are those that fit into the time, by how long they took; a changed one always', () => {
      expect(near(['test/support/start.ts'], { unit: 0, e2e: 10_000, each: 9000 })).toEqual({
        suites: ['test/runs/cancel.e2e-spec.ts', 'test/runs/orders.e2e-spec.ts'],
        leftOut: ['test/runs/money.e2e-spec.ts', 'test/tools/files.e2e-spec.ts'],
      });
      const changed = ['test/support/start.ts', 'test/runs/money.e2e-spec.ts'];
      expect(near(changed, { unit: 0, e2e: 5000, each: 9000 })).toEqual({
        suites: ['test/runs/money.e2e-spec.ts', 'test/runs/cancel.e2e-spec.ts'],
        leftOut: ['test/runs/orders.e2e-spec.ts', 'test/tools/files.e2e-spec.ts'],
      });
    });

    it('are none that is long by itself, nor one that has not run here and usually is', () => {
      const each = 20_000;
      expect(near(['test/support/clock.ts'], { unit: 0, e2e: 99_000, each }).suites).toEqual([]);
      const long = 'test/runs/run-diff.e2e-spec.ts';
      const known = new Map([...imports, ['src/runs/diff.ts', []], [long, []]]);
      const atMost = { unit: 0, e2e: 99_000, each };
      const chosen = script.suitesFor(['src/runs/diff.ts'], known, atMost);
      expect(chosen).toEqual({ suites: [], leftOut: [long] });
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
      expect(near(['LICENSE'])).toEqual({ suites: [], leftOut: [] });
    });
  });

  it('says what is left out, and how to run it', () => {
    const suites = ['a.spec.ts', 'b.spec.ts'];
    expect(script.announcement({ base: 'HEAD~1', suites, leftOut: [] })).toBe(
      'Since HEAD~1, 2 suites are near a change.\n',
    );
    const leftOut = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `${name}.spec.ts`);
    expect(script.announcement({ base: 'HEAD~1', suites, leftOut }).split('\n')).toEqual([
      'Since HEAD~1, 2 suites are near a change.',
      'Left out, to answer in half a minute:',
      ...leftOut.slice(0, 5).map((suite) => `  ${suite}`),
      '  and 2 more',
      'All of them: npm test -- --changed HEAD~1 --unlimited',
      '',
    ]);
  });

  describe('what is built for suites', () => {
    const files: Readonly<Record<string, { imports?: readonly string[]; text?: string }>> = {
      'src/a.spec.ts': {},
      'test/runs/cancel.e2e-spec.ts': { imports: ['test/support/until.ts', 'src/a.ts'] },
      'test/runs/money.e2e-spec.ts': { text: "['dist/cli/office.js', 'show']" },
      'test/crash/kills.e2e-spec.ts': { imports: ['test/support/life.ts'] },
      'test/client/package.e2e-spec.ts': { text: "join(repositoryRoot, 'dist/client')" },
      'test/console/runs.e2e-spec.ts': { imports: ['test/support/browser.ts'] },
      'test/platform/socket.e2e-spec.ts': {},
      'test/support/until.ts': {},
      'test/support/life.ts': { imports: ['test/support/start.ts'] },
      'test/support/start.ts': { text: "fork('dist/main.js')" },
      'test/support/browser.ts': { text: "import { chromium } from 'playwright-core';" },
    };
    const imports = new Map(
      Object.entries(files).map(([file, { imports: all = [] }]) => [file, all]),
    );
    const builtFor = (...suites: string[]) =>
      buildFor(suites, imports, (file) => files[file]?.text ?? '');

    it.each([
      ['files', ['src/a.spec.ts', 'test/runs/cancel.e2e-spec.ts']],
      ['files', ['test/platform/socket.e2e-spec.ts']],
      ['service', ['src/a.spec.ts', 'test/runs/money.e2e-spec.ts']],
      ['service', ['test/crash/kills.e2e-spec.ts']],
      ['everything', ['test/runs/cancel.e2e-spec.ts', 'test/client/package.e2e-spec.ts']],
      ['everything', ['test/console/runs.e2e-spec.ts']],
    ])('%s for %j', (build, suites) => {
      expect(builtFor(...suites)).toBe(build);
    });
  });

  it('reads imports of values: relative, by subpath, and those made later', () => {
    const imports = readImports(repositoryRoot);
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

    const base = () => defaultBase(path());

    beforeAll(() => {
      git('init', '--quiet', '--initial-branch=main');
    });

    it('is told since the branch left main; on main since the last commit or the one before', async () => {
      const first = await commit('a');
      expect(base()).toBe(first);
      const second = await commit('b');
      expect(base()).toBe(first);
      await write('a2');
      expect(base()).toBe(second);
      await rm(path('a2'));
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
      expect(changedFiles(path(), base()).toSorted()).toEqual(['a', 'c', 'd', 'deep/new']);
    });
  });
});
