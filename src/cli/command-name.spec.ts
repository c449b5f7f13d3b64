import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { commandName, shellWord } from './command-name.js';

const built = '/srv/office/dist/cli/office.js';
const script = '/srv/office/scripts/office.mjs';

describe('commandName', () => {
  it.each([
    ['npm run office', { npm_lifecycle_event: 'office' }, built, 'npm run -s office --'],
    ['npx', { npm_lifecycle_event: 'npx', OFFICE_STARTED_BY: script }, built, 'npx office'],
    ['a link on the path', { OFFICE_STARTED_BY: '/usr/local/bin/office' }, built, 'office'],
    ['its script', { OFFICE_STARTED_BY: script }, built, 'npx office'],
    ['the built file', {}, built, 'npx office'],
    ['a file elsewhere', {}, '/srv/office/my/office.js', 'node my/office.js'],
    ['the file of an image', {}, '/app/dist/cli/office.js', 'node /app/dist/cli/office.js'],
    ['a path with blanks', {}, '/my office/office.js', "node '/my office/office.js'"],
    ['npm run plugin', { npm_lifecycle_event: 'plugin' }, '/srv/dist/cli/plugin.js', 'npx office'],
    ['nothing known', {}, '', 'npx office'],
  ])('is what the person can type after %s', (_, env, file, name) => {
    expect(commandName({ env, file, cwd: '/srv/office' })).toBe(name);
  });
});

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
