import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../support/run-program.js';

const read = (name: string): string => readFileSync(join(repositoryRoot, name), 'utf8');

/** What somebody sees who opens the repository. */
describe('the top of the repository', () => {
  it('has at most thirty entries', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: repositoryRoot, encoding: 'utf8' });
    const entries = new Set(
      files
        .trim()
        .split('\n')
        .map((file) => file.replace(/\/.*$/s, '')),
    );
    expect(entries.size).toBeLessThanOrEqual(30);
    for (const name of ['nest-cli.json', 'ormconfig.ts', 'tsconfig.json', '.env.example']) {
      expect(entries).toContain(name);
    }
  });

  it('has at most twenty npm scripts, of which the README names five', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
    const named = read('README.md').matchAll(/npm (?:run )?(\w+)/g);
    const existing = [...named].flatMap(([, name = '']) => (name in scripts ? [name] : []));
    expect(new Set(existing)).toEqual(new Set(['start', 'brief', 'dev', 'test', 'build']));
  });
});
