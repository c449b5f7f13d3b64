import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';

interface Entry {
  readonly version: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}
type Packages = Readonly<Record<string, Entry>>;
interface Installed {
  readPackages(lockFile: string): Packages | undefined;
  neededAt(level: 'production' | 'everything', locked: Packages): Packages;
  isComplete(needed: Packages, present: Packages): boolean;
}

const at = (version: string, flags: Partial<Entry> = {}): Entry => ({
  version,
  integrity: `sha512-${version}`,
  ...flags,
});

describe('scripts/installed.mjs', () => {
  let installed: Installed;
  const locked = {
    '': at('0.1.0'),
    'node_modules/ws': at('8.0.0'),
    'node_modules/typescript': at('6.0.0', { devOptional: true }),
    'node_modules/for-another-platform': at('1.0.0', { optional: true }),
    'node_modules/jest': at('30.0.0', { dev: true }),
  };
  const production = {
    'node_modules/ws': at('8.0.0'),
    'node_modules/typescript': at('6.0.0', { devOptional: true }),
  };

  beforeAll(async () => {
    installed = await loadScript('installed.mjs');
  });

  const complete = (level: 'production' | 'everything', present: Packages): boolean =>
    installed.isComplete(installed.neededAt(level, locked), present);

  it('starts with production packages alone', () => {
    expect(complete('production', production)).toBe(true);
    expect(complete('everything', production)).toBe(false);
  });

  it('tests with everything', () => {
    const everything = { ...production, 'node_modules/jest': at('30.0.0', { dev: true }) };
    expect(complete('everything', everything)).toBe(true);
    expect(complete('production', everything)).toBe(true);
  });

  it.each([
    ['another version', at('7.0.0')],
    ['other contents', { ...at('8.0.0'), integrity: 'sha512-other' }],
  ])('does not take %s for what is locked', (_what, ws) => {
    expect(complete('production', { ...production, 'node_modules/ws': ws })).toBe(false);
  });

  it('knows no packages where there is no lock file', () => {
    expect(installed.readPackages(join(repositoryRoot, 'no/package-lock.json'))).toBeUndefined();
  });

  it('finds what the build needs among what starting needs', () => {
    const ours = installed.readPackages(join(repositoryRoot, 'package-lock.json')) ?? {};
    const needed = installed.neededAt('production', ours);
    expect(Object.keys(needed)).toContain('node_modules/typescript');
    expect(Object.keys(needed)).toContain('node_modules/rolldown');
    expect(Object.keys(needed)).not.toContain('node_modules/jest');
  });
});
