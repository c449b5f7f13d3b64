import { mkdir, symlink } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Clock } from '#platform/clock.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import type { ChildEnvironments } from '#platform/process/child-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { RunSession } from '../journal/run-session.js';
import { CheckCommand } from './check-command.js';

const clock = { now: () => 1, elapsed: () => 1 } as Clock;
const config = { checkTimeoutMs: 60_000 } as OfficeConfig;

describe('a check whose output is filtered', () => {
  const inDirectory = temporaryDirectory();

  /** A folder with the programs of a check, but without bash. */
  beforeAll(async () => {
    await mkdir(inDirectory('bin'));
    for (const name of ['seq', 'tail', 'grep', 'cat']) {
      await symlink(`/usr/bin/${name}`, inDirectory('bin', name));
    }
  });

  const codeOf = async (command: string, folders: string): Promise<number | null> => {
    const environments = { inherited: () => ({ PATH: folders }) } as unknown as ChildEnvironments;
    const session = {
      run: { workspacePath: inDirectory() },
      scratch: null,
      shell: null,
      autoApproveShell: true,
      signal: new AbortController().signal,
    } as unknown as RunSession;
    const check = new CheckCommand(environments, config, clock);
    return (await check.run({ command, files: [] }, session)).exitCode;
  };

  it.each([
    ['cat nothing.txt 2>&1 | tail -3', 1],
    ['seq 3 | grep -c 2 | cat', 0],
    ['seq 3 && cat nothing.txt | tail -1', 1],
  ])('fails where the program does, with bash and without: %s', async (command, code) => {
    const { PATH = '' } = process.env;
    await expect(codeOf(command, PATH)).resolves.toBe(code);
    await expect(codeOf(command, inDirectory('bin'))).resolves.toBe(code);
  });
});
