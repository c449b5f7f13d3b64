import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changedFiles } from '../../console/src/runs/changed-files.js';
import { netDiff } from '../../console/src/runs/net-diff.js';
import { hunksOf } from '../../console/src/runs/patch-hunks.js';
import { sampleTurn } from '../support/sample-records.js';

/** The change between two versions as one hunk with three lines around it. */
function patchOf(before: readonly string[], after: readonly string[]): string {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first++;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  const from = Math.max(0, first - 3);
  const tail = Math.max(0, last - 3);
  const [olds, news] = [before.length - tail - from, after.length - tail - from];
  const start = (count: number) => (count === 0 ? from : from + 1);
  return [
    'diff --git a/file b/file',
    `@@ -${start(olds)},${olds} +${start(news)},${news} @@`,
    ...before.slice(from, first).map((line) => ` ${line}`),
    ...before.slice(first, before.length - last).map((line) => `-${line}`),
    ...after.slice(first, after.length - last).map((line) => `+${line}`),
    ...after.slice(after.length - last, after.length - tail).map((line) => ` ${line}`),
  ].join('\n');
}

/** A version with a patch carried out; throws where the patch is of another version. */
function patched(lines: readonly string[], patch: string): readonly string[] {
  const made: string[] = [];
  let at = 0;
  for (const { before, lines: changes } of hunksOf(patch) ?? []) {
    made.push(...lines.slice(at, before));
    at = before;
    for (const { sign, text } of changes) {
      if (sign !== '+' && lines[at++] !== text) throw new Error(`line ${at} is not "${text}"`);
      if (sign !== '-') made.push(text);
    }
  }
  return [...made, ...lines.slice(at)];
}

const version = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 14 });

describe('the whole change of a file', () => {
  it('leads from the first version to the last, whatever was between them', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 6 }), (versions) => {
        const changed = versions.filter((each, at) => each.join() !== versions[at - 1]?.join());
        const steps = changed.slice(1).map((each, at) => patchOf(changed[at] ?? [], each));
        const net = netDiff(steps);
        if (net === null) throw new Error('The patches fit each other.');
        const [first = []] = changed;
        expect(patched(first, net.patch)).toEqual(changed.at(-1));
        expect(first.length + net.added - net.removed).toBe(changed.at(-1)?.length);
      }),
    );
  });

  it('is nothing when the file is as it was in the end', () => {
    const there = patchOf(['one', 'two'], ['one', 'three', 'two']);
    const back = patchOf(['one', 'three', 'two'], ['one', 'two']);
    expect(netDiff([there, back])).toEqual({ added: 0, removed: 0, patch: '' });
  });

  it('is one line where a line was written and then mended', () => {
    const net = netDiff([
      patchOf([], ['worng', 'end']),
      patchOf(['worng', 'end'], ['right', 'end']),
    ]);
    expect(net).toEqual({ added: 2, removed: 0, patch: '@@ -0,0 +1,2 @@\n+right\n+end' });
  });

  it('cannot be told when somebody else changed the file between', () => {
    const first = patchOf(['one'], ['one', 'two']);
    expect(netDiff([first, patchOf(['one', 'other'], ['one'])])).toBeNull();
  });

  it('cannot be told from a patch that is cut off, or of a file that is no text', () => {
    const whole = patchOf(['one'], ['one', 'two']);
    expect(netDiff([whole.slice(0, -5)])).toBeNull();
    expect(netDiff(['Binary files a/x and b/x differ'])).toBeNull();
  });

  it('passes over what git says of a missing end of line', () => {
    const text =
      '@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+two\n\\ No newline at end of file';
    expect(netDiff([text])).toEqual({ added: 1, removed: 1, patch: '@@ -1,1 +1,1 @@\n-one\n+two' });
  });
});

describe('the files that a run changed', () => {
  const states = { truncated: false, before: 'a', after: 'b' };
  const file = (path: string, before: string[], after: string[]) => ({
    path,
    added: after.length,
    removed: before.length,
    patch: patchOf(before, after),
  });
  const first = sampleTurn({
    id: 'turn_1',
    diff: { ...states, files: [file('b.txt', [], ['x']), file('a.txt', [], ['one'])], afterAt: 1 },
  });
  const second = sampleTurn({
    id: 'turn_2',
    diff: { ...states, files: [file('a.txt', ['one'], ['two'])], afterAt: 2 },
  });

  it('are listed once each, with what is left of all changes, in the order of their turns', () => {
    const files = changedFiles([second, first]);
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ['a.txt', 1, 0],
      ['b.txt', 1, 0],
    ]);
    expect(files[0]?.changes.map(({ turn }) => turn.id)).toEqual(['turn_1', 'turn_2']);
    expect(files[0]?.net?.patch).toBe('@@ -0,0 +1,1 @@\n+two');
  });

  it('have no whole change where the service left parts out', () => {
    const shortened = {
      ...second,
      diff: { ...states, ...second.diff, truncated: true, files: [] },
    };
    const again = sampleTurn({ ...second, id: 'turn_3' });
    const [file] = changedFiles([first, shortened, again]);
    expect(file?.net).toBeNull();
    expect(file).toMatchObject({ path: 'a.txt', added: 2, removed: 1 });
  });
});
