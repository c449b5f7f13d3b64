import { quoted } from './format.js';
import { runTexts } from './runs.js';

const shownFiles = 20;

function named(files: readonly string[]): string {
  const more = files.length - shownFiles;
  return files.slice(0, shownFiles).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Reverting and delivering changes of runs; each text names its run. */
export const deliveryTexts = {
  checksInMessage: 'Checks:',
  askedFor: (brief: string) => `Asked for: ${brief}`,
  /** For the brief of a run that continued the one before. */
  thenAskedFor: (brief: string) => `Then: ${brief}`,
  /** Behind the first line of a commit of the same part. */
  furtherCommit: (number: number) => ` (${number})`,
  /** True if the message is one of this file about the run, or says that there is no such run. */
  isAbout: (runId: string, message: string) =>
    message.startsWith(`Run "${runId}" `) || message === runTexts.noRun(runId),
  stillAtWork: (runId: string) => `Run "${runId}" is still at work; cancel it or wait for its end.`,
  filesAway: (runId: string, reason: string) => `Run "${runId}" is left as it is: ${reason}`,
  othersAtWork: (runId: string, other: string) =>
    `Run "${runId}" is not reverted: run ${quoted(other)} is at work in the same files; cancel it or wait for its end.`,
  noTurn: (runId: string, turnId: string) => `Run "${runId}" has no turn "${turnId}".`,
  notRecorded: (runId: string) =>
    `Run "${runId}" wrote files whose states are not recorded here, or not any more.`,
  changedSince: (runId: string, files: readonly string[], redoes = false) =>
    deliveryTexts.notReverted(
      runId,
      `changes that others made since would be lost in ${named(files)}.`,
      redoes,
    ),
  revertedAlready: (runId: string) =>
    `Run "${runId}" is not reverted: nothing is left to take back, its files are as they were.`,
  redoneAlready: (runId: string) =>
    `Run "${runId}" is not redone: its files are as it left them already.`,
  notReverted: (runId: string, reason: string, redoes = false) =>
    `Run "${runId}" is not ${redoes ? 'redone' : 'reverted'}: ${reason}`,
  nothingToRedo: (runId: string) =>
    deliveryTexts.notReverted(runId, 'its change was not taken back, or is made again.', true),
  revertedPrefix: (runId: string) => `run ${runId} was reverted: `,
  reverted: (runId: string, files: number, left: readonly string[]) =>
    `${deliveryTexts.revertedPrefix(runId)}${files} file(s) are as they were.` +
    (left.length === 0 ? '' : ` Not recorded, so left as the run changed them: ${named(left)}.`),
  redone: (runId: string, files: number, left: readonly string[]) =>
    `run ${runId} was redone: ${files} file(s) are as it left them.` +
    (left.length === 0 ? '' : ` Not recorded, so left as they are: ${named(left)}.`),
  redoOfTurn: '"redo" takes the last revert back as it was made; leave "turnId" out.',
  badMessage: 'A "message" needs text without control characters.',
  longMessage: (most: number) => `A "message" has at most ${most} characters.`,
  messageWithoutBranch: 'A "message" is that of the commit on a "branch"; nothing else has one.',
  askedAlready: (runId: string, branch: string) =>
    `Run "${runId}" is not delivered: the branch ${quoted(branch)} with another message waits for an answer; give that first.`,
  nothingToDeliver: (runId: string) => `Run "${runId}" changed no file.`,
  allCommitted: (runId: string) =>
    `Run "${runId}" is not delivered: what it changed is committed already.`,
  badBranch: (runId: string, branch: string) =>
    `Run "${runId}" is not delivered: ${quoted(branch)} is no name of a branch.`,
  branchTaken: (runId: string, branch: string) =>
    `Run "${runId}" is not delivered: the branch ${quoted(branch)} exists already.`,
  noRepository: (runId: string) =>
    `Run "${runId}" is not delivered: its workspace belongs to no git repository with a commit.`,
  notOnTop: (runId: string, files: readonly string[]) =>
    `Run "${runId}" is not delivered: these files were not as committed when the run began to change them, or others changed them between its turns: ${named(files)}.`,
  notHeld: (runId: string, files: readonly string[]) =>
    `Run "${runId}" is not delivered: no state holds what it left in ${named(files)}.`,
  badNames: (runId: string, files: readonly string[]) =>
    `Run "${runId}" is not delivered: git takes no file of such a name: ${named(files)}.`,
  insideOthers: (runId: string, files: readonly string[]) =>
    `Run "${runId}" is not delivered: these files belong to a repository inside the workspace; commit them there: ${named(files)}.`,
  notDelivered: (runId: string, reason: string) => `Run "${runId}" is not delivered: ${reason}`,
  declined: (runId: string) => `Run "${runId}" is not delivered: the human declined.`,
  deliverSummary: (branch: string, commits: number) =>
    `git branch ${branch}, with ${commits} commit(s)`,
  deliverDetail: (runId: string, branch: string, commits: readonly string[], directory: string) =>
    [`Branch ${branch} of what run ${runId} changed:`, ...commits, '', `in ${directory}`].join(
      '\n',
    ),
  touches: (directory: string) =>
    `The git repository of ${directory}: a new branch. No file of the folder and no network.`,
  deliveredPrefix: (runId: string) => `run ${runId} was delivered: `,
  delivered: (runId: string, branch: string, commits: number, commit: string) =>
    `${deliveryTexts.deliveredPrefix(runId)}branch ${branch}, ${commits} commit(s), ${commit}.`,
} as const;
