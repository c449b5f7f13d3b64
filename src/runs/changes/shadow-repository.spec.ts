import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { ShadowRepository } from './shadow-repository.js';
import { treeOf } from './state-facts.js';

const at = temporaryDirectory();
let round = 0;
let workspace: string;
let shadow: ShadowRepository;

beforeEach(async () => {
  round += 1;
  workspace = at(`w${round}`);
  await mkdir(workspace);
  shadow = open();
});

const open = (): ShadowRepository =>
  new ShadowRepository(
    { gitDirectory: at(`shadow${round}`), workspace },
    fakeEnvironments().inherited,
  );
const put = async (name: string, text: string | Buffer): Promise<void> => {
  await mkdir(`${workspace}/${name}`.replace(/\/[^/]*$/, ''), { recursive: true });
  await writeFile(`${workspace}/${name}`, text);
};
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: workspace,
    encoding: 'utf8',
  });

describe('a shadow repository that replicas share', () => {
  it('is made and used by all of them at once', async () => {
    const replicas = Array.from({ length: 4 }, () => open());
    for (let each = 0; each < 3; each++) {
      await put('a.txt', `state ${each}\n`);
      const states = await Promise.all(replicas.map((replica) => replica.snapshot()));
      expect(new Set(states).size).toBe(1);
    }
  });

  it('tells each of them of what another has recorded', async () => {
    const [one, other] = [open(), open()];
    const before = await one.snapshot();
    await put('a.txt', 'new\n');
    const after = await other.snapshot();
    expect(after).not.toBe(before);
    expect(await one.snapshot()).toBe(after);
  });
});

