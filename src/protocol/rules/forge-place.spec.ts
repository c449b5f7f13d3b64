import { describe, expect, it } from '@jest/globals';
import { forgePlaceOf } from './forge-place.js';

const hosted = 'https://git.example.org:3000';

describe('the name of a repository', () => {
  it.each([
    ['acme/widgets', null, null, 'acme/widgets'],
    [' acme/widgets.git ', null, null, 'acme/widgets'],
    ['https://github.com/acme/widgets', 'github', null, 'acme/widgets'],
    ['https://github.com/acme/widgets/issues/3', 'github', null, 'acme/widgets'],
    ['https://gitlab.com/a/b/widgets/-/tree/main', 'gitlab', null, 'a/b/widgets'],
    ['git@github.com:acme/widgets.git', 'github', null, 'acme/widgets'],
    ['ssh://git@git.example.org/acme/widgets.git', null, 'https://git.example.org', 'acme/widgets'],
    [`${hosted}/acme/widgets/src/branch/main`, null, hosted, 'acme/widgets'],
    ['https://', null, null, 'https:'],
  ])('is read of %s', (text, kind, url, repository) => {
    expect(forgePlaceOf(text)).toEqual({ kind, url, repository });
  });

  it.each([
    ['git/acme/widgets', { kind: 'gitea' }, `${hosted}/git`, 'acme/widgets'],
    ['acme/widgets', { kind: 'gitea' }, hosted, 'acme/widgets'],
    ['git/a/b/widgets', { url: `${hosted}/git/` }, `${hosted}/git`, 'a/b/widgets'],
    ['git/a/b/widgets', { url: hosted }, hosted, 'git/a/b/widgets'],
    ['git/a/b/widgets', { url: 'https://git.example.org/git' }, hosted, 'git/a/b/widgets'],
    ['gitlab/widgets', { url: `${hosted}/git` }, hosted, 'gitlab/widgets'],
    ['git/a/b/widgets', { kind: 'gitlab' }, hosted, 'git/a/b/widgets'],
  ] as const)('leaves out the path of its forge: %s of %p', (path, known, url, repository) => {
    expect(forgePlaceOf(`${hosted}/${path}`, known)).toEqual({ kind: null, url, repository });
  });
});
