import { existsSync } from 'node:fs';
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { OfficeLogger } from '#platform/logging/office-logger.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { scratchFolderOf, ScratchFolders } from './scratch-folders.js';

const at = temporaryDirectory();
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const folders = new ScratchFolders({ scope: () => quiet } as unknown as OfficeLogger);

describe('the scratch folder of a run', () => {
  it('is made for its account alone, stays as it is when it is opened again, and is removed', async () => {
    expect(await folders.open(at('one'))).toBe(true);
    expect((await stat(at('one'))).mode & 0o077).toBe(0);
    await writeFile(at('one', 'kept'), '');
    expect(await folders.open(at('one'))).toBe(true);
    expect(existsSync(at('one', 'kept'))).toBe(true);
    await folders.remove(at('one'));
    expect(existsSync(at('one'))).toBe(false);
    await folders.remove(at('one'));
  });

  it('is not what somebody else has put there', async () => {
    await mkdir(at('elsewhere'));
    await symlink(at('elsewhere'), at('link'));
    expect(await folders.open(at('link'))).toBe(false);
    await writeFile(at('file'), '');
    expect(await folders.open(at('file'))).toBe(false);
    await folders.remove(at('link'));
    expect(existsSync(at('elsewhere'))).toBe(true);
  });

  it('is another for each run', () => {
    expect(scratchFolderOf('run_1')).toMatch(/[\\/]office-run_1$/);
  });
});
