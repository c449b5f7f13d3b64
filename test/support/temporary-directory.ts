import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A directory for the tests of the surrounding `describe`, removed afterwards.
 * @returns a function that joins names to it
 */
export function temporaryDirectory(): (...names: string[]) => string {
  let directory: string;
  beforeAll(async () => {
    directory = await realpath(await mkdtemp(path.join(tmpdir(), 'office-')));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return (...names) => path.join(directory, ...names);
}
