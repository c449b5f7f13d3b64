import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  characterOf,
  isCharacterKeys,
  keyStep,
  opensPalette,
  type Press,
} from '../../console/src/app/action-keys.js';
import { actions } from '../../console/src/app/actions.js';
import { stepFrom } from '../../console/src/approvals/inbox-order.js';
import { commentStops, fileStops, nextStop } from '../../console/src/runs/review/review-steps.js';
import {
  isTurnUndone,
  stagesToRetry,
  undoneWords,
  whyNot,
} from '../../console/src/runs/run-deeds.js';
import type { RunDeed } from '../../src/protocol/records/evidence.js';
import type { RunComment } from '../../src/protocol/records/change-review.js';
import { repositoryRoot } from '../support/run-program.js';
import { sampleStage } from '../support/sample-records.js';

const press: Press = {
  ...{ key: 'g', code: 'KeyG', repeat: false, isComposing: false },
  ...{ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false },
};

describe('the table of actions', () => {
  it('gives each action keys of its own, of which none begin others', () => {
    const keys = actions.map((action) => action.keys);
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((each) => keys.some((other) => other.startsWith(`${each} `)))).toEqual([]);
  });

  it('takes no key of browsers, screen readers or widgets', () => {
    const others = actions.filter(({ keys }) => !/^(?:[a-z]|[a-z] [a-z]|\?)$/.test(keys));
    // Those that were there before.
    expect(others.map(({ keys }) => keys)).toEqual(['Ctrl K', 'Alt Y', 'Alt R', 'Alt N']);
  });

  it('has every action offered by a part of the page', () => {
    const files = globSync(join(repositoryRoot, 'console/src/**/*.{ts,tsx}'))
      .filter((file) => !file.endsWith('/actions.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.includes('useOffers('))
      .join('\n');
    const missing = actions
      .map(({ id }) => id)
      .filter((id) => !id.startsWith('page-'))
      .filter((id) => !new RegExp(`(?:'${id}'|\\b${id}:)`).test(files));
    expect(missing).toEqual([]);
  });
});

describe('a press of a key', () => {
  it('is a letter only alone, not held, and not while an input method writes', () => {
    expect(characterOf(press)).toBe('g');
    expect(characterOf({ ...press, key: 'G' })).toBe('g');
    for (const change of [
      { altKey: true },
      { ctrlKey: true },
      { metaKey: true },
      { shiftKey: true, key: 'G' },
      { repeat: true },
      { isComposing: true },
      { key: 'Enter', code: 'Enter' },
      { key: '1', code: 'Digit1' },
    ]) {
      expect(characterOf({ ...press, ...change })).toBeNull();
    }
  });

  it('is that of its place on a keyboard of other letters', () => {
    expect(characterOf({ ...press, key: 'п' })).toBe('g');
    expect(characterOf({ ...press, key: 'ö', code: 'Semicolon' })).toBeNull();
  });

  it('asks for the keys wherever the question mark is', () => {
    expect(characterOf({ ...press, key: '?', code: 'Minus', shiftKey: true })).toBe('?');
  });

  it('opens the palette by Ctrl or Cmd and K alone', () => {
    const k = { ...press, key: 'k', code: 'KeyK' };
    expect(opensPalette({ ...k, ctrlKey: true })).toBe(true);
    expect(opensPalette({ ...k, metaKey: true })).toBe(true);
    expect(opensPalette(k)).toBe(false);
    expect(opensPalette({ ...k, ctrlKey: true, shiftKey: true })).toBe(false);
    expect(opensPalette({ ...k, ctrlKey: true, repeat: true })).toBe(false);
  });

  it('begins, completes or leads nowhere', () => {
    const known = ['c', 'g r', 'g w'];
    expect(keyStep('', 'c', known)).toEqual({ kind: 'done', keys: 'c' });
    expect(keyStep('', 'g', known)).toEqual({ kind: 'begun', keys: 'g' });
    expect(keyStep('g', 'r', known)).toEqual({ kind: 'done', keys: 'g r' });
    // A slip in the second key must not carry out another action.
    expect(keyStep('g', 'c', known)).toEqual({ kind: 'nothing' });
    expect(keyStep('', 'r', known)).toEqual({ kind: 'nothing' });
  });

  it('can be turned off where it is of a letter alone', () => {
    expect(['c', 'g r', '?'].every(isCharacterKeys)).toBe(true);
    expect(['Alt Y', 'Ctrl K'].some(isCharacterKeys)).toBe(false);
  });
});

describe('steps', () => {
  it('go round among requests', () => {
    expect(stepFrom(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(stepFrom(['a', 'b', 'c'], 'a', -1)).toBe('c');
    expect(stepFrom(['a'], 'a', 1)).toBe('a');
  });

  const item = (type: string, path: string, key: string) => ({ type, key, file: { path } });
  const items = [
    item('file', 'a', 'a'),
    item('note', 'a', 'a note'),
    item('comment', 'a', 'one'),
    item('file', 'b', 'b'),
    item('file', 'c', 'c'),
  ];
  const comment = (id: string, path: string, line: number) => ({ id, path, line }) as RunComment;

  it('lead to each file of a review, and round', () => {
    const stops = fileStops(items);
    expect(stops.map(({ path }) => path)).toEqual(['a', 'b', 'c']);
    expect(nextStop(stops, -1, 1)?.path).toBe('a');
    expect(nextStop(stops, 1, 1)?.path).toBe('b');
    expect(nextStop(stops, 3, -1)?.path).toBe('a');
    expect(nextStop(stops, 4, 1)?.path).toBe('a');
    expect(nextStop([], 0, 1)).toBeUndefined();
  });

  it('lead to each comment, also of folded files, and to none of files that are not shown', () => {
    const all = [comment('two', 'b', 9), comment('zero', 'b', 3), comment('one', 'a', 1)];
    const stops = commentStops(items, [...all, comment('gone', 'z', 1)]);
    expect(stops.map(({ key, at }) => [key, at])).toEqual([
      ['one', 2],
      ['zero', 3.5],
      ['two', 3.5],
    ]);
    expect(nextStop(stops, 2, 1)?.key).toBe('zero');
  });
});

describe('what cannot be done with a run', () => {
  const turns = [{ wroteFiles: ['a'] }];

  it('is said with the reason', () => {
    expect(whyNot({ status: 'running', turns }, true)).toMatchObject({
      cancel: null,
      continue: 'the run is still at work',
      deliver: 'the run is still at work',
    });
    expect(whyNot({ status: 'done', turns }, true)).toEqual({
      cancel: 'the run has ended',
      ...{ continue: null, retry: null, replay: null, deliver: null, undo: null },
      redo: 'nothing was undone',
      discard: 'the run has no worktree of its own',
    });
    const reverted = { kind: 'reverted', at: 1, by: 'person' } as const;
    const offered = (change: RunDeed) => {
      const { undo, redo } = whyNot({ status: 'done', turns, changes: [change] }, true);
      return [undo, redo];
    };
    expect(offered(reverted)).toEqual(['it is undone', null]);
    expect(offered({ ...reverted, turnId: 'turn_1' })).toEqual([null, null]);
    expect(offered({ ...reverted, undone: 2 })).toEqual([null, 'nothing was undone']);
    const ran = [{ id: 'turn_1' }, { id: 'turn_2' }];
    const isUndone = (change: RunDeed, turnId: string) =>
      isTurnUndone({ turns: ran, changes: [change] }, turnId);
    expect(isUndone(reverted, 'turn_1')).toBe(true);
    expect(isUndone({ ...reverted, turnId: 'turn_2' }, 'turn_1')).toBe(false);
    expect(isUndone({ ...reverted, turnId: 'turn_2' }, 'turn_2')).toBe(true);
    expect(isUndone({ ...reverted, undone: 2 }, 'turn_1')).toBe(false);
    const warned = (change: RunDeed, worktree = {}) =>
      undoneWords({ changes: [change], ...worktree });
    expect(undoneWords({})).toBeNull();
    expect(warned(reverted)).toBe(
      'This change is undone in the folder; what is delivered is the change as it was.',
    );
    expect(warned({ ...reverted, turnId: 'turn_1' }, { worktree: 'w' })).toBe(
      'Part of this change is undone in its worktree; what is delivered is the change as it was.',
    );
    expect(warned({ ...reverted, undone: 2 })).toBeNull();
    expect(whyNot({ status: 'done', turns }, false)).toMatchObject({
      ...{ continue: 'its floor was closed', retry: 'its floor was closed', replay: null },
    });
    expect(whyNot({ status: 'done', turns: [] }, true).undo).toBe('no file was changed');
    expect(whyNot({ status: 'done', turns, worktreeKept: false }, true).deliver).toBe(
      'its worktree is removed',
    );
  });

  it('is to begin a retry with a later stage when the worktree is gone', () => {
    const stages = ['a', 'b'].map((id) =>
      sampleStage({ id, status: id === 'a' ? 'done' : 'failed' }),
    );
    const run = { status: 'failed', endedAt: 9, stages } as const;
    expect(stagesToRetry(run)).toEqual(stages);
    expect(stagesToRetry({ ...run, worktreeKept: false })).toEqual(stages.slice(0, 1));
  });
});
