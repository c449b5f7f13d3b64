import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { shellWord } from './shell-word.js';

describe('shellWord', () => {
  it.each([
    ['word-count', 'word-count'],
    ['../a/b.c', '../a/b.c'],
    ['my plugin', "'my plugin'"],
    ['', "''"],
    ["it's", String.raw`'it'\''s'`],
  ])('writes %j as %s', (text, word) => expect(shellWord(text)).toBe(word));

  it.each(['$HOME', '`id`', 'a"b', '*', "'", 'a\nb', '日本 語', '\\'])(
    'is read back: %j',
    (text) => {
      const read = execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' });
      expect(read).toBe(text);
    },
  );
});
