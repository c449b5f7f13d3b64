import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import fc from 'fast-check';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { errnoOf } from './errno.js';
import { ConfinedRoot } from './confined-root.js';
import { FileChangedError } from './path-errors.js';
import { OpenDirectory } from './open-directory.js';
import { shownName } from './shown-name.js';

const at = temporaryDirectory();
let root: ConfinedRoot;

beforeEach(async () => {
  await rm(at('root'), { recursive: true, force: true });
  await mkdir(at('root', 'sub'), { recursive: true });
  await mkdir(at('outside'), { recursive: true });
  await writeFile(at('outside', 'secret.txt'), 'secret');
  await writeFile(at('root', 'sub', 'a.txt'), 'inside');
  root = new ConfinedRoot(at('root'));
});

async function read(candidate: string): Promise<string> {
  const found = await root.find(candidate);
  if (found.kind === 'directory') {
    await found.directory.close();
    return 'a directory';
  }
  if (found.kind === 'missing') return 'missing';
  await using file = found.file;
  return await file.readFile('utf8');
}

const escapes = (candidate: string): string =>
  `Refusing path ${JSON.stringify(candidate)}: it escapes the workspace root ${JSON.stringify(at('root'))}.`;

describe('ConfinedRoot reading', () => {
  it('finds files, directories and nothing', async () => {
    expect(await read('sub/a.txt')).toBe('inside');
    expect(await read(at('root', 'sub', 'a.txt'))).toBe('inside');
    expect(await read('sub/../sub/./a.txt')).toBe('inside');
    expect(await read('.')).toBe('a directory');
    expect(await read('sub/b.txt')).toBe('missing');
    expect(await read('sub/a.txt/deeper')).toBe('missing');
  });

  it.each(['../outside/secret.txt', '/etc/passwd', 'sub/../../outside/secret.txt'])(
    'refuses %s',
    async (candidate) => {
      await expect(read(candidate)).rejects.toThrow(escapes(candidate));
    },
  );

  it('refuses a sibling whose name begins with the name of the root', async () => {
    await mkdir(at('root-2'), { recursive: true });
    const sibling = at('root-2', 'x');
    await expect(read(sibling)).rejects.toThrow(escapes(sibling));
    await expect(read('../root-2/x')).rejects.toThrow(escapes('../root-2/x'));
  });

  it('refuses the root in another case, where case makes another directory', async () => {
    await mkdir(at('ROOT'), { recursive: true });
    await writeFile(at('ROOT', 'x'), 'other');
    const other = at('ROOT', 'x');
    await expect(read(other)).rejects.toThrow(escapes(other));
  });

  it('refuses a link that leads outside, and anything behind it', async () => {
    await symlink(at('outside'), at('root', 'way'));
    await symlink(at('outside', 'secret.txt'), at('root', 'file'));
    await expect(read('way/secret.txt')).rejects.toThrow(escapes('way/secret.txt'));
    await expect(read('way/missing')).rejects.toThrow(escapes('way/missing'));
    await expect(read('file')).rejects.toThrow(escapes('file'));
  });

  it('refuses a link that stays inside, one that leads nowhere, and one that leads to itself', async () => {
    await symlink('sub', at('root', 'alias'));
    await symlink('nothing', at('root', 'dangling'));
    await symlink('circle', at('root', 'circle'));
    await expect(read('alias/a.txt')).rejects.toThrow(
      'Refusing path "alias/a.txt": "alias" is a link, and links are not followed.',
    );
    await expect(read('dangling')).rejects.toThrow('is a link');
    await expect(read('circle')).rejects.toThrow('is a link');
  });

  it('works in a root that is itself reached through a link', async () => {
    await rm(at('entrance'), { force: true });
    await symlink(at('root'), at('entrance'));
    root = new ConfinedRoot(at('entrance'));
    expect(await read('sub/a.txt')).toBe('inside');
    expect(await root.write('new.txt', 'x')).toBe('new.txt');
  });

  it('does not wait for the writer of a named pipe', async () => {
    execFileSync('mkfifo', [at('root', 'pipe')]);
    await expect(read('pipe')).rejects.toThrow('not a regular file');
  });
});

