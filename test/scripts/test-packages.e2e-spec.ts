import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../support/run-program.js';

interface TestPackages {
  readonly imports: readonly string[];
}

const packageOf = /^(?:@[^/]+\/)?[^/]+/;

describe('the packages that are bundled for the tests', () => {
  let imports: readonly string[];

  beforeAll(async () => {
    const script = join(repositoryRoot, 'scripts/test-packages.mjs');
    ({ imports } = (await import(script)) as TestPackages);
  });

  it('are bundled with all that is imported of them, so that none is loaded twice', () => {
    const packages = new Set(imports.map((name) => packageOf.exec(name)?.[0]));
    const files = globSync(['src/**/*.ts', 'test/**/*.ts'], { cwd: repositoryRoot });
    const imported = files.flatMap((file) => {
      const text = readFileSync(join(repositoryRoot, file), 'utf8');
      const statements = text.matchAll(/^import (?!type )[^;]*?'([^'.][^']*)';$/gm);
      return [...statements].map(([, name = '']) => name);
    });
    expect(imported.length).toBeGreaterThan(500);
    const ofThem = imported.filter((name) => packages.has(packageOf.exec(name)?.[0]));
    expect(ofThem.filter((name) => !imports.includes(name))).toEqual([]);
  });
});
