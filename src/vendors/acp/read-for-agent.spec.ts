import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { readForAgent } from './acp-conversation.js';

const at = temporaryDirectory();
const hidden = {
  hides: (path: string) => Promise.resolve(path === '.env'),
  list: () => Promise.resolve(['.env']),
};

describe('readForAgent', () => {
  beforeAll(async () => {
    await mkdir(at('work'));
    await writeFile(at('work', 'note.txt'), 'one\ntwo\nthree\nfour');
    await writeFile(at('work', 'large.bin'), Buffer.alloc(2 * 1024 * 1024 + 1));
    await writeFile(at('work', '.env'), 'KEY=secret');
    await writeFile(at('secret.txt'), 'secret');
    await symlink(at('secret.txt'), at('work', 'link.txt'));
  });

  const read = (path: string, lines: { line?: number | null; limit?: number | null } = {}) =>
    readForAgent(
      { workspace: at('work'), signal: new AbortController().signal, hidden },
      { path, ...lines },
    );

  it.each([
    [{}, 'one\ntwo\nthree\nfour'],
    [{ line: 2 }, 'two\nthree\nfour'],
    [{ line: 2, limit: 2 }, 'two\nthree'],
    [{ limit: 1 }, 'one'],
    [{ line: 0, limit: 1 }, 'one'],
    [{ line: 99 }, ''],
    [{ line: null, limit: null }, 'one\ntwo\nthree\nfour'],
  ])('gives the lines asked for by %j', async (lines, content) => {
    expect(await read(at('work', 'note.txt'), lines)).toBe(content);
  });

  it.each([
    ['../secret.txt', 'escapes the workspace root'],
    ['/etc/hostname', 'escapes the workspace root'],
    ['link.txt', 'Refusing path'],
    ['missing.txt', 'There is no file missing.txt.'],
    ['.env', '.env looks like a file with secrets.'],
    ['./x/../.env', '.env looks like a file with secrets.'],
    ['.', 'is not a regular file'],
    ['large.bin', 'is larger than 2097152 bytes'],
    ['', 'Path argument must be a non-empty string.'],
  ])('refuses %j', async (path, reason) => {
    await expect(read(path)).rejects.toMatchObject({
      code: -32001,
      message: expect.stringContaining(reason),
    });
  });
});
