import { readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

interface Release {
  readonly asked?: string | undefined;
  readonly current: string;
  readonly newest?: string | undefined;
  readonly branch: string;
  readonly isDirty: boolean;
  readonly section?: string | undefined;
  readonly unreleased?: string | undefined;
}
interface Versions {
  readonly places: Readonly<Record<string, RegExp>>;
  toldIn(file: string, text: string): readonly string[];
  withVersion(file: string, text: string, version: string): string;
  refusals(release: Release): readonly string[];
}
interface Notes {
  sectionOf(changelog: string, title: string): string | undefined;
  newestIn(changelog: string): string | undefined;
  notesOf(subjects: readonly string[]): string;
}

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

describe('scripts/release/versions.mjs', () => {
  let versions: Versions;

  beforeAll(async () => {
    versions = await loadScript('release/versions.mjs');
  });

  it('knows every place that tells the version, and they tell the same', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const told = Object.keys(versions.places).map((file) => [
      file,
      versions.toldIn(file, read(file)),
    ]);
    const twice = ['package-lock.json', 'console/package-lock.json', 'deploy/helm/Chart.yaml'];
    expect(told).toEqual(
      Object.keys(versions.places).map((file) => [
        file,
        twice.includes(file) ? [version, version] : [version],
      ]),
    );
  });

  it('changes those places and nothing else', () => {
    for (const file of Object.keys(versions.places)) {
      const changed = versions.withVersion(file, read(file), '98.76.54');
      const { length } = versions.toldIn(file, read(file));
      expect([file, changed.split('98.76.54').length - 1]).toEqual([file, length]);
      const [before] = versions.toldIn(file, read(file));
      expect(versions.withVersion(file, changed, before ?? '')).toBe(read(file));
    }
    expect(() => versions.withVersion('package.json', '{}', '1.0.0')).toThrow(
      'package.json tells no version.',
    );
  });

  const ready: Release = {
    asked: '1.1.0',
    current: '1.0.0',
    newest: '1.0.0',
    branch: 'main',
    isDirty: false,
    section: '- More.',
    unreleased: '',
  };

  it('lets a newer version of a clean main go that the changelog tells of', () => {
    expect(versions.refusals(ready)).toEqual([]);
    expect(versions.refusals({ ...ready, current: '1.1.0' })).toEqual([]);
    expect(versions.refusals({ ...ready, newest: undefined, unreleased: undefined })).toEqual([]);
  });

  it.each<[string, Partial<Release>, string]>([
    ['no version', { asked: undefined }, 'CHANGELOG.md has no section of a version.'],
    ['a tag in its place', { asked: 'v1.1.0' }, '"v1.1.0" is no version such as 1.2.3.'],
    [
      'the same version again',
      { newest: '1.1.0' },
      '1.1.0 is not newer than 1.1.0, the newest tag.',
    ],
    ['an older one', { newest: '1.10.0' }, '1.1.0 is not newer than 1.10.0, the newest tag.'],
    [
      'one before that of the checkout',
      { current: '1.2.0' },
      '1.1.0 is older than 1.2.0, the version of package.json.',
    ],
    ['another branch', { branch: 'next' }, 'The branch is next; releases are made of main.'],
    ['no branch', { branch: '' }, 'The branch is none; releases are made of main.'],
    ['changes', { isDirty: true }, 'There are changes that are not committed.'],
    ['a missing section', { section: undefined }, 'CHANGELOG.md says nothing of 1.1.0.'],
    ['an empty section', { section: '' }, 'CHANGELOG.md says nothing of 1.1.0.'],
    [
      'lines of no version',
      { unreleased: '- Less.' },
      'CHANGELOG.md has lines under Unreleased; they belong to 1.1.0 or elsewhere.',
    ],
  ])('refuses %s', (_, change, reason) => {
    expect(versions.refusals({ ...ready, ...change })).toEqual([reason]);
  });
});

