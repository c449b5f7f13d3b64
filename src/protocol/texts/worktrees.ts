import { quoted, some } from './format.js';

const shownFiles = 20;

/** Worktrees of runs: making, delivering and removing them. */
export const worktreeTexts = {
  /** Reasons why there can be no worktree. */
  reasons: {
    noRepository: 'the folder of the floor belongs to no git repository with a commit.',
    inside: (directory: string) =>
      `the folder of worktrees, ${directory}, lies inside the repository (OFFICE_WORKTREES_DIR).`,
    tooLarge: (megabytes: number) =>
      `the files of the repository take more than ${megabytes} MB (OFFICE_WORKTREES_MB).`,
    ownCommits: 'somebody has committed in it.',
    tooMany: 'git lists more files than can be copied.',
    git: (command: string, said: string) => `git ${command} failed: ${said}`,
    cutOff: (attempts: number) => `it was cut off ${attempts} times by a restart of the service.`,
  },
  /** A submission asked for a worktree. */
  refused: (reason: string) => `The run cannot have a worktree of its own: ${reason}`,
  /** The floor asks for worktrees. */
  inPlace: (reason: string) =>
    `This run works in the folder of the floor, without a worktree of its own: ${reason}`,
  made: (runId: string, files: number, path: string) =>
    `run ${runId} works in a worktree of its own, with ${files} file(s): ${path}`,
  notKept: 'the repository of the floor did not take it.',
  notMoved: (reason: string) =>
    `Its worktree stays at the commit of before instead of the branch of now: ${reason}`,
  begunAtPresent: (earlier: string) =>
    `Its worktree begins at the branch of now, which has moved on since run ${quoted(earlier)} began; nothing of that run is in it.`,
  setupFailed: (command: string, exitCode: number | null, tail: string) =>
    `The set-up command of the worktree failed: ${command} ` +
    `(${exitCode === null ? 'no exit code' : `exit code ${exitCode}`}).${tail === '' ? '' : `\n${tail}`}`,
  gone: (runId: string) =>
    `Run "${runId}" is left as it is: its worktree is gone, because its change was delivered, discarded or kept long enough.`,
  busy: (runId: string, other: string) =>
    `Run "${runId}" is left as it is: run ${quoted(other)} is at work in the same worktree, or its change is being merged; wait for its end.`,
  occupied: (other: string) =>
    `Run ${quoted(other)} is at work in the worktree in which this one would go on, or its change is being merged; wait for its end.`,
  none: (runId: string) =>
    `Run "${runId}" has no worktree: what it changed is in the workspace already.`,
  conflicts: (runId: string, files: readonly string[]) =>
    `Run "${runId}" is not delivered: people changed the same places of these files meanwhile: ${some(files, shownFiles)}.`,
  noWay: 'A delivery needs exactly one of "branch", "into" and "patch".',
  merged: (runId: string, files: number, workspace: string) =>
    `run ${runId} was delivered: ${files} file(s) are merged into ${workspace}.`,
  patched: (runId: string) => `run ${runId} was delivered: as a patch.`,
  discarded: (runId: string) => `run ${runId} was discarded: its worktree is removed.`,
  removedAs: (runId: string, reason: string) =>
    `the worktree of run ${runId} is removed, as ${reason}.`,
  expired: (runId: string, days: number) =>
    `the worktree of run ${runId} is removed: it was neither delivered nor discarded for ${days} days.`,
  overBound: (runId: string, megabytes: number) =>
    `the worktree of run ${runId} is removed: all together took more than ${megabytes} MB.`,
  notRetried:
    'its worktree is gone, and with it the files of the stages that would be taken over; submit the brief again',
  gitWrites: (line: string) =>
    `${line} is refused: this run works in a worktree of its own, and the office makes the commits when a person delivers the change. Leave the files as they are.`,
} as const;

/** Why the office removes the worktree of a run that works for an issue, behind "as". */
export const worktreeEndTexts = {
  merged: 'its change is merged',
  closed: 'its request was closed without being merged',
  issue: 'its issue is closed',
  gone: 'what it worked for is gone',
} as const;
