import { expect, it } from '@jest/globals';
import { seatbeltProfile } from './seatbelt.js';

it('says in the language of Seatbelt what bubblewrap mounts, the narrower place last', () => {
  const profile = seatbeltProfile({
    kind: 'sandbox',
    program: '/usr/bin/sandbox-exec',
    mounts: [
      { kind: 'memory', path: '/Users/ada' },
      { kind: 'hidden-folder', path: '/srv/data' },
      { kind: 'write', path: '/tmp', source: '/private/tmp/office-1/tmp' },
      { kind: 'read', path: '/Users/ada/.nvm' },
      { kind: 'write', path: '/Users/ada/my "work"' },
      { kind: 'read', path: '/Users/ada/my "work"/.git' },
    ],
    guarded: [],
    network: { kind: 'none' },
    bounds: { processes: 1, memoryMb: 1, writtenMb: 1 },
    environment: {},
  });
  const rules = profile.trim().split('\n');
  expect(rules.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  expect(rules.slice(-11)).toEqual([
    '(deny file-read* file-write* (subpath "/Users/ada"))',
    '(allow file-read-metadata (subpath "/Users/ada"))',
    '(deny file-read* file-write* (subpath "/srv/data"))',
    '(allow file-read-metadata (subpath "/srv/data"))',
    '(allow file-read* file-write* (subpath "/private/tmp/office-1/tmp"))',
    '(deny file-write* (subpath "/Users/ada/.nvm"))',
    '(allow file-read* (subpath "/Users/ada/.nvm"))',
    String.raw`(allow file-read* file-write* (subpath "/Users/ada/my \"work\""))`,
    String.raw`(deny file-write* (subpath "/Users/ada/my \"work\"/.git"))`,
    String.raw`(allow file-read* (subpath "/Users/ada/my \"work\"/.git"))`,
    '(deny network*)',
  ]);
});
