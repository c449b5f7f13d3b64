import type { Run, StageRun, TurnRecord } from '../../protocol/records/work.js';
import { documentTitles } from '../../protocol/texts/prompts.js';
import type { ReadableDocument } from '../../tools/tool.js';
import { isClipped } from '../engine/clip.js';
import { readTags } from '../engine/tag-lines.js';
import { isSettled } from '../../protocol/rules/run-status.js';
import { answerOf, joinAnswers } from '../engine/stages/turn-answers.js';

/** Ids of a run's documents; stages by position in the pipeline, from 1. */
export const documentIds = {
  brief: 'brief',
  stage: (index: number): string => `stage-${index + 1}`,
} as const;

/** The brief, and the whole result of each settled stage. */
export function stageDocuments(
  run: Run,
  turn: (turnId: string) => TurnRecord | undefined,
): readonly ReadableDocument[] {
  const brief = { id: documentIds.brief, title: documentTitles.brief, text: run.brief };
  const results = run.stages.flatMap((stage, index) => {
    const text = hasResult(stage) ? wholeResult(stage, turn) : null;
    if (text === null) return [];
    const { name, kind } = stage.spec;
    return [{ id: documentIds.stage(index), title: documentTitles.stage(name, kind), text }];
  });
  return [brief, ...results];
}

/** True if the stage was worked on to its end; one that was left out has no result. */
export function hasResult({ status, startedAt }: StageRun): boolean {
  return isSettled(status) && startedAt !== null;
}

/** The summary, or if it was cut, the answers of the stage's turns. Null: no result. */
export function wholeResult(
  { spec, summary, turnIds }: StageRun,
  turn: (turnId: string) => TurnRecord | undefined,
): string | null {
  if (summary === null || !isClipped(summary)) return summary;
  const turns = turnIds.flatMap((id) => turn(id) ?? []);
  const shown = (text: string) => (spec.kind === 'intake' ? readTags(text).text : text);
  const answers = turns.map((turn) => shown(answerOf(turn)));
  const whole = answers.find((answer) => answer.startsWith(withoutMark(summary)));
  return whole ?? shown(joinAnswers(turns));
}

function withoutMark(summary: string): string {
  return summary.slice(0, summary.lastIndexOf('\n'));
}
