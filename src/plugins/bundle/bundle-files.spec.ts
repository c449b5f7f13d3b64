import { describe, expect, it } from '@jest/globals';
import { pluginFiles } from './bundle-files.js';

const namesIn = (...names: readonly string[]): readonly string[] | null => {
  const files = pluginFiles(new Map(names.map((name) => [name, Buffer.from(name)])));
  return files && [...files.keys()];
};

describe('pluginFiles', () => {
  it.each([
    [
      ['plugin.json', 'lib/a.mjs'],
      ['plugin.json', 'lib/a.mjs'],
    ],
    [
      ['word-count/plugin.json', 'word-count/lib/a.mjs'],
      ['plugin.json', 'lib/a.mjs'],
    ],
    [
      ['plugin.json', 'word-count/plugin.json'],
      ['plugin.json', 'word-count/plugin.json'],
    ],
  ])('finds the plugin in %j', (names, expected) => {
    expect(namesIn(...names)).toEqual(expected);
  });

  it.each([
    [['index.mjs']],
    [['a/b/plugin.json']],
    [['a/plugin.json', 'b/plugin.json']],
    [['a/plugin.json', 'README.md']],
    [['plugin.json/x']],
  ])('finds none in %j', (names) => {
    expect(namesIn(...names)).toBeNull();
  });
});
