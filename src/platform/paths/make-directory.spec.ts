import { existsSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { makeDirectory } from './make-directory.js';

describe('makeDirectory', () => {
  const at = temporaryDirectory();

  it('makes a directory with those it stands in, and finds it there again', async () => {
    await makeDirectory(at('a', 'b', 'c'));
    await makeDirectory(at('a', 'b', 'c'));
    expect(statSync(at('a', 'b', 'c')).isDirectory()).toBe(true);
  });

  it('is made once by several at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => makeDirectory(at('x', 'y', 'z'))));
    expect(existsSync(at('x', 'y', 'z'))).toBe(true);
  });

  it('fails where a file stands in its place or on its way', async () => {
    writeFileSync(at('file'), '');
    await expect(makeDirectory(at('file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeDirectory(at('file', 'in'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('fails, and ends, where nothing can be made', async () => {
    await expect(makeDirectory('/proc/office/floor')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
