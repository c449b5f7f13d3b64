import { describe, expect, it } from '@jest/globals';
import { pathsNamedIn } from './named-paths.js';

const paths = [
  'index.js',
  'src/index.js',
  'src/api',
  'src/api/users.ts',
  'a.ts',
  'docs/my page.md',
];

describe('the paths that a text names', () => {
  it.each([
    ['1. index.js:4 is wrong', ['index.js']],
    ['src/index.js:4 is wrong.', ['src/index.js']],
    ['`./src/index.js`, line 4', ['src/index.js']],
    ['see src\\index.js.', ['src/index.js']],
    ['at run (/work/dot/src/index.js:4:2)', ['src/index.js']],
    ['at run (file:///work/dot/index.js:4:2)', ['index.js']],
    ['src/api/users.ts(3,1): error', ['src/api/users.ts']],
    ['src/api/rooms.ts and src/api/', ['src/api']],
    ['index.js and src/index.js', ['index.js', 'src/index.js']],
    ['data.ts, a.tsx, b/a.ts, my-a.ts and index.json', []],
    ['"docs/my page.md" lacks a line', ['docs/my page.md']],
    ['', []],
  ])('%s', (text, named) => {
    expect([...pathsNamedIn(text, paths)].sort()).toEqual([...named].sort());
  });

  it('are none where a path is empty', () => {
    expect(pathsNamedIn('/ and ./ and .', ['', '.', './'])).toEqual(new Set());
  });
});
