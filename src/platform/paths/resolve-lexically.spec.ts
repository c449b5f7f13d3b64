import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import path from 'node:path';
import { backslashPaths, refusedPaths } from '#test/support/hostile-paths.js';
import { PathRefusedError } from './path-errors.js';
import { isInside, resolveLexically } from './resolve-lexically.js';

const root = '/work/space';
const windowsRoot = 'C:\\work\\space';

function rule(candidate: unknown, base = root, paths: path.PlatformPath = path.posix): string {
  try {
    return resolveLexically(base, candidate, paths);
  } catch (error) {
    if (error instanceof PathRefusedError) return error.rule;
    throw error;
  }
}

describe('resolveLexically', () => {
  it.each([
    ['a.txt', '/work/space/a.txt'],
    ['.', '/work/space'],
    ['sub/../a', '/work/space/a'],
    ['/work/space/a', '/work/space/a'],
    ['/work/space', '/work/space'],
    ['con-fig.txt', '/work/space/con-fig.txt'],
    ['..a/b..', '/work/space/..a/b..'],
    ['common/comma', '/work/space/common/comma'],
  ])('allows %j', (candidate, resolved) => {
    expect(rule(candidate)).toBe(resolved);
  });

  it.each([
    [undefined, 'empty'],
    [7, 'empty'],
    ['', 'empty'],
    ['a\0b', 'nul'],
    ['C:x', 'drive-relative'],
    ['a:b/../../..', 'drive-relative'],
    ['ab:stream', 'stream'],
    ['sub/NUL.txt', 'device'],
    ['../x', 'escape'],
    ['/work/space-2', 'escape'],
    ['/work', 'escape'],
  ])('judges %j by the rule %s', (candidate, expected) => {
    expect(rule(candidate)).toBe(expected);
  });

  it('words its refusals as the interface does', () => {
    const message = (candidate: unknown) => () => resolveLexically(root, candidate);
    expect(message('')).toThrow('Path argument must be a non-empty string.');
    expect(message('../x')).toThrow(
      'Refusing path "../x": it escapes the workspace root "/work/space".',
    );
    expect(message('C:x')).toThrow(
      'Refusing drive-relative path "C:x": it is not confined to the workspace.',
    );
  });

  it.each(Object.values(refusedPaths).flat())('refuses %j', (template) => {
    const candidate = template.replace('{OUT}', 'outside/secret.txt');
    expect(rule(candidate)).not.toMatch(/^[/\\]/);
  });

  it.each([...Object.values(refusedPaths).flat(), ...backslashPaths])(
    'refuses %j on Windows',
    (template) => {
      const candidate = template.replace('{OUT}', 'outside\\secret.txt');
      expect(rule(candidate, windowsRoot, path.win32)).not.toMatch(/^[A-Z]:|^[/\\]/);
    },
  );

  it.each([
    ['sub\\a.txt', 'C:\\work\\space\\sub\\a.txt'],
    ['C:\\WORK\\Space\\a', 'C:\\WORK\\Space\\a'],
    ['c:/work/space/a', 'c:\\work\\space\\a'],
  ])('allows %j on Windows', (candidate, resolved) => {
    expect(rule(candidate, windowsRoot, path.win32)).toBe(resolved);
  });

  it('gives a path at the root or below it, or refuses, whatever is generated', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'a',
      'C:',
      ':',
      '\0',
      'nul',
      ' ',
      '~',
      'work',
      'space',
    );
    const candidates = fc.oneof(fc.string(), fc.string({ unit: piece }), fc.anything());
    for (const [base, paths] of [
      [root, path.posix],
      [windowsRoot, path.win32],
    ] as const) {
      fc.assert(
        fc.property(candidates, (candidate) => {
          const resolved = rule(candidate, base, paths);
          if (!paths.isAbsolute(resolved)) return;
          const inside = paths.relative(base, resolved);
          expect(inside.split(paths.sep)[0]).not.toBe('..');
          expect(paths.isAbsolute(inside)).toBe(false);
        }),
      );
    }
  });
});

describe('isInside', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a/', '/a', true],
    ['/', '/etc', true],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
  ])('%s and %s: %s', (base, candidate, expected) => {
    expect(isInside(base, candidate)).toBe(expected);
  });
});
