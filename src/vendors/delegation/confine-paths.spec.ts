import { describe, expect, it } from '@jest/globals';
import { mkdir, symlink } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { confinePaths } from './confine-paths.js';

const at = temporaryDirectory();

describe('confinePaths', () => {
  it('keeps what lies in the workspace, relative to it, and counts the rest', async () => {
    await mkdir(at('work'));
    await symlink(at(), at('work', 'out'));
    const paths = [
      at('work', 'src', 'a.ts'),
      'src/a.ts',
      './b.ts',
      '.',
      '/etc/passwd',
      '../c.ts',
      'out/d.ts',
      `${at('work')}-other/e.ts`,
    ];
    expect(await confinePaths(paths, at('work'))).toEqual({
      inside: ['src/a.ts', 'b.ts'],
      outside: 4,
    });
  });
});
