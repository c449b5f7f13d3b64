import { createHash } from 'node:crypto';

/**
 * Keys of the journal, a stored format: `<stage>/<turn>/m1/t0/a0`. They follow from the code alone,
 * so that a run that is continued finds what it did before. No other file builds a key.
 */

/** PostgreSQL refuses an index row of 2.7 kB; a segment beyond this is replaced by its hash. */
const longestSegment = 200;
const keptOfSegment = 100;

/** Turns inside their stage. */
export const turnPaths = {
  /** The only turn of a role in a stage. */
  only: (roleId: string): string => roleSegment(roleId),
  position: (round: number, roleId: string): string => `r${round}/${roleSegment(roleId)}`,
  closing: 'closing',
  review: (pass: number, roleId: string): string => `i${pass}/review/${roleSegment(roleId)}`,
  chair: (pass: number): string => `i${pass}/chair`,
  /** The turns in which an employee goes on from its own hand-over; the first has the path itself. */
  part: (path: string, part: number): string => (part === 1 ? path : `${path}/c${part}`),
  revision: (pass: number, roleId: string): string => `i${pass}/revise/${roleSegment(roleId)}`,
} as const;

export const stepKeys = {
  turn: (stageId: string, path: string): string => `${stageId}/${path}`,
  /** `round` counts from 1. */
  modelCall: (turnKey: string, round: number): string => `${turnKey}/m${round}`,
  /** `index` counts from 0, over the calls of one answer. */
  toolCall: (modelCallKey: string, index: number): string => `${modelCallKey}/t${index}`,
  /** `index` counts from 0, in the order in which the call asks. */
  question: (toolCallKey: string, index: number): string => `${toolCallKey}/a${index}`,
  /** The conversation of a turn that has ended. */
  conversation: (turnKey: string): string => `${turnKey}/talk`,
  /** Whether to go on spending with the stage. */
  spendQuestion: (stageId: string): string => `spend/${stageId}`,
  /** No step: the spend of the attempts at a call that were cut off. */
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

/** The key of the turn that a model call belongs to. */
export function turnKeyOf(modelCallKey: string): string {
  return modelCallKey.slice(0, modelCallKey.lastIndexOf('/'));
}

/** Names a tool call in its turn's record: unique, and the same after a restart. */
export function toolCallId(turnId: string, toolCallKey: string): string {
  const [, round = '', index = ''] = /m(\d+)\/t(\d+)$/.exec(toolCallKey) ?? [];
  return `call_${turnId.replace(/^turn_/, '')}_${round}_${index}`;
}

/** Escaped, so that a role called `cto/m1` does not share its turns with the first answer of `cto`. */
function roleSegment(roleId: string): string {
  return bounded(roleId.replaceAll('%', '%25').replaceAll('/', '%2F'));
}

function bounded(segment: string): string {
  if (segment.length <= longestSegment) return segment;
  const hash = createHash('sha256').update(segment).digest('hex').slice(0, 32);
  return `${segment.slice(0, keptOfSegment)}%${hash}`;
}