describe('ConfinedRoot writing', () => {
  it('makes parents, answers with the relative path and leaves no draft behind', async () => {
    expect(await root.write('a/b/c.txt', 'new')).toBe('a/b/c.txt');
    expect(await readFile(at('root', 'a', 'b', 'c.txt'), 'utf8')).toBe('new');
    expect(await readdir(at('root', 'a', 'b'))).toEqual(['c.txt']);
  });

  it('keeps the permissions of the file it replaces', async () => {
    await chmod(at('root', 'sub', 'a.txt'), 0o755);
    await root.write('sub/a.txt', 'new');
    expect((await stat(at('root', 'sub', 'a.txt'))).mode & 0o777).toBe(0o755);
  });

  it('keeps the bits beside the permissions, and the owner where the service may', async () => {
    await chmod(at('root', 'sub', 'a.txt'), 0o6751);
    // Only the superuser may change owners.
    if (process.getuid?.() === 0) await chown(at('root', 'sub', 'a.txt'), 4711, 4712);
    const before = await stat(at('root', 'sub', 'a.txt'));
    await chmod(at('root', 'sub', 'a.txt'), 0o6751);
    await root.write('sub/a.txt', 'new');
    const after = await stat(at('root', 'sub', 'a.txt'));
    expect([after.mode & 0o7777, after.uid, after.gid]).toEqual([0o6751, before.uid, before.gid]);
  });

  it('writes over what was expected alone', async () => {
    const inside = Buffer.from('inside');
    await expect(root.write('sub/a.txt', 'x', Buffer.from('Inside'))).rejects.toThrow(
      FileChangedError,
    );
    await expect(root.write('sub/a.txt', 'x', Buffer.from('inside '))).rejects.toThrow(
      FileChangedError,
    );
    await expect(root.write('sub/a.txt', 'x', null)).rejects.toThrow(FileChangedError);
    await expect(root.write('sub/b.txt', 'x', inside)).rejects.toThrow(FileChangedError);
    expect(await readdir(at('root', 'sub'))).toEqual(['a.txt']);
    expect(await readFile(at('root', 'sub', 'a.txt'), 'utf8')).toBe('inside');
    await root.write('sub/a.txt', Buffer.from([0xff]), inside);
    await root.write('sub/b.txt', 'b', null);
    expect(await readFile(at('root', 'sub', 'a.txt'))).toEqual(Buffer.from([0xff]));
    expect(await readFile(at('root', 'sub', 'b.txt'), 'utf8')).toBe('b');
  });

  it('knows a file by one name, however and through whichever root it is reached', async () => {
    await symlink(at('root'), at('root-link'));
    const names = await Promise.all([
      ...['sub/a.txt', './sub//a.txt', 'sub/../sub/A.txt', at('root', 'sub', 'a.txt')].map((path) =>
        root.lockName(path),
      ),
      new ConfinedRoot(at('root', 'sub')).lockName('a.txt'),
      new ConfinedRoot(at('root-link')).lockName('sub/a.txt'),
    ]);
    expect(new Set(names).size).toBe(1);
    expect(await root.lockName('sub/e\u0301')).toBe(await root.lockName('sub/\u00e9'));
    expect(await root.lockName('new/a.txt')).not.toBe(names[0]);
  });

  it('does not write through a hard link to a file outside', async () => {
    await link(at('outside', 'secret.txt'), at('root', 'hard'));
    await root.write('hard', 'changed');
    expect(await readFile(at('outside', 'secret.txt'), 'utf8')).toBe('secret');
    expect(await readFile(at('root', 'hard'), 'utf8')).toBe('changed');
  });

  it.each([
    ['.git/config'],
    ['sub/.git/hooks/pre-commit'],
    ['.GIT/config'],
    ['.git./config'],
    ['.g\u200cit/config'],
    ['git~1/config'],
  ])('refuses %j', async (candidate) => {
    await expect(root.write(candidate, 'x')).rejects.toThrow('belongs to git');
  });

  it('writes what only looks like it', async () => {
    await root.write('.gitignore', 'x');
    await root.write('.github/ci.yml', 'x');
  });

  it('refuses a directory, the root, and a path through a file', async () => {
    await expect(root.write('sub', 'x')).rejects.toThrow('not a regular file');
    await expect(root.write('.', 'x')).rejects.toThrow('not a regular file');
    await expect(root.write('sub/a.txt/b', 'x')).rejects.toThrow('not a directory');
  });

  it('refuses links in the way and at the end', async () => {
    await symlink(at('outside'), at('root', 'way'));
    await symlink(at('outside', 'made.txt'), at('root', 'file'));
    await expect(root.write('way/new.txt', 'x')).rejects.toThrow(escapes('way/new.txt'));
    await expect(root.write('file', 'x')).rejects.toThrow('is a link');
    expect(await readdir(at('outside'))).toEqual(['secret.txt']);
  });
});

