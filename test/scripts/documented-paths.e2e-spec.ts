import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  '.github/SECURITY.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

/** Links to files, and names in code of files and folders of the repository; examples left out. */
function pathsIn(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8').replace(/^```[^]*?^```/gm, '');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to = '']) =>
    path.join(path.dirname(document), to),
  );
  const named = text.matchAll(/`((?:src|test|bench|scripts|docs|deploy)\/[\w./-]+)`/g);
  return [...links, ...[...named].map(([, name = '']) => name)];
}

const exists = (name: string): boolean => existsSync(path.join(root, name));

describe('The documents', () => {
  it('name paths', () => {
    expect(documents.flatMap(pathsIn).length).toBeGreaterThan(100);
  });

  it.each(documents)('name only paths that exist: %s', (document) => {
    const missing = pathsIn(document).filter((name) => !exists(name));
    expect(missing).toEqual([]);
  });

  it('name the nine files of a turn', () => {
    const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
    const files = [...text.matchAll(/^\d\. `((?:lifecycle|context|tools|src)\/[\w./-]+)`/gm)].map(
      ([, name = '']) => (name.startsWith('src/') ? name : `src/runs/engine/turn/${name}`),
    );
    expect(files).toHaveLength(9);
    expect(files.filter((name) => !exists(name))).toEqual([]);
  });
});
