import { createHash } from 'node:crypto';
import type { ApprovedFile } from '#protocol/records/approval-parts.js';
import type { CheckRecord } from '#protocol/records/evidence.js';

/**
 * Keys of the journal, a stored format: `<stage>/<turn>/m1/t0/a0`. They depend only on the code, so
 * that a continued run finds its earlier steps. No other file builds keys.
 */

/** PostgreSQL refuses index rows over 2.7 kB; a longer segment is replaced by its hash. */
const longestSegment = 200;
const keptOfSegment = 100;

type CheckPlace = Pick<CheckRecord, 'moment' | 'stageId' | 'pass' | 'command'>;

/** Turns inside a stage. */
export const turnPaths = {
  /** The only turn of a role in a stage. */
  only: (roleId: string): string => roleSegment(roleId),
  position: (round: number, roleId: string): string => `r${round}/${roleSegment(roleId)}`,
  closing: 'closing',
  review: (pass: number, roleId: string): string => `i${pass}/review/${roleSegment(roleId)}`,
  /** Everything of a pass of a review is below it. */
  pass: (pass: number): string => `i${pass}`,
  chair: (pass: number): string => `i${pass}/chair`,
  /** Continuations of an employee's turn after a hand-over; the first has the path itself. */
  part: (path: string, part: number): string => (part === 1 ? path : `${path}/c${part}`),
  revision: (pass: number, roleId: string): string => `i${pass}/revise/${roleSegment(roleId)}`,
} as const;

export const stepKeys = {
  turn: (stageId: string, path: string): string => `${stageId}/${path}`,
  /** `round` counts from 1. */
  modelCall: (turnKey: string, round: number): string => `${turnKey}/m${round}`,
  /** `index` counts the calls of one answer from 0. */
  toolCall: (modelCallKey: string, index: number): string => `${modelCallKey}/t${index}`,
  /** `index` counts the call's questions from 0. */
  question: (toolCallKey: string, index: number): string => `${toolCallKey}/a${index}`,
  /** The conversation of a turn that has ended. */
  conversation: (turnKey: string): string => `${turnKey}/talk`,
  /** The question whether to spend more, before the stage. */
  spendQuestion: (stageId: string): string => `spend/${stageId}`,
  /** Facts about the place of work. */
  facts: 'facts',
  worktree: 'worktree',
  worktreeMove: 'worktree-move',
  /** The command that sets the worktree up. */
  setup: 'setup',
  /** What a stage found in the workspace when it began. */
  place: (stageId: string): string => `place/${stageId}`,
  /** A check at a moment of the run, identified by its command. */
  check: ({ moment, stageId, pass = 0, command }: CheckPlace): string => {
    const place = moment === 'before' || moment === 'end' ? moment : `${stageId ?? ''}/i${pass}`;
    return `check/${place}/${digest(command)}`;
  },
  /**
   * The question whether these commands may run as checks, bound to the present content of these
   * files.
   */
  checksQuestion: (commands: readonly string[], files: readonly ApprovedFile[] = []): string => {
    const key = `checks/${digest(JSON.stringify(commands))}`;
    const named = files.map(({ path, hash }) => [path, hash]);
    return named.length === 0 ? key : `${key}/${digest(JSON.stringify(named))}`;
  },
  /** Not a step: the cost of a call's attempts that were cut off. */
  cutOffAttempts: (modelCallKey: string): string => `${modelCallKey}-cut`,
} as const;

/** The prefix of all keys below a stage, a turn or a call. */
export function prefixBelow(parent: string): string {
  return `${parent}/`;
}

/** The stage of a turn or a call. */
export function stageOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

/** The key of the model call whose answer holds a tool call. */
export function answerOfCall(toolCallKey: string): string {
  return toolCallKey.slice(0, toolCallKey.lastIndexOf('/'));
}

/** Id of a tool call in its turn's record: unique, and stable across restarts. */
export function toolCallId(turnId: string, toolCallKey: string): string {
  const [, round = '', index = ''] = /m(\d+)\/t(\d+)$/.exec(toolCallKey) ?? [];
  return `call_${turnId.replace(/^turn_/, '')}_${round}_${index}`;
}

/** Escaped, so that a role `cto/m1` is not confused with the first answer of `cto`. */
function roleSegment(roleId: string): string {
  return bounded(roleId.replaceAll('%', '%25').replaceAll('/', '%2F'));
}

function bounded(segment: string): string {
  if (segment.length <= longestSegment) return segment;
  return `${segment.slice(0, keptOfSegment)}%${digest(segment)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
