import { describe, expect, it } from '@jest/globals';
import { changedLines } from '../../console/src/runs/diff-lines.js';
import { readPage } from '../../console/src/runs/patch-page.js';
import { shownChange } from '../../console/src/runs/shown-files.js';
import type { RunChanges } from '../../src/protocol/records/change-review.js';
import { sampleTurn } from '../support/sample-records.js';

describe('what is shown of the files that a run changed', () => {
  const states = { truncated: false, before: 'a', after: 'b' };
  const file = (path: string) => ({ path, added: 1, removed: 1, patch: `patch of ${path}` });
  const first = sampleTurn({
    id: 'turn_1',
    wroteFiles: ['a.txt', 'b.txt', '.env', 'odd'],
    diff: { ...states, files: [file('b.txt'), file('a.txt')], afterAt: 1, unrecorded: ['.env'] },
  });
  const second = sampleTurn({
    id: 'turn_2',
    diff: { ...states, files: [file('a.txt')], afterAt: 2, unrecorded: ['.env', 'logs/'] },
  });
  const changes: RunChanges = {
    runId: 'run',
    atWork: false,
    version: '1',
    files: [{ path: 'a.txt', kind: 'added', added: 1, removed: 0, patchBytes: 9, content: 'c' }],
    patchBytes: 9,
    unrecorded: ['.env'],
    notes: [],
  };

  it('is what the service tells, with what turns did to it in the order of their ends', () => {
    const shown = shownChange([second, first], changes);
    expect(shown.files).toMatchObject([{ path: 'a.txt', kind: 'added', added: 1, removed: 0 }]);
    expect(shown.files[0]?.history.map(({ turn }) => turn.id)).toEqual(['turn_1', 'turn_2']);
    expect(shown.unchanged.map(({ path }) => path)).toEqual(['b.txt']);
    expect([shown.unrecorded, shown.further]).toEqual([['.env'], ['odd']]);
  });

  it('is what turns changed where the service does not tell', () => {
    const shown = shownChange([second, first], null);
    expect(shown.files.map(({ path, kind, added }) => [path, kind, added])).toEqual([
      ['a.txt', null, 2],
      ['b.txt', null, 1],
    ]);
    expect([shown.unchanged, shown.unrecorded]).toEqual([[], ['.env', 'logs/']]);
  });
});

describe('a page of a patch', () => {
  async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it.each([1, 2, 7, 1000])('ends at the end of a line, read by %i bytes', async (size) => {
    const text = 'zwölf\nBögen\n字字字\n';
    expect(await readPage(pieces(text, size), 8)).toEqual({ text: 'zwölf\n', isMore: true });
    expect(await readPage(pieces(text, size), 12)).toEqual({
      text: 'zwölf\nBögen\n',
      isMore: true,
    });
    expect(await readPage(pieces(text, size), 100)).toEqual({ text, isMore: false });
  });

  it('has a part of a line that is longer than a page, and of a line only the beginning', async () => {
    const line = '+'.repeat(5000);
    expect(await readPage(pieces(line, 999), 10)).toEqual({
      text: line.slice(0, 10),
      isMore: true,
    });
    expect(changedLines(line)[0]).toMatch(/^\+{2000} … 3,000 more characters$/);
  });

  it('keeps spaces at the ends of lines, and only tells of what is no text', () => {
    expect(changedLines('diff --git a/a b/a\n@@ -0,0 +1 @@\n+  \n')).toEqual([
      '@@ -0,0 +1 @@',
      '+  ',
    ]);
    const binary = 'diff --git a/p b/p\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZ\n\n';
    expect(changedLines(binary).at(-1)).toBe('It is no text.');
  });
});
