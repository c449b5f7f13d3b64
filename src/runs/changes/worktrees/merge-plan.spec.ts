import { describe, expect, it } from '@jest/globals';
import type { Entry } from '../tree.js';
import { planMerge } from './merge-plan.js';

const file = (id: string, mode = 0o644): Entry => ({ kind: 'file', id, mode });
const directory: Entry = { kind: 'directory', mode: 0o755 };
const link = (id: string): Entry => ({ kind: 'link', id });
const left = (reason: 'ignored' | 'large'): Entry => ({ kind: 'unrecorded', mark: 'm', reason });

type Sides = readonly [base: Entry | null, theirs: Entry | null, ours: Entry | null];

function plan([base, theirs, ours]: Sides) {
  const at = (entry: Entry | null) => new Map([['p', entry]]);
  const { wanted, texts, conflicts, unheld } = planMerge(at(base), at(theirs), at(ours));
  if (conflicts.length > 0) return 'conflict';
  if (unheld.length > 0) return 'unheld';
  if (texts.length > 0) return { merge: texts[0]?.mode };
  return wanted.has('p') ? { put: wanted.get('p') } : 'stays';
}

describe('the merge of a change into a workspace', () => {
  it.each<readonly [what: string, sides: Sides, expected: ReturnType<typeof plan>]>([
    ['a change', [file('1'), file('2'), file('1')], { put: file('2') }],
    ['a new file', [null, file('2'), null], { put: file('2') }],
    ['a removal', [file('1'), null, file('1')], { put: null }],
    ['the same change', [file('1'), file('2'), file('2')], 'stays'],
    ['the same new file', [null, file('2'), file('2')], 'stays'],
    ['the same removal', [file('1'), null, null], 'stays'],
    ['two changes of a text', [file('1'), file('2'), file('3')], { merge: 0o644 }],
    [
      'two changes, one of the mode too',
      [file('1'), file('2', 0o755), file('3')],
      { merge: 0o755 },
    ],
    ['a mode beside a text', [file('1'), file('1', 0o755), file('3')], { put: file('3', 0o755) }],
    ['a text beside a mode', [file('1'), file('2'), file('1', 0o755)], { put: file('2', 0o755) }],
    ['a change of what was removed', [file('1'), file('2'), null], 'conflict'],
    ['a removal of what was changed', [file('1'), null, file('3')], 'conflict'],
    ['two new files', [null, file('2'), file('3')], 'conflict'],
    ['a link for a changed file', [file('1'), link('2'), file('3')], 'conflict'],
    ['a link for the same file', [file('1'), link('2'), file('1')], { put: link('2') }],
    ['a file where people made a directory', [null, file('2'), directory], 'conflict'],
    ['a directory where people made a file', [null, directory, file('3')], 'conflict'],
    ['a directory that is there', [null, directory, directory], 'stays'],
    ['a new directory', [null, directory, null], { put: directory }],
    ['a removed directory', [directory, null, directory], { put: null }],
    ['a removed directory that is gone', [directory, null, null], 'stays'],
    ['an ignored file', [null, left('ignored'), null], 'stays'],
    ['a large file', [null, left('large'), null], 'unheld'],
    ['a file where people have an ignored one', [null, file('2'), left('ignored')], 'conflict'],
  ])('%s', (_what, sides, expected) => {
    expect(plan(sides)).toEqual(expected);
  });

  it('makes the directories again that a file needs and people have removed', () => {
    const { wanted } = planMerge(
      new Map([['d/e/f', file('1')]]),
      new Map([['d/e/f', file('2')]]),
      new Map<string, Entry>([
        ['d', directory],
        ['d/e/f', file('1')],
      ]),
    );
    expect(wanted.get('d/e')).toEqual(directory);
    expect(wanted.has('d')).toBe(false);
  });
});
