import { describe, expect, it } from '@jest/globals';
import { readablePatch } from './readable-patch.js';

const text = 'diff --git a/a b/a\nindex 1..2 100644\n@@ -0,0 +1 @@\n+GIT binary patch\n';
const binary = (path: string) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZ\n\nliteral 0\nHc\n\n`;
const told = (path: string) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\nIt is no text.\n`;

describe('a readable patch', () => {
  it.each([
    ['of text', text, text],
    ['of what is no text', binary('p'), told('p')],
    ['of both', `${text}${binary('p')}${text}`, `${text}${told('p')}${text}`],
    ['of several that are no text', `${binary('p')}${binary('q')}`, `${told('p')}${told('q')}`],
    ['that is empty', '', ''],
  ])('is that %s', (_what, patch, readable) => {
    expect(readablePatch(patch)).toBe(readable);
  });
});
