import { describe, expect, it } from '@jest/globals';
import type { TurnRecord } from '../../protocol/records/work.js';
import { planMoves, planRevert } from './revert-plan.js';
import type { Entry, TreeEntries } from './tree.js';
import type { RecordedWrites } from './write-history.js';

type Contents = Readonly<Record<string, Entry | null>>;

const file = (id: string, mode = 0o644): Entry => ({ kind: 'file', id, mode });
const folder: Entry = { kind: 'directory', mode: 0o755 };
const unheld = (mark: string): Entry => ({ kind: 'unrecorded', mark, reason: 'ignored' });
const entries = (contents: Contents): TreeEntries => new Map(Object.entries(contents));
const wrote = (
  [beforeAt, afterAt]: readonly [number, number],
  before: Contents,
  after: Contents,
): RecordedWrites => ({
  turn: {} as TurnRecord,
  beforeAt,
  afterAt,
  before: entries(before),
  after: entries(after),
});

describe('planRevert', () => {
  it.each<
    [string, Entry | null, Entry | null, Entry | null, 'kept' | 'undone' | 'conflict' | 'left']
  >([
    ['a changed file', file('1'), file('2'), file('2'), 'undone'],
    ['other permissions alone', file('1'), file('1', 0o600), file('1', 0o600), 'undone'],
    ['a file that others changed since', file('1'), file('2'), file('3'), 'conflict'],
    ['what is as wanted already', file('1'), file('2'), file('1'), 'kept'],
    ['a file that others made where one was removed', file('1'), null, file('3'), 'conflict'],
    ['the same, out of sight', file('1'), null, unheld('m'), 'conflict'],
    [
      'a file that became a link',
      file('1'),
      { kind: 'link', id: 'l' },
      { kind: 'link', id: 'l' },
      'undone',
    ],
    ['a file that outgrew the bound', file('1'), unheld('m'), unheld('m'), 'undone'],
    ['the same, changed by others since', file('1'), unheld('m'), unheld('n'), 'conflict'],
    ['what was there out of sight and is changed', unheld('m'), unheld('n'), unheld('n'), 'left'],
    ['what was there out of sight and is gone', unheld('m'), null, null, 'left'],
    [
      'what was there out of sight and came into view',
      unheld('m'),
      file('2'),
      file('2'),
      'conflict',
    ],
    ['what was made out of sight', null, unheld('m'), unheld('m'), 'left'],
    ['a directory that was made', null, folder, folder, 'undone'],
    ['a directory that is gone by now', null, folder, null, 'kept'],
    ['a directory that was removed', folder, null, null, 'undone'],
    [
      'a directory that others made again',
      folder,
      null,
      { kind: 'directory', mode: 0o700 },
      'kept',
    ],
    ['a file of others where a directory was removed', folder, null, file('3'), 'conflict'],
  ])('knows what becomes of %s', (_name, origin, left, now, fate) => {
    const plan = planRevert([wrote([1, 2], { a: origin }, { a: left })], [], entries({ a: now }));
    expect(plan.wanted).toEqual(fate === 'undone' ? entries({ a: origin }) : new Map());
    expect(plan.conflicts).toEqual(fate === 'conflict' ? ['a'] : []);
    expect(plan.left).toEqual(fate === 'left' ? ['a'] : []);
  });

  const first = wrote([10, 20], { a: file('1') }, { a: file('2') });
  const failed = wrote([30, 40], { a: file('2'), b: null }, { a: file('3'), b: file('b') });
  const again = wrote([50, 60], { a: file('3') }, { a: file('4') });

  it('leaves what a retried run wrote where it is not in the way', () => {
    const plan = planRevert([again], [failed], entries({ a: file('4'), b: file('b') }));
    expect(plan.wanted).toEqual(entries({ a: file('3') }));
  });

  it('takes it back where it lies between', () => {
    const plan = planRevert([first, again], [failed], entries({ a: file('4'), b: file('b') }));
    expect(plan.wanted).toEqual(entries({ a: file('1'), b: null }));
    expect(plan.conflicts).toEqual([]);
  });

  it('names what others changed between turns, unless it is as it was', () => {
    const later = wrote([30, 40], { a: file('x') }, { a: file('4') });
    expect(planRevert([first, later], [], entries({ a: file('4') })).conflicts).toEqual(['a']);
    expect(planRevert([first, later], [], entries({ a: file('1') })).conflicts).toEqual([]);
  });
});

