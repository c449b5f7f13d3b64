import { describe, expect, it } from '@jest/globals';
import { linePieces } from '../../console/src/runs/review/line-pieces.js';
import { filePatch, sideBySide } from '../../console/src/runs/review/patch-rows.js';
import { treeRows } from '../../console/src/runs/review/tree-rows.js';
import { wordMarks } from '../../console/src/runs/review/word-marks.js';

describe('the rows of a patch', () => {
  const patch = [
    'diff --git a/a b/a',
    '--- a/a',
    '+++ b/a',
    '@@ -3,4 +3,4 @@ in a function',
    ' three',
    '-const old = 1;',
    '+const now = 1;',
    '+added',
    ' five',
    '@@ -20 +20,0 @@',
    '-twenty',
    '\\ No newline at end of file',
    '',
  ].join('\n');

  it('have the numbers of both sides, and the gaps between them', () => {
    const { hunks, after, notes } = filePatch(patch);
    expect(hunks.map(({ before }) => before)).toEqual([
      { oldFrom: 1, newFrom: 1, lines: 2 },
      { oldFrom: 6, newFrom: 7, lines: 14 },
    ]);
    expect(hunks[0]?.rows.map((row) => [row.kind, row.old, row.new])).toEqual([
      ['context', 3, 3],
      ['removed', 4, null],
      ['added', null, 4],
      ['added', null, 5],
      ['context', 5, 6],
    ]);
    expect([after, notes]).toEqual([null, ['No newline at end of file']]);
    expect(filePatch('@@ -0,0 +1,2 @@\n+a\n+b\n').after).toBeNull();
  });

  it('are followed by more only when the patch ends with as many unchanged lines as it can', () => {
    const ended = '@@ -1,3 +1,3 @@\n-a\n+A\n b\n c\n';
    expect(filePatch(ended).after).toBeNull();
    const gap = { oldFrom: 5, newFrom: 5, lines: null };
    expect(filePatch(`${ended} d\n`).after).toEqual(gap);
  });

  it('stand side by side, with the words that differ', () => {
    const rows = filePatch(patch).hunks[0]?.rows ?? [];
    const pairs = sideBySide(rows).map(({ left, right }) => [left?.text, right?.text]);
    expect(pairs).toEqual([
      ['three', 'three'],
      ['const old = 1;', 'const now = 1;'],
      [undefined, 'added'],
      ['five', 'five'],
    ]);
    const marks = wordMarks(rows);
    expect(rows.map((row) => marks.get(row))).toEqual([
      undefined,
      [[6, 9]],
      [[6, 9]],
      undefined,
      undefined,
    ]);
    const tokens = [
      { text: 'const ', look: 'k' },
      { text: 'now = 1;', look: '' },
    ];
    expect(linePieces(tokens, [[4, 9]])).toEqual([
      { text: 'cons', look: 'k', isMarked: false },
      { text: 't ', look: 'k', isMarked: true },
      { text: 'now', look: '', isMarked: true },
      { text: ' = 1;', look: '', isMarked: false },
    ]);
  });

  it('are in a tree whose lone folders are one', () => {
    const file = (path: string) => ({ path, kind: null, added: 1, removed: 0, history: [] });
    const rows = treeRows(['a/b/c/x', 'a/b/c/y', 'a/b/z', 'top'].map(file));
    expect(rows.map(({ name, depth, file: own }) => [name, depth, own !== null])).toEqual([
      ['a/b', 0, false],
      ['c', 1, false],
      ['x', 2, true],
      ['y', 2, true],
      ['z', 1, true],
      ['top', 0, true],
    ]);
  });
});
