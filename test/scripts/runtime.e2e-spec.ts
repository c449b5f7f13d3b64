import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { oldestNodeMajor } from '../../src/platform/process/runtime-problem.js';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
}
type Locked = Readonly<Record<string, LockedPackage>>;
interface Platform {
  readonly platform: string;
  readonly arch: string;
}
interface Runtime {
  isSupported(version?: string): boolean;
  oldestMajor(): number;
  majorOf(version: string): number;
  platformPackage(
    locked: Locked,
    platform: Platform,
  ): (LockedPackage & { readonly path: string }) | undefined;
  cannotBring(reason: string, host: Platform & { readonly version: string }): string;
}

async function lockedAt(folder: string): Promise<Locked> {
  const text = await readFile(join(repositoryRoot, folder, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Locked }).packages;
}

describe('scripts/runtime.mjs', () => {
  let runtime: Runtime;

  beforeAll(async () => {
    runtime = await loadScript('runtime.mjs');
  });

  it('asks for the version that the service asks for', () => {
    expect(runtime.oldestMajor()).toBe(oldestNodeMajor);
  });

  it.each([
    ['20.20.2', false],
    ['22.23.3', false],
    ['24.0.0', true],
    ['26.10.0', true],
    ['100.0.0', true],
  ])('takes %s as supported: %s', (version, supported) => {
    expect(runtime.isSupported(version)).toBe(supported);
  });

  it('supports the Node it runs under', () => {
    expect(runtime.isSupported()).toBe(true);
  });

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['win32', 'x64'],
    ['win32', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
  ])('has a supported Node for %s on %s, with its checksum', async (platform, arch) => {
    for (const channel of ['lts', 'current']) {
      const locked = await lockedAt(`config/runtime/${channel}`);
      const found = runtime.platformPackage(locked, { platform, arch });
      expect(runtime.isSupported(found?.version)).toBe(true);
      expect(found?.integrity).toMatch(/^sha512-/);
    }
  });

  it('names no registry', async () => {
    for (const channel of ['lts', 'current']) {
      expect(JSON.stringify(await lockedAt(`config/runtime/${channel}`))).not.toContain('resolved');
    }
  });

  it('has the current Node above the oldest one on the platforms that CI runs on', async () => {
    const linux = { platform: 'linux', arch: 'x64' };
    const version = async (channel: string): Promise<string | undefined> =>
      runtime.platformPackage(await lockedAt(`config/runtime/${channel}`), linux)?.version;
    expect(runtime.majorOf((await version('lts')) ?? '')).toBe(oldestNodeMajor);
    expect(runtime.majorOf((await version('current')) ?? '')).toBeGreaterThan(oldestNodeMajor);
  });

  it('has none for a platform without a package, and says what to install', async () => {
    const plan9 = { platform: 'plan9', arch: 'mips' };
    const locked = await lockedAt('config/runtime/lts');
    expect(runtime.platformPackage(locked, plan9)).toBeUndefined();
    expect(runtime.cannotBring('none is published there.', { ...plan9, version: 'v20.1.0' })).toBe(
      'This project needs Node 24 or later; this is v20.1.0. One could not be installed from the ' +
        'npm registry for plan9-mips: none is published there. ' +
        'Install Node 24 (https://nodejs.org) and try again.',
    );
  });

  describe('where npm leaves the package out', () => {
    const copy = temporaryDirectory();

    beforeAll(async () => {
      for (const name of ['scripts', 'package.json']) {
        await cp(join(repositoryRoot, name), copy(name), { recursive: true });
      }
      for (const name of ['package.json', 'package-lock.json']) {
        await cp(
          join(repositoryRoot, 'config/runtime/lts', name),
          copy('config/runtime/lts', name),
        );
      }
      await mkdir(copy('npm'));
    });

    it('asks once more', async () => {
      const wanted =
        runtime.platformPackage(await lockedAt('config/runtime/lts'), process)?.path ?? '';
      // In the place of npm: it fetches nothing the first time, and says nothing, as npm does.
      await writeFile(
        copy('npm/npm-cli.js'),
        `import { appendFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
        appendFileSync(${JSON.stringify(copy('calls'))}, 'x');
        if (readFileSync(${JSON.stringify(copy('calls'))}).length === 2) {
          mkdirSync(${JSON.stringify(copy('config/runtime/lts', wanted, 'bin'))}, { recursive: true });
          symlinkSync(process.execPath, ${JSON.stringify(copy('config/runtime/lts', wanted, 'bin/node'))});
        }`,
      );
      const code = `import { bundledNode } from '${copy('scripts/runtime.mjs')}'; console.log(bundledNode('lts'));`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', code],
        { env: { PATH: process.env['PATH'], npm_execpath: copy('npm/npm-cli.js') } },
      );
      expect(stdout.trim()).toBe(copy('config/runtime/lts', wanted, 'bin/node'));
      expect(await readFile(copy('calls'), 'utf8')).toBe('xx');
    });
  });
});