describe('scripts/release/notes.mjs', () => {
  let notes: Notes;

  beforeAll(async () => {
    notes = await loadScript('release/notes.mjs');
  });

  it('finds a version in the changelog by its heading', () => {
    const changelog =
      '# C\n\n## Unreleased\n\n## 1.1.0 - 2026-11-26\n\n### A\n\n- x\n\n## 1.1\n\ny';
    expect(notes.newestIn(changelog)).toBe('1.1.0');
    expect(notes.sectionOf(changelog, '1.1.0')).toBe('### A\n\n- x');
    expect(notes.sectionOf(changelog, '1.1')).toBe('y');
    expect(notes.sectionOf(changelog, 'Unreleased')).toBe('');
    expect(notes.sectionOf(changelog, '1.0.0')).toBeUndefined();
    expect(notes.newestIn('# C\n\n## Unreleased\n')).toBeUndefined();
  });

  it('groups what users notice, by scope, and counts the rest', () => {
    const subjects = [
      'fix(runs): end a run once',
      'feat(runs): begin a run',
      'feat: go',
      'feat(api)!: leave the old door out',
      'perf(runs): wait less',
      'feat(runs): begin a run',
      'docs: say it',
      'Merge: all of it',
    ];
    expect(notes.notesOf(subjects)).toBe(
      [
        ...['### Breaking', '- api: leave the old door out'],
        ...['### Added', '- go\n- runs: begin a run'],
        ...['### Faster', '- runs: wait less'],
        ...['### Fixed', '- runs: end a run once'],
        'And 2 commits of tests, documents and upkeep.',
      ].join('\n\n'),
    );
  });
});

describe('npm run release', () => {
  const inDirectory = temporaryDirectory();
  const git = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runProgram('git', args, { cwd: inDirectory('.') });
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    return stdout.trim();
  };
  const release = (...args: readonly string[]) =>
    runProgram('node', ['scripts/release.mjs', ...args], { cwd: inDirectory('.') });
  /** What a release would change. */
  const state = async (): Promise<readonly string[]> => [
    await git('status', '--porcelain'),
    await git('log', '-1', '--format=%s'),
    await git('tag'),
  ];

  beforeAll(async () => {
    const { places } = await loadScript<Versions>('release/versions.mjs');
    for (const file of ['scripts', 'dist/client', ...Object.keys(places)]) {
      await mkdir(dirname(inDirectory(file)), { recursive: true });
      await cp(join(repositoryRoot, file), inDirectory(file), { recursive: true });
    }
    await symlink(join(repositoryRoot, 'node_modules'), inDirectory('node_modules'));
    await writeFile(inDirectory('.gitignore'), '/node_modules\n/dist\n/sbom\n');
    const changelog =
      '# Changelog\n\n## Unreleased\n\n## 98.0.0 - 2030-01-01\n\n### New\n\n- All.\n';
    await writeFile(inDirectory('CHANGELOG.md'), changelog);
    await git('init', '--quiet', '--initial-branch=main');
    await git('config', 'user.name', 'Releaser');
    await git('config', 'user.email', 'releaser@example.org');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'feat(office): open the door');
  });

  it('rehearses everything, says what would be refused, and changes nothing', async () => {
    await appendFile(inDirectory('.gitignore'), '/more\n');
    const before = await state();
    const { code, stdout, stderr } = await release('--dry-run');
    expect(stdout).toMatch(/^Version 98\.0\.0, after no release\.$/m);
    expect(stdout).toMatch(/^deploy\/helm\/Chart\.yaml: (\S+), \1 becomes 98\.0\.0$/m);
    expect(stdout).toContain('### New\n\n- All.\n\n### Added\n\n- office: open the door\n');
    expect(stdout).toContain('dist/client passes publint and attw.');
    expect(stdout).toMatch(/^sbom\/service\.cdx\.json: \d{3} packages$/m);
    expect(stdout).toContain('docker build --pull --tag office-orchestration-service:98.0.0 .');
    const reason = 'There are changes that are not committed.';
    expect([code, stderr]).toEqual([1, `\nThis release would be refused:\n${reason}\n`]);
    expect(await state()).toEqual(before);
  });

  it('refuses, and changes nothing', async () => {
    const before = await state();
    const { code, stdout, stderr } = await release('97.0.0');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^\nThere is no release:\nThere are changes.*\n.* nothing of 97\.0\.0\.\n$/,
    );
    expect(await state()).toEqual(before);
    await git('checkout', '.gitignore');
  });

  it('commits the version and makes a tag that says what changed', async () => {
    const { code, stdout, stderr } = await release();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('git push origin main v98.0.0');
    expect(await state()).toEqual(['', 'chore: version 98.0.0', 'v98.0.0']);
    expect(await git('cat-file', '-t', 'v98.0.0')).toBe('tag');
    const message = await git('tag', '--list', '--format=%(contents)', 'v98.0.0');
    expect(message).toMatch(/^Version 98\.0\.0\n\n### New\n\n- All\.\n\n### Added\n/);
    const { version } = JSON.parse(await readFile(inDirectory('package.json'), 'utf8')) as {
      version: string;
    };
    expect(version).toBe('98.0.0');
  });

  it('makes no release twice', async () => {
    const { code, stderr } = await release();
    expect(code).toBe(1);
    expect(stderr).toContain('98.0.0 is not newer than 98.0.0, the newest tag.');
  });
});