describe('planMoves', () => {
  const created = ['new.txt'];
  const wanted = entries({ 'new.txt': null });

  it.each<[string, string, string, 'moved' | 'conflict' | 'removed']>([
    ['the very file', '7 5 100 200 420', '7 5 100 300 420', 'moved'],
    ['the file, changed since', '7 5 100 200 420', '7 9 400 400 420', 'conflict'],
    ['a file as large, which may be a copy', '7 5 100 200 420', '8 5 400 400 420', 'conflict'],
    ['a file of the same content', '7 5 100 200 420 aa', '8 5 400 400 420 aa', 'conflict'],
    ['a file as large of other content', '7 5 100 200 420 aa', '8 5 400 400 420 bb', 'removed'],
    ['another file', '7 5 100 200 420', '8 6 400 400 420', 'removed'],
    ['an empty file', '7 0 100 200 420', '8 0 400 400 420', 'removed'],
  ])('finds what vanished in %s', (_name, gone, there, fate) => {
    const plan = { vanished: new Map([['.env', gone]]), created, replaced: [], wanted };
    expect(planMoves(plan, new Map([['new.txt', there]]))).toEqual({
      moves: fate === 'moved' ? [{ from: 'new.txt', to: '.env' }] : [],
      conflicts: fate === 'conflict' ? ['new.txt'] : [],
    });
  });

  it('removes nothing from a folder that vanished under another name', () => {
    const plan = {
      vanished: new Map([['node_modules/', '7 493 abc']]),
      created: ['kept/a.js'],
      replaced: [],
      wanted: entries({ 'kept/a.js': null }),
    };
    const marks = new Map([
      ['kept/a.js', '9 5 100 200 420'],
      ['kept', '7 493'],
    ]);
    expect(planMoves(plan, marks).conflicts).toEqual(['kept/a.js']);
  });

  it.each<[string, string, 'conflict' | 'replaced']>([
    ['the very file', '7 5 100 300 420', 'conflict'],
    ['a file as large, which may be a copy', '8 5 400 400 420', 'conflict'],
    ['another file', '8 6 400 400 420', 'replaced'],
  ])('replaces nothing that vanished: %s stands where another was', (_name, there, fate) => {
    const plan = {
      vanished: new Map([['.env', '7 5 100 200 420']]),
      created: [],
      replaced: ['a'],
      wanted: entries({ a: file('1') }),
    };
    expect(planMoves(plan, new Map([['a', there]]))).toEqual({
      moves: [],
      conflicts: fate === 'conflict' ? ['a'] : [],
    });
  });
});

describe('planMoves over many files', () => {
  it('takes time in proportion to their number', () => {
    const names = Array.from({ length: 20_000 }, (_none, index) => `f${index}`);
    const vanished = new Map(names.map((name, index) => [name, `${index} 7 1 2 420`]));
    const created = names.map((name) => `new/${name}`);
    const wanted = entries(Object.fromEntries(created.map((name) => [name, null])));
    const marks = new Map(created.map((name, index) => [name, `${index} 7 1 3 420`]));
    const started = performance.now();
    const { moves } = planMoves({ vanished, created, replaced: [], wanted }, marks);
    expect(moves).toHaveLength(names.length);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('what may have come out of a folder that is told by one mark', () => {
  const opened = { 'node_modules/': unheld('1') };
  const after = { 'node_modules/': unheld('2'), new: file('n') };

  it.each<[string, Contents, Contents, readonly string[]]>([
    ['a new file', { ...opened, new: null }, after, ['new']],
    ['one that was there under another name', { ...opened, new: null, old: file('n') }, after, []],
    ['one that is changed', { ...opened, new: file('1') }, after, []],
    ['a new file beside a folder that is new', { 'node_modules/': null, new: null }, after, []],
    ['a new file where no folder changed', { new: null }, { new: file('n') }, []],
  ])('%s', (_name, before, left, foreign) => {
    expect(planRevert([wrote([1, 2], before, left)], [], entries(left)).foreign).toEqual(foreign);
  });
});
