import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { hasNetwork, versionIn, versionsOf } from './machine.js';

const at = temporaryDirectory();

const program = async (name: string, says: string): Promise<void> => {
  await mkdir(at('bin'), { recursive: true });
  await writeFile(at('bin', name), `#!/bin/sh\n${says}\n`);
  await chmod(at('bin', name), 0o755);
};

describe('the versions of programs', () => {
  it('are those of the programs that commands find; what is missing or fails is left out', async () => {
    await program('node', 'echo v24.1.0');
    await program('python3', 'exit 1');
    await program('python', 'echo Python 3.9.1 >&2');
    expect(await versionsOf({ PATH: at('bin') })).toEqual([
      { name: 'Node', version: '24.1.0' },
      { name: 'Python', version: '3.9.1' },
    ]);
    expect(await versionsOf({ PATH: at('nowhere') })).toEqual([]);
  });

  it.each([
    ['v24.1.0\n', '24.1.0'],
    ['Python 3.13.0rc1', '3.13.0'],
    ['git version 2.39.5 (Apple Git-154)', '2.39.5'],
    ['no version', null],
    ['', null],
  ])('are read from %j', (output, version) => {
    expect(versionIn(output)).toBe(version);
  });
});

describe('the network', () => {
  const loopback = { lo: [{ internal: true }] };

  it.each([
    [
      'with an address that others can reach',
      { ...loopback, eth0: [{ internal: false }] },
      false,
      true,
    ],
    ['with none but the machine itself', loopback, false, false],
    ['with a proxy', loopback, true, true],
    ['with nothing', {}, false, false],
    ['with an interface that has no addresses', { eth0: undefined }, false, false],
  ])('%s', (_, interfaces, hasProxy, expected) => {
    expect(hasNetwork(interfaces, hasProxy)).toBe(expected);
  });
});
