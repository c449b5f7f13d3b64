import { clip } from '#platform/text/clip.js';
import type { RunDetail } from '#protocol/records/work.js';
import { spentOfWords } from '#protocol/rules/spent-of.js';
import { unrecordedFiles } from '#protocol/rules/unrecorded-files.js';
import { writtenFiles } from '#protocol/rules/written-files.js';
import { bounds } from './bounds.js';

/** The report of a run as Markdown: its end, its outcome, and the evidence. */
export function reportOf(run: RunDetail): string {
  return [
    `# Run ${run.id} is ${run.status}`,
    `Spent ${spentOfWords(run.budget.spentUsd, run.budget.limitUsd)} on pipeline ${run.pipelineId}.`,
    ...section('Brief', [run.brief]),
    ...section('Error', run.error === null ? [] : [run.error]),
    ...section('Outcome', run.outcome === null ? [] : [run.outcome]),
    ...section('Stages', run.stages.map(stageOf)),
    ...section('Commands that were run', evidenceOf(run)),
    ...section('Files written', listOf(writtenFiles(run.turns))),
    ...section('Changed, but not recorded', listOf(unrecordedFiles(run.turns))),
    ...section('Documents', documentsOf(run)),
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];
}

function stageOf({ spec, status, summary, error }: RunDetail['stages'][number]): string {
  const said = error ?? summary;
  const line =
    said === null ? '' : `: ${clip(said.replace(/\s+/g, ' '), bounds.lineCharacters, '…')}`;
  return `- ${spec.name} (${status})${line}`;
}

function evidenceOf({ evidence }: RunDetail): readonly string[] {
  return evidence.slice(-bounds.evidence).map(({ command, outcome, by, roleId }) => {
    const what = clip(command.replace(/\s+/g, ' '), bounds.lineCharacters, '…');
    return `- \`${what}\` (${roleId ?? by}): ${clip(outcome, bounds.lineCharacters, '…')}`;
  });
}

function listOf(paths: readonly string[]): readonly string[] {
  const more = paths.length - bounds.files;
  const shown = paths.slice(0, bounds.files).map((path) => `- ${path}`);
  return more > 0 ? [...shown, `- and ${more} more`] : shown;
}

function documentsOf({ artifacts }: RunDetail): readonly string[] {
  return artifacts
    .slice(0, bounds.documents)
    .map(({ id, kind, title }) => `- ${id}: ${clip(title, bounds.lineCharacters, '…')} (${kind})`);
}