describe('names that are written differently on disk', () => {
  const composed = 'sch\u00f6n \u00c5ngstr\u00f6m \uac00.txt';
  const decomposed = composed.normalize('NFD');

  it.each([
    ['composed', decomposed, composed],
    ['decomposed', composed, decomposed],
    ['a spelling', 'a\u200eb.txt', 'a\\u{200e}b.txt'],
    ['a spelled line feed', 'a\nb\tc', 'a\\u{a}b\\u{9}c'],
    ['a spelling and an accent', 'e\u0301\u{e0041}', '\u00e9\\u{e0041}'],
    ['a spelled carriage return', 'x\r', 'x\\u{d}'],
  ])('are found, and written, by their name as %s', async (_what, name, asked) => {
    await mkdir(at('root', name), { recursive: true });
    await writeFile(at('root', name, name), 'inside');
    expect(await read(`${asked}/${asked}`)).toBe('inside');
    expect(await root.write(`${asked}/${asked}`, 'new')).toBe(`${name}/${name}`);
    expect(await readdir(at('root', name))).toEqual([name]);
    expect(await readFile(at('root', name, name), 'utf8')).toBe('new');
  });

  it('are taken as they stand where that is there, and where more than one could be meant', async () => {
    await writeFile(at('root', composed), 'composed');
    await writeFile(at('root', decomposed), 'decomposed');
    expect([await read(composed), await read(decomposed)]).toEqual(['composed', 'decomposed']);
    await writeFile(at('root', 'a\\u{200e}b'), 'literal');
    await writeFile(at('root', 'a\u200eb'), 'unseen');
    expect(await read('a\\u{200e}b')).toBe('literal');
    await writeFile(at('root', 's\u0323\u0307'), '');
    await writeFile(at('root', 's\u0307\u0323'), '');
    expect(await read('\u1e69')).toBe('missing');
  });

  it('lead nowhere that their name does not', async () => {
    await mkdir(at('elsewhere'));
    await writeFile(at('elsewhere', decomposed), 'secret');
    await symlink(at('elsewhere'), at('root', 'way'));
    await symlink(at('elsewhere', decomposed), at('root', decomposed));
    await mkdir(at('root', '.g\u200cit'));
    await expect(read(`way/${composed}`)).rejects.toThrow(escapes(`way/${composed}`));
    await expect(read(composed)).rejects.toThrow(escapes(composed));
    await expect(root.write('.g\\u{200c}it/config', 'x')).rejects.toThrow('belongs to git');
  });

  it('law: whatever is written under a name is read under every form of it', async () => {
    const name = fc
      .string({
        unit: fc.constantFrom('a', '\u00e9', 'e', '\u0301', '\u0323', '\u200e', '\u00e5', '\uac01'),
        minLength: 1,
        maxLength: 6,
      })
      .filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        await rm(at('root'), { recursive: true, force: true });
        await mkdir(at('root'));
        await writeFile(at('root', text), text);
        for (const form of [text, text.normalize('NFC'), text.normalize('NFD'), shownName(text)]) {
          expect(await read(form)).toBe(text);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a directory that is swapped for a link while it is in use', () => {
  let parent: OpenDirectory;

  beforeAll(() => expect(process.platform).toBe('linux'));

  it('still reads and writes where it was opened', async () => {
    const top = await OpenDirectory.open(at('root'));
    parent = await top.openDirectory('sub');
    await rename(at('root', 'sub'), at('root', 'moved'));
    await symlink(at('outside'), at('root', 'sub'));

    await expect(parent.openForReading('secret.txt')).rejects.toThrow('ENOENT');
    const file = await parent.createFile('made.txt');
    await Promise.all([file.close(), parent.close()]);
    expect(await readdir(at('root', 'moved'))).toEqual(['a.txt', 'made.txt']);
    expect(await readdir(at('outside'))).toEqual(['secret.txt']);

    await expect(top.openDirectory('sub')).rejects.toThrow(/ENOTDIR|ELOOP/);
    await top.close();
  });

  /** The writer makes missing directories, so `sub` may exist again. */
  async function replaceSub(put: () => Promise<void>): Promise<void> {
    try {
      await rm(at('root', 'sub'), { recursive: true, force: true });
      await put();
    } catch (error) {
      if (!['EEXIST', 'ENOTEMPTY'].includes(errnoOf(error) ?? '')) throw error;
      await replaceSub(put);
    }
  }

  it('is never followed by a reader or a writer that races with the swap', async () => {
    const swaps = (async () => {
      for (let turn = 0; turn < 150; turn += 1) {
        await rename(at('root', 'sub'), at('root', 'kept'));
        await replaceSub(() => symlink(at('outside'), at('root', 'sub')));
        await replaceSub(() => rename(at('root', 'kept'), at('root', 'sub')));
      }
    })();
    const outcomes = new Set<string>();
    let swapping = true;
    void swaps.then(() => (swapping = false));
    while (swapping) {
      outcomes.add(await read('sub/secret.txt').catch(() => 'refused'));
      await root.write('sub/made.txt', 'x').catch(() => undefined);
    }
    await swaps;
    expect([...outcomes]).not.toContain('secret');
    expect(await readdir(at('outside'))).toEqual(['secret.txt']);
  });
});
