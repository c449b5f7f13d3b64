import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { sweepStandIns, withStandIns } from './guarded-folders.js';

const at = temporaryDirectory();

describe('a stand-in for a folder that must not be made', () => {
  it('goes with the last sandbox that needs it', async () => {
    const first = await withStandIns([at('.husky')]);
    const second = await withStandIns([at('.husky')]);
    await first();
    expect(statSync(at('.husky')).isDirectory()).toBe(true);
    await second();
    expect(existsSync(at('.husky'))).toBe(false);
  });

  it('is none where something exists, and stays where somebody wrote into it', async () => {
    await mkdir(at('own'));
    const release = await withStandIns([at('own'), at('other')]);
    await writeFile(at('other/file'), 'x');
    await release();
    expect([existsSync(at('own')), existsSync(at('other/file'))]).toEqual([true, true]);
  });

  it('is removed later where a crash left it', async () => {
    await mkdir(at('left'), { mode: 0o555 });
    await mkdir(at('mine'));
    await sweepStandIns([at('left'), at('mine'), at('absent')]);
    expect([existsSync(at('left')), existsSync(at('mine'))]).toEqual([false, true]);
  });
});
