import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import { entryPath } from './entry-path.js';

describe('entryPath', () => {
  it.each([
    ['plugin.json', 'plugin.json'],
    ['./a', 'a'],
    ['a//b/./c', 'a/b/c'],
    ['a\\b', 'a/b'],
    ['a/../b', 'b'],
    ['dir/', 'dir'],
    ['./', ''],
    ['.', ''],
    ['.hidden', '.hidden'],
    ['grüße/日本', 'grüße/日本'],
    ['f'.repeat(255), 'f'.repeat(255)],
    ['d/'.repeat(31) + 'f', 'd/'.repeat(31) + 'f'],
  ])('reads %j', (name, expected) => {
    expect(entryPath(name)).toBe(expected);
  });

  it.each([
    ['', 'archive contains an empty path.'],
    [' ', 'archive contains an empty path.'],
    ['/a', 'archive entry "/a" is an absolute path.'],
    ['\\a', 'archive entry "\\a" is an absolute path.'],
    ['\\\\host\\share', 'archive entry "\\\\host\\share" is an absolute path.'],
    ['c:a', 'archive entry "c:a" is an absolute path.'],
    ['..', 'archive entry ".." escapes the plugin directory.'],
    ['a/../..', 'archive entry "a/../.." escapes the plugin directory.'],
    ['a\\..\\..\\b', 'archive entry "a\\..\\..\\b" escapes the plugin directory.'],
    ['CON', 'archive entry "CON" has a name that not every system can store.'],
    ['a/aux.txt', 'archive entry "a/aux.txt" has a name that not every system can store.'],
    ['.. ', 'archive entry ".. " has a name that not every system can store.'],
    ['.../a', 'archive entry ".../a" has a name that not every system can store.'],
    ['a. /b', 'archive entry "a. /b" has a name that not every system can store.'],
    ['ab:c', 'archive entry "ab:c" has a name that not every system can store.'],
    ['a\0b', 'archive entry "a\0b" has a name that not every system can store.'],
    [`${'ü'.repeat(128)}`, /has a name that not every system can store\.$/],
    ['d/'.repeat(32) + 'f', /lies more than 32 directories deep\.$/],
  ])('refuses %j', (name, reason) => {
    const read = () => entryPath(name);
    expect(read).toThrow(RefusedError);
    expect(read).toThrow(reason);
  });

  it('never leads out of the directory, whatever the name, and is then left as it is', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', 'a', ' ', 'c:', '\0', '~'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const name = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, (text) => {
        let read: string;
        try {
          read = entryPath(text);
        } catch (error) {
          expect(error).toBeInstanceOf(RefusedError);
          return;
        }
        for (const paths of [path.posix, path.win32]) {
          const root = paths === path.posix ? '/plugin' : 'C:\\plugin';
          const relative = paths.relative(root, paths.resolve(root, read));
          expect(relative.split(paths.sep)[0]).not.toBe('..');
          expect(paths.isAbsolute(relative)).toBe(false);
        }
        if (read !== '') expect(entryPath(read)).toBe(read);
      }),
      { numRuns: 500 },
    );
  });
});
