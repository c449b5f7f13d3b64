import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../support/run-program.js';

describe('docs/security.md', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);

  it('names tests and sources, all of which exist', () => {
    expect(named.filter((path) => path.endsWith('spec.ts')).length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  });

  it('has a test for every attack in its table', () => {
    const rows = text
      .split('\n\n')
      .filter((block) => block.startsWith('| Who '))
      .flatMap((table) => table.trim().split('\n').slice(2));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => !row.includes('spec.ts`'))).toEqual([]);
  });
});
