import { endOf } from '../../platform/clock.js';
import { limits } from '../../protocol/limits.js';
import type { ArtifactKind, StageKind } from '../../protocol/records/enums.js';
import type { Artifact, Run, StageRun, TurnRecord } from '../../protocol/records/work.js';
import { readablePatch } from '../../protocol/rules/readable-patch.js';
import { withStage } from '../../protocol/rules/run-after.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { clipSummary } from './clip.js';
import { readTags } from './tag-lines.js';
import type { StageOutcome } from './stages/stage-context.js';
import { codeFence } from '../../protocol/rules/code-fence.js';

const defaultTags = ['feature'];

/** The result of a stage's code: its outcome, or the fault that ended it. */
export type StageResult =
  | { readonly outcome: StageOutcome; readonly fault?: undefined }
  | { readonly outcome?: undefined; readonly fault: string };

interface StageEnd {
  readonly run: Run;
  readonly artifacts: readonly Artifact[];
}

const nothing: StageOutcome = { turns: [], summary: '', unresolved: false };

/**
 * The run and its artifacts after a stage, before deciding whether its failure ends the run. Pure.
 */
export function endStage(
  run: Run,
  stage: StageRun,
  result: StageResult,
  facts: { readonly cancelled: boolean; readonly employeeId: string | null; readonly at: number },
): StageEnd {
  const { turns, summary: said, unresolved } = result.outcome ?? nothing;
  const isIntake = stage.spec.kind === 'intake';
  const { tags, text } = isIntake ? readTags(said) : { tags: [], text: said };
  const summary = text === '' ? null : clipSummary(text, limits.stageSummaryCharacters);
  const { employeeId, at } = facts;
  const document = result.outcome?.document ?? text;
  const body = document === '' ? '' : clipSummary(document, limits.artifactCharacters);
  const artifacts = turns.length === 0 ? [] : stageArtifacts(stage, body, employeeId, turns, at);
  const ended = withStage(run, stage.id, {
    ...statusOf(result, turns, unresolved, facts.cancelled),
    endedAt: endOf(stage.startedAt ?? run.createdAt, at),
    summary,
    turnIds: turnIdsOf(stage, turns),
    artifactIds: artifacts.map((artifact) => artifact.id),
  });
  return { run: withEffects(ended, stage, { summary, tags, unresolved }), artifacts };
}

/** The completed turns in the stage's order, then the others. */
function turnIdsOf(stage: StageRun, turns: readonly TurnRecord[]): readonly string[] {
  const ids = turns.map((turn) => turn.id);
  return [...ids, ...stage.turnIds.filter((id) => !ids.includes(id))];
}

function statusOf(
  result: StageResult,
  turns: readonly TurnRecord[],
  unresolved: boolean,
  cancelled: boolean,
): Pick<StageRun, 'status' | 'error'> {
  if (cancelled) return { status: 'skipped', error: runTexts.stageCancelled };
  if (result.fault !== undefined) return { status: 'failed', error: result.fault };
  if (turns.length === 0 && !unresolved) return { status: 'failed', error: runTexts.stageEmpty };
  if (turns.length > 0 && turns.every(({ status }) => status !== 'done')) {
    const [first] = turns.flatMap(({ error }) => error ?? []);
    return { status: 'failed', error: runTexts.everyTurnFailed(first ?? runTexts.noText) };
  }
  if (unresolved) return { status: 'failed', error: runTexts.reviewUnresolved };
  return { status: 'done', error: null };
}

interface StageTold {
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly unresolved: boolean;
}

/**
 * The effects of a stage on the run: an intake sets objective and tags; a report, and the
 * objections of a failed review, set the outcome.
 */
function withEffects(run: Run, stage: StageRun, told: StageTold): Run {
  const { summary, tags, unresolved } = told;
  if (summary === null) return tags.length > 0 ? { ...run, tags } : run;
  const endsRun = unresolved && stage.spec.optional !== true;
  if (stage.spec.kind === 'report' || endsRun) return { ...run, outcome: summary };
  if (stage.spec.kind !== 'intake') return run;
  return { ...run, objective: summary, tags: tags.length > 0 ? tags : defaultTags };
}

const kinds: Readonly<Record<StageKind, ArtifactKind>> = {
  intake: 'objective',
  plan: 'plan',
  research: 'research',
  debate: 'transcript',
  workshop: 'decision',
  design: 'design',
  architect: 'spec',
  build: 'code',
  review: 'review',
  test: 'test-report',
  integrate: 'note',
  report: 'report',
};

/**
 * The artifacts of a stage: a document with its summary, and one for each file its turns wrote.
 * None without participants.
 */
export function stageArtifacts(
  stage: StageRun,
  summary: string,
  employeeId: string | null,
  turns: readonly TurnRecord[],
  at: number,
): readonly Artifact[] {
  if (employeeId === null) return [];
  const base = { runId: stage.runId, stageId: stage.id, createdAt: at };
  const document: Artifact = {
    ...base,
    id: `art_${stage.id}`,
    employeeId,
    kind: kinds[stage.spec.kind],
    title: stage.spec.name,
    body: summary,
  };
  const paths = new Set(turns.flatMap((turn) => turn.wroteFiles));
  const files = [...paths].map((path): Artifact => ({
    ...base,
    id: `art_${stage.id}_${path.replace(/[^a-zA-Z0-9]+/g, '_')}`,
    employeeId: null,
    kind: 'code',
    title: path,
    body: bodyOf(stage, path, turns),
    path,
  }));
  return [document, ...uniqueById(files)];
}

/** The content of a file's artifact: each turn's change. */
function bodyOf(stage: StageRun, path: string, turns: readonly TurnRecord[]): string {
  const patches = turns
    .flatMap((turn) => turn.diff?.files ?? [])
    .flatMap((file) =>
      file.path === path && file.patch !== '' ? [fenced(readablePatch(file.patch), 'diff')] : [],
    );
  return [`Written during the stage "${stage.spec.name}".`, ...patches].join('\n\n');
}

/** The fence is longer than any inside the text. */
export function fenced(text: string, language: string): string {
  const fence = codeFence(text);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** Paths may differ only in characters that an id drops. */
function uniqueById(artifacts: readonly Artifact[]): readonly Artifact[] {
  const taken = new Set<string>();
  return artifacts.map((artifact) => {
    let { id } = artifact;
    for (let count = 2; taken.has(id); count++) id = `${artifact.id}_${count}`;
    taken.add(id);
    return { ...artifact, id };
  });
}
