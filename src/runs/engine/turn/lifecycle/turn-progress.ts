import { z } from 'zod';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';
import type { SkillSelection } from '#protocol/records/skills.js';
import type { ToolCallRecord, TurnRecord, UsageRecord } from '#protocol/records/work.js';
import type { ServedBy } from '#protocol/records/routes.js';
import { skillTexts } from '#protocol/texts/skills.js';
import { endOf } from '#platform/clock.js';
import type { Trees } from '#runs/changes/snapshots.service.js';
import { addUsage, noUsage } from '#models/gateway/usage.js';
import type { RecordedAnswer } from '../../journal/recorded.js';

/** A turn's results so far; immutable. */
export interface TurnProgress {
  readonly text: string;
  /** Offset in the text at which the last answer begins. */
  readonly answerFrom: number;
  readonly reasoning: string | null;
  readonly usage: UsageRecord;
  readonly servedBy: ServedBy | null;
  readonly attemptedRoutes: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly wroteFiles: readonly string[];
  /** Memory facts shown by tools. */
  readonly factIds: readonly string[];
  /** Workspace states before the first change and after the last; null: none. */
  readonly trees: Trees | null;
}

export const noProgress: TurnProgress = {
  text: '',
  answerFrom: 0,
  reasoning: null,
  usage: noUsage,
  servedBy: null,
  attemptedRoutes: [],
  toolCalls: [],
  wroteFiles: [],
  factIds: [],
  trees: null,
};

/** Adds an answer, possibly incomplete; texts of different calls are separated by a blank line. */
export function withAnswer(progress: TurnProgress, answer: RecordedAnswer): TurnProgress {
  const { text = '', reasoning = null } = answer;
  return {
    ...progress,
    usage: addUsage(progress.usage, answer.usage),
    attemptedRoutes: [...progress.attemptedRoutes, ...answer.attemptedRoutes],
    ...withText(progress, text, isEnd(answer)),
    reasoning: reasoning === null ? progress.reasoning : (progress.reasoning ?? '') + reasoning,
    servedBy: answer.outcome === 'answered' ? answer.servedBy : progress.servedBy,
  };
}

/** True if an answer ends its turn, because it calls no tool. */
function isEnd(answer: RecordedAnswer): boolean {
  return answer.outcome === 'answered' && answer.toolCalls.length === 0;
}

/** An empty last answer stays empty: earlier text does not replace it. */
function withText(
  { text, answerFrom }: TurnProgress,
  answer: string,
  isLast: boolean,
): Pick<TurnProgress, 'text' | 'answerFrom'> {
  if (answer === '') return { text, answerFrom: isLast ? text.length : answerFrom };
  const before = text === '' ? '' : `${text}\n\n`;
  return { text: before + answer, answerFrom: before.length };
}

/** Adds a result in place of the last answer, which had no text. */
export function withResult(progress: TurnProgress, result: string): TurnProgress {
  return { ...progress, ...withText(progress, result, true) };
}

/** Adds the cost of a call's cut-off attempts. */
export function withSpent(progress: TurnProgress, usage: UsageRecord): TurnProgress {
  return { ...progress, usage: addUsage(progress.usage, usage) };
}

export function withToolCall(
  progress: TurnProgress,
  call: ToolCallRecord,
  factIds: readonly string[] = [],
  trees?: Trees,
): TurnProgress {
  return {
    ...progress,
    usage: addUsage(progress.usage, { ...noUsage, costUsd: call.spentUsd ?? 0 }),
    toolCalls: [...progress.toolCalls, call],
    wroteFiles: [...new Set([...progress.wroteFiles, ...call.affectsPaths])],
    factIds: [...progress.factIds, ...factIds],
    trees: trees === undefined ? progress.trees : spanning(progress.trees ?? trees, trees),
  };
}

/** The first state before and the last state after, with the changes of both. */
function spanning(first: Trees, last: Trees): Trees {
  const { before, beforeAt } = first;
  const { after, afterAt } = last;
  const directories = union(first.directories, last.directories);
  const unrecorded = union(first.unrecorded, last.unrecorded);
  return {
    before,
    after,
    ...(beforeAt !== undefined && { beforeAt }),
    ...(afterAt !== undefined && { afterAt: endOf(beforeAt ?? afterAt, afterAt) }),
    ...(directories.length > 0 && { directories }),
    ...(unrecorded.length > 0 && { unrecorded }),
  };
}

function union(one: readonly string[] = [], other: readonly string[] = []): readonly string[] {
  return [...new Set([...one, ...other])];
}

/** The end of a turn. */
export interface TurnEnding {
  readonly status: 'done' | 'failed' | 'cancelled';
  readonly error: string | null;
}

/** The record of a settled turn. */
export function settledTurn(
  running: TurnRecord,
  progress: TurnProgress,
  ending: TurnEnding,
  at: number,
): TurnRecord {
  const { servedBy, attemptedRoutes, answerFrom, ...rest } = progress;
  const { factIds: _facts, trees: _trees, ...produced } = rest;
  return {
    ...running,
    ...produced,
    skills: withReadSkills(running.skills, produced.toolCalls),
    ...(answerFrom === 0 ? {} : { answerFrom }),
    ...(servedBy === null ? {} : { servedBy }),
    ...(attemptedRoutes.length === 0 ? {} : { attemptedRoutes }),
    status: ending.status,
    error: ending.error,
    endedAt: endOf(running.startedAt, at),
  };
}

const readSkillArguments = z.looseObject({ id: z.string().min(1) });

/** The loaded skills and those that the employee read. */
function withReadSkills(
  loaded: readonly SkillSelection[],
  calls: readonly ToolCallRecord[],
): readonly SkillSelection[] {
  const read = calls
    .filter(({ name, status }) => name === 'read_skill' && status === 'ok')
    .flatMap(({ argumentsJson }) => {
      const { data } = readSkillArguments.safeParse(parsedOrUndefined(argumentsJson));
      return data === undefined ? [] : [data.id];
    });
  const further = [...new Set(read)].filter((id) => !loaded.some(({ skillId }) => skillId === id));
  return [
    ...loaded,
    ...further.map((skillId): SkillSelection => ({
      skillId,
      via: 'model-choice',
      reason: skillTexts.wasRead,
    })),
  ];
}
