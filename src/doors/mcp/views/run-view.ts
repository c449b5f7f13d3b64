import { z } from 'zod';
import { clip } from '#platform/text/clip.js';
import { clipFenced } from '#platform/text/clip-fenced.js';
import { runStatuses, stageStatuses } from '#protocol/records/enums.js';
import type { Run } from '#protocol/records/work.js';
import { isFinal, isSettled } from '#protocol/rules/run-status.js';
import { titleOf } from '#protocol/rules/run-title.js';
import { spentOfWords } from '#protocol/rules/spent-of.js';
import { bounds } from './bounds.js';

const stageView = z.object({
  name: z.string(),
  status: z.enum(stageStatuses),
  roles: z.array(z.string()).describe('Who is to work on it.'),
});

export const runView = z.object({
  runId: z.string(),
  status: z.enum(runStatuses),
  atWork: z.boolean().describe('False: it has ended and never changes again.'),
  floor: z.string(),
  pipeline: z.string(),
  title: z.string().describe('What people call it.'),
  brief: z.string(),
  submittedAt: z.string().describe('ISO 8601.'),
  endedAt: z.string().nullable(),
  spentUsd: z.number(),
  limitUsd: z.number(),
  stages: z.array(stageView),
  outcome: z.string().nullable(),
  error: z.string().nullable(),
  readForeignTexts: z
    .boolean()
    .describe('Its employees have read texts of strangers, such as web pages.'),
  continues: z.string().optional().describe('The run that it continues.'),
});

export type RunOutput = z.output<typeof runView>;

export function viewOfRun(run: Run): RunOutput {
  const { id, status, brief, budget, outcome, error, continues } = run;
  return {
    runId: id,
    status,
    atWork: !isFinal(status),
    floor: run.workspaceId,
    pipeline: run.pipelineId,
    title: calledOf(run),
    brief: clipFenced(brief, bounds.briefCharacters, '…'),
    submittedAt: timeOf(run.createdAt),
    endedAt: run.endedAt === null ? null : timeOf(run.endedAt),
    spentUsd: budget.spentUsd,
    limitUsd: budget.limitUsd,
    stages: run.stages.map(({ spec, status: of }) => ({
      name: spec.name,
      status: of,
      roles: [...spec.roleIds],
    })),
    outcome: clipped(outcome),
    error: clipped(error),
    readForeignTexts: (run.foreign ?? []).length > 0,
    ...(continues !== undefined && { continues }),
  };
}

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function clipped(text: string | null): string | null {
  return text === null ? null : clip(text, bounds.outcomeCharacters, '…');
}

/** A run in one line. */
export function lineOfRun(run: Run): string {
  const { id, status, stages, budget } = run;
  const settled = stages.filter((stage) => isSettled(stage.status)).length;
  const spent = spentOfWords(budget.spentUsd, budget.limitUsd);
  return `${id}: ${status}, ${settled} of ${stages.length} stages, spent ${spent}: ${calledOf(run)}`;
}

/** What people call a run, in one line. */
function calledOf(run: Run): string {
  return clip(titleOf(run).replace(/\s+/g, ' '), 100, '…');
}

/** A run in a few lines. */
export function textOfRun(run: Run): string {
  const stages = run.stages.map(({ spec, status }) => `- ${spec.name}: ${status}`);
  const parts = [clipped(run.error), clipped(run.outcome)].filter((part) => part !== null);
  return [lineOfRun(run), ...stages, ...parts.flatMap((part) => ['', part])].join('\n');
}
