import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import { commentTexts } from '../texts/comments.js';
import { deliveryTexts } from '../texts/delivery.js';
import { httpTexts, requestIdTexts, shapeTexts, socketTexts } from '../texts/http.js';
import { memoryTexts } from '../texts/memory.js';
import { runTexts, steerTexts, submitTexts } from '../texts/runs.js';
import { worktreeTexts } from '../texts/worktrees.js';
import { settingsTexts } from '../texts/settings.js';
import { conversationTexts } from '../texts/conversations.js';
import { workspaceTexts } from '../texts/workspaces.js';
import { toldWords, withLimit } from './told-words.js';

/** A number, perhaps with its unit. */
const limit = /\$?\d[\d,]*|zero or more/;

describe('texts as the page tells them', () => {
  const id = 'run_ab7d39e80ff8f29b0dc7';
  const commit = '8b9a5dd683358f2f14f25d261e90b33781955010';
  it.each([
    [
      deliveryTexts.delivered(id, 'office/page-0dc7', 1, commit),
      'The change was delivered: branch office/page-0dc7, 1 commit, 8b9a5dd.',
    ],
    [deliveryTexts.reverted(id, 1, []), 'The change was undone: 1 file is as it was.'],
    [deliveryTexts.redone(id, 2, []), 'The change was made again: 2 files are as it left them.'],
    [worktreeTexts.discarded(id), 'The worktree is discarded.'],
    [worktreeTexts.patched(id), 'The change was delivered: as a patch.'],
    [deliveryTexts.declined(id), 'The change is not delivered: somebody refused it.'],
    [
      deliveryTexts.allCommitted(id),
      'The change is not delivered: what it changed is committed already.',
    ],
    [deliveryTexts.notReverted(id, 'no.'), 'The change is not undone: no.'],
    [deliveryTexts.notReverted(id, 'no.', true), 'The change is not made again: no.'],
    [
      runTexts.approvalNotPending('appr_17e02e20d90e2ce39519'),
      'This request is answered already, from elsewhere, or its time was over.',
    ],
    [
      workspaceTexts.noRoomLeft,
      'There is no room left to build on: every port is either used or blocked.',
    ],
    [runTexts.budgetExhausted(0.01), 'The ceiling of $0.01 leaves too little for the next answer.'],
  ])('%s', (text, told) => {
    expect(toldWords(text)).toBe(told);
  });
});

describe('a refusal of a limit', () => {
  const refusals: readonly (readonly [of: string, text: string])[] = [
    ['a body', httpTexts.bodyTooLarge],
    ['a frame', socketTexts.frameTooLarge(limits.requestBodyBytes)],
    ['an id of a command', requestIdTexts.shape(limits.requestIdCharacters)],
    ['a field', shapeTexts.tooLong('mission', limits.roleMissionCharacters)],
    ['unanswered requests', httpTexts.tooManyUnanswered(64)],
    ['sockets', socketTexts.tooManySockets(1000)],
    ['sockets of an address', socketTexts.tooManyFromAddress(100)],
    ['the ceiling of a brief', submitTexts.badBudget],
    ['the ceiling of runs', workspaceTexts.badDefaultBudget],
    ['the ceiling of a floor', workspaceTexts.badTotalBudget],
    ['the name of a floor', workspaceTexts.nameTooLong],
    ['no name of a floor', workspaceTexts.needsName],
    ['hosts of a floor', workspaceTexts.tooManyListed('hosts', limits.floorListed)],
    ['a bound of a sandbox', workspaceTexts.badBound('processes', 512)],
    ['a pattern', workspaceTexts.badPattern('x')],
    ['concurrency', settingsTexts.concurrency],
    ['the amount to ask before', settingsTexts.softSpend],
    ['the time of an approval', settingsTexts.approvalTimeout],
    ['a quality', settingsTexts.badQuality('gpt')],
    ['a fact', memoryTexts.textTooLong(501)],
    ['a confidence', memoryTexts.badConfidence],
    ['an instruction', steerTexts.tooLong(20_000)],
    ['instructions', steerTexts.tooMany(50)],
    ['comments at once', commentTexts.tooManyAtOnce(limits.commentsAtOnce)],
    ['comments', commentTexts.tooMany(limits.commentsOfRun)],
    ['a comment', commentTexts.tooLong(limits.commentCharacters)],
    ['lines of a comment', commentTexts.tooWide(limits.commentLines)],
    ['comments together', commentTexts.instructionTooLong(limits.commentInstructionCharacters)],
    ['a message', deliveryTexts.longMessage(limits.commitMessageCharacters)],
  ];

  it.each(refusals)('names it: %s', (_, text) => {
    expect(toldWords(text)).toMatch(limit);
  });

  it('names it with its unit', () => {
    expect(withLimit(httpTexts.bodyTooLarge)).toBe('Request body too large: at most 256 KB.');
    expect(toldWords(workspaceTexts.badDefaultBudget)).toBe(
      'The ceiling of a run must be $0 or more.',
    );
    expect(socketTexts.frameTooLarge(limits.requestBodyBytes)).toBe(
      'Command too large: a frame holds at most 256 KB.',
    );
  });
});

describe('a floor', () => {
  const texts = [
    workspaceTexts.needsName,
    workspaceTexts.nameTooLong,
    workspaceTexts.pathNotAbsolute('x'),
    workspaceTexts.pathOutside('/x', '/floors'),
    workspaceTexts.folderEscapes('x', '/floors'),
    workspaceTexts.rootMissing('/floors'),
    workspaceTexts.pathTaken('/x'),
    workspaceTexts.defaultStays,
    workspaceTexts.needsSkill,
    workspaceTexts.noWorkspace('x'),
    workspaceTexts.noWorkspaceToSelect('x'),
    submitTexts.noWorkspace('x'),
    submitTexts.noWorkspaces,
    conversationTexts.noWorkspaces,
  ];

  it.each(texts)('has one name: %s', (text) => {
    expect(toldWords(text)).toMatch(/floor/i);
    expect(toldWords(text)).not.toMatch(/workspace|organisation|an office already/i);
  });
});

describe('a count', () => {
  it('has the number that it counts', () => {
    expect(toldWords(deliveryTexts.reverted('run_1', 1, []))).toBe(
      'The change was undone: 1 file is as it was.',
    );
    expect(toldWords(deliveryTexts.redone('run_1', 2, []))).toBe(
      'The change was made again: 2 files are as it left them.',
    );
    expect(toldWords(deliveryTexts.deliverSummary('office/a', 1))).toBe(
      'git branch office/a, with 1 commit',
    );
    expect(toldWords(commentTexts.sent('run_1', 2, 'run_2'))).toContain('2 comments on the change');
    expect(toldWords(workspaceTexts.hasActiveRuns('Mill', 2))).toContain('2 active runs.');
  });
});

it('leaves words of others as they are', () => {
  expect(toldWords('The human said: the workspaces root is /x')).toBe(
    'The human said: the workspaces root is /x',
  );
});