describe('a shadow repository', () => {
  it('tells what changed between two states, without a repository in the workspace', async () => {
    await put('a.txt', 'one\ntwo\n');
    await put('gone.txt', 'x\n');
    const before = await shadow.snapshot();
    expect(await shadow.snapshot()).toBe(before);
    await put('a.txt', 'one\n2\n');
    await put('dir/new file.txt', 'new\n');
    await rm(`${workspace}/gone.txt`);
    const after = await shadow.snapshot();
    const paths = (await shadow.changes(before, after)).paths;
    expect(paths).toEqual(['a.txt', 'dir/new file.txt', 'gone.txt']);
    const diff = await shadow.diff({ before, after }, paths);
    expect(diff).toMatchObject({
      truncated: false,
      files: [
        { path: 'a.txt', added: 1, removed: 1 },
        { path: 'dir/new file.txt', added: 1, removed: 0 },
        { path: 'gone.txt', added: 0, removed: 1 },
      ],
    });
    expect(diff.files[0]?.patch).toContain('@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
    expect((await shadow.diff({ before, after }, ['a.txt'])).files).toHaveLength(1);
  });

  it('shares a state that has not begun, and never an older one', async () => {
    const names = Array.from({ length: 12 }, (_none, index) => `f${index}.txt`);
    const asked: Promise<string>[] = [];
    for (const name of names) {
      await put(name, 'x\n');
      asked.push(shadow.snapshot());
    }
    expect(new Set(asked).size).toBeLessThan(names.length);
    for (const [index, name] of names.entries()) {
      const found = await shadow.entries((await asked[index]) ?? '', [name]);
      expect(found.has(name)).toBe(true);
    }
  });

  it('goes on recording where a directory became a link', async () => {
    await put('dir/a.txt', 'one\n');
    await put('dir/deep/b.txt', 'two\n');
    await put('elsewhere/a.txt', 'changed\n');
    const before = await shadow.snapshot();
    await rm(`${workspace}/dir`, { recursive: true });
    await symlink('elsewhere', `${workspace}/dir`);
    const after = await shadow.snapshot();
    expect((await shadow.changes(before, after)).paths).toEqual([
      'dir',
      'dir/a.txt',
      'dir/deep/b.txt',
    ]);
    await put('c.txt', 'three\n');
    expect((await shadow.changes(after, await shadow.snapshot())).paths).toEqual(['c.txt']);
  });

  it('keeps whole patches, 20,000 characters together at most', async () => {
    const before = await shadow.snapshot();
    for (const name of ['a', 'b', 'c']) await put(name, `${name}\n`.repeat(6000));
    const after = await shadow.snapshot();
    const diff = await shadow.diff({ before, after }, ['a', 'b', 'c']);
    expect(diff.truncated).toBe(true);
    expect(diff.files.map(({ added }) => added)).toEqual([6000, 6000, 6000]);
    const patches = diff.files.map(({ patch }) => patch);
    expect(patches.map((patch) => patch.split('\n+a').length)).toEqual([6001, 1, 1]);
    expect(patches.slice(1)).toEqual(['', '']);
  });

  it('keeps the patch of a small file beside ones that fill what is read of git', async () => {
    const before = await shadow.snapshot();
    await put('a.txt', 'small\n');
    await put('b.txt', 'x'.repeat(1_900_000));
    await put('c.txt', 'y'.repeat(1_900_000));
    const after = await shadow.snapshot();
    const diff = await shadow.diff({ before, after }, ['a.txt', 'b.txt', 'c.txt']);
    expect(diff.truncated).toBe(true);
    expect(diff.files.map(({ patch }) => patch !== '')).toEqual([true, false, false]);
  });

  it.each([
    ['a file that becomes a link', 'file', 'link'],
    ['a link that becomes a file', 'link', 'file'],
    ['a link that becomes another', 'link', 'other link'],
  ])('gives each file its own patch beside %s', async (_what, from, to) => {
    const make = (kind: string): Promise<void> =>
      kind === 'file' ? put('b', 'text\n') : symlink(kind, `${workspace}/b`);
    await put('a', 'a\n');
    await put('c', 'c\n');
    await make(from);
    const before = await shadow.snapshot();
    await put('a', 'a\rdiff --git a/x b/x\n');
    await put('c', 'changed\n');
    await rm(`${workspace}/b`);
    await make(to);
    const after = await shadow.snapshot();
    const { files } = await shadow.diff({ before, after }, ['a', 'b', 'c']);
    expect(files.map(({ path }) => path)).toEqual(['a', 'b', 'c']);
    for (const { path, patch } of files) {
      expect(patch.startsWith(`diff --git a/${path} b/${path}\n`)).toBe(true);
    }
    expect(files[2]?.patch).toMatch(/-c\n\+changed\n$/);
  });

  it('makes patches that git takes, of a file that is no text too', async () => {
    const before = await shadow.snapshot();
    await put('small.bin', Buffer.from([0, 1, 2, 255, 254, 0]));
    const after = await shadow.snapshot();
    const { files } = await shadow.diff({ before, after }, ['small.bin']);
    const bare = at(`applied${round}`);
    await mkdir(bare);
    execFileSync('git', ['apply'], { cwd: bare, input: files[0]?.patch });
    expect(await readFile(`${bare}/small.bin`)).toEqual(Buffer.from([0, 1, 2, 255, 254, 0]));
  });

  it('leaves the repository of the user as it is, and runs nothing of it', async () => {
    git('init', '-q', '-b', 'main');
    const mark = at(`ran${round}`);
    await put('.gitattributes', '* filter=evil diff=evil text eol=crlf\n');
    await put('.gitignore', 'ignored/\n');
    git('config', 'filter.evil.clean', `touch ${mark}; cat`);
    git('config', 'diff.evil.textconv', `touch ${mark}; cat`);
    await put('.git/hooks/post-index-change', `#!/bin/sh\ntouch ${mark}\n`);
    await chmod(`${workspace}/.git/hooks/post-index-change`, 0o755);
    await put('a.txt', 'one\n');
    await put('ignored/big.txt', 'x\n');
    await put('node_modules/x.js', 'x\n');
    const state = () =>
      execFileSync('sh', ['-c', 'find .git -type f | sort | xargs cksum'], {
        cwd: workspace,
      }).toString();
    const untouched = state();
    const before = await shadow.snapshot();
    await put('a.txt', 'two\r\n');
    const after = await shadow.snapshot();
    expect((await shadow.changes(before, after)).paths).toEqual(['a.txt']);
    const names = await shadow.run({ args: ['ls-tree', '-r', '--name-only', treeOf(after)] });
    expect(names.split('\n').filter(Boolean)).toEqual(['.gitattributes', '.gitignore', 'a.txt']);
    const { patch } = (await shadow.diff({ before, after }, ['a.txt'])).files[0]!;
    expect(patch).toContain('-one\n+two\r\n');
    expect(state()).toBe(untouched);
    await expect(readFile(mark)).rejects.toThrow('ENOENT');
  });

  it('records files of a repository inside the workspace, and links as links', async () => {
    await put('inner/a.txt', 'one\n');
    git('init', '-q', 'inner');
    git('-C', 'inner', 'add', '.');
    git('-C', 'inner', 'commit', '-qm', 'first');
    await symlink('/etc/passwd', `${workspace}/way`);
    const before = await shadow.snapshot();
    await put('inner/a.txt', 'two\n');
    await put('inner/b.txt', 'new\n');
    const after = await shadow.snapshot();
    expect((await shadow.changes(before, after)).paths).toEqual(['inner/a.txt', 'inner/b.txt']);
    expect((await shadow.entries(after, ['way'])).get('way')?.kind).toBe('link');
  });

  it('leaves out large files, and names what changed of them', async () => {
    await put('large.bin', Buffer.alloc(3 * 1024 * 1024));
    const before = await shadow.snapshot();
    await put('large.bin', Buffer.alloc(3 * 1024 * 1024, 1));
    const changes = await shadow.changes(before, await shadow.snapshot());
    expect(changes).toEqual({ paths: [], directories: [], unrecorded: ['large.bin'] });
  });

  it('records a file that becomes a directory, and the other way round', async () => {
    await put('a', 'a file\n');
    await put('b/inside.txt', 'in a directory\n');
    await put('c', 'a file\n');
    const before = await shadow.snapshot();
    await rm(`${workspace}/a`);
    await put('a/inside.txt', 'in a directory\n');
    await rm(`${workspace}/b`, { recursive: true });
    await put('b', 'a file\n');
    await rm(`${workspace}/c`);
    await mkdir(`${workspace}/c`);
    const after = await shadow.snapshot();
    const paths = ['a', 'a/inside.txt', 'b', 'b/inside.txt', 'c'];
    expect((await shadow.changes(before, after)).paths).toEqual(paths);
    const kinds = [...(await shadow.entries(after, paths))].map(([name, { kind }]) => [name, kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      a: 'directory',
      'a/inside.txt': 'file',
      b: 'file',
      c: 'directory',
    });
  });
});
