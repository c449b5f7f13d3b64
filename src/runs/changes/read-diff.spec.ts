import { describe, expect, it } from '@jest/globals';
import { readDiff, wholeSections } from './read-diff.js';

type Kind = 'A' | 'D' | 'M' | 'T';

const listOf = (files: readonly (readonly [Kind, string])[]): string =>
  [
    ...files.flatMap(([kind, path]) => [`:100644 100644 ${'0'.repeat(40)} 1 ${kind}`, path]),
    ...files.map(([, path]) => `1\t0\t${path}`),
    '',
  ].join('\0');
const section = (path: string, text: string): string =>
  `diff --git a/${path} b/${path}\n@@ -0,0 +1 @@\n+${text}\n`;

describe('readDiff', () => {
  it('gives both parts of a change of type to the same file', () => {
    const sections = ['a', 'a', 'b'].map((path, at) => section(path, `${at}`));
    const { files, truncated } = readDiff(
      listOf([
        ['T', 'a'],
        ['M', 'b'],
      ]),
      wholeSections(sections.join(''), false),
      false,
    );
    expect(truncated).toBe(false);
    expect(files.map(({ path, patch }) => [path, patch])).toEqual([
      ['a', `${sections[0]}${sections[1]}`],
      ['b', sections[2]],
    ]);
  });

  it.each(['\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\r\r', '\0'])(
    'ends a line at a line feed alone, not at %j',
    (end) => {
      const sections = [section('a', `x${end}diff --git a/no b/no`), section('b', 'y')];
      const split = wholeSections(sections.join(''), false);
      expect(split).toEqual(sections);
    },
  );

  it('leaves out whole patches, the largest first, and keeps small ones behind them', () => {
    const big = 'x'.repeat(15_000);
    const sections = [section('a', big), section('b', big), section('c', 'small')];
    const { files, truncated } = readDiff(
      listOf([
        ['A', 'a'],
        ['A', 'b'],
        ['A', 'c'],
      ]),
      sections,
      false,
    );
    expect(truncated).toBe(true);
    expect(files.map(({ patch }) => patch)).toEqual([sections[0], '', sections[2]]);
  });

  it('has no patch of a file at which what git said was cut', () => {
    const cut = `${section('a', 'x')}${section('b', 'y').slice(0, -4)}`;
    const list = listOf([
      ['A', 'a'],
      ['T', 'b'],
    ]);
    const { files, truncated } = readDiff(list, wholeSections(cut, true), false);
    expect(truncated).toBe(true);
    expect(files.map(({ patch }) => patch)).toEqual([section('a', 'x'), '']);
  });

  it('reads names with line feeds, tabs and colons', () => {
    const names = [':100644 a', 'a\nb', '1\t2\tc', 'é "x"'];
    const { files } = readDiff(
      listOf(names.map((name) => ['A', name] as const)),
      names.map((name) => section('?', name)),
      false,
    );
    expect(files.map(({ path }) => path)).toEqual(names);
    expect(files.every(({ patch }, at) => patch.includes(names[at] ?? ''))).toBe(true);
  });
});
