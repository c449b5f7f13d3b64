import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { obstacleOf, probeSandbox } from './sandbox-probe.js';

const at = temporaryDirectory();
const plain = { inContainer: false, settings: [] };

describe('obstacleOf', () => {
  it.each([
    [
      'bwrap: No permissions to create new namespace, likely because the kernel does not allow it',
      { inContainer: false, settings: ['kernel.unprivileged_userns_clone=0'] },
      'the system lets this account make no user namespaces (kernel.unprivileged_userns_clone=0, No permissions to create new namespace, likely because the kernel does not allow it)',
    ],
    [
      'bwrap: setting up uid map: Permission denied',
      { inContainer: true, settings: [] },
      'the system lets this account make no user namespaces, in a container, whose runtime has to allow it (setting up uid map: Permission denied)',
    ],
    [
      "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
      { inContainer: true, settings: [] },
      "a /proc of its own cannot be mounted, in a container, whose runtime has to allow it (Can't mount proc on /newroot/proc: Operation not permitted)",
    ],
    ['bwrap: something else', plain, 'bubblewrap failed: something else'],
  ])('of %j', (said, around, obstacle) => {
    expect(obstacleOf(said, around)).toBe(obstacle);
  });
});

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('probeSandbox', () => {
  it('says that bubblewrap is not installed', async () => {
    expect(await probeSandbox('/nowhere:relative')).toEqual({
      program: null,
      obstacle: 'bwrap is not installed where this office runs, or not on its PATH',
    });
  });

  it('passes on why it failed', async () => {
    await mkdir(at('bin'));
    await writeFile(at('bin/bwrap'), '#!/bin/sh\necho "bwrap: no luck" >&2\nexit 1\n');
    await chmod(at('bin/bwrap'), 0o755);
    expect(await probeSandbox(at('bin'))).toEqual({
      program: null,
      obstacle: 'bubblewrap failed: no luck',
    });
  });
});
