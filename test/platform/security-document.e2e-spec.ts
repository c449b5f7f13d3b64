import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { risks } from '../obedience/support/payload.js';
import { repositoryRoot } from '../support/run-program.js';

describe('docs/security.md', () => {
  const text = readFileSync(join(repositoryRoot, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);

  it('names tests and sources, all of which exist', () => {
    expect(named.filter((path) => path.endsWith('spec.ts')).length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  });

  it("has a section for every risk of OWASP's list, in which a test is named", () => {
    const sections = text.split(/^## /m).filter((section) => section.startsWith('ASI'));
    expect(sections.map((section) => section.split('\n')[0])).toEqual(
      Object.entries(risks).map(([risk, name]) => `${risk}: ${name}`),
    );
    expect(sections.filter((section) => !section.includes('spec.ts`'))).toEqual([]);
  });
});
