import { readablePatch } from '../../protocol/rules/readable-patch.js';
import type { ArtifactKind, StageKind } from '../../protocol/records/enums.js';
import type { Artifact, StageRun, TurnRecord } from '../../protocol/records/work.js';

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
 * What a stage leaves behind: one document with its summary, and one entry for each file its
 * turns wrote. A stage without participants leaves nothing.
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

/** When the file was written, and what each turn changed in it. */
function bodyOf(stage: StageRun, path: string, turns: readonly TurnRecord[]): string {
  const patches = turns
    .flatMap((turn) => turn.diff?.files ?? [])
    .flatMap((file) =>
      file.path === path && file.patch !== '' ? [fenced(readablePatch(file.patch))] : [],
    );
  return [`Written during the stage "${stage.spec.name}".`, ...patches].join('\n\n');
}

/** A patch may hold fences of its own. */
function fenced(patch: string): string {
  const longest = Math.max(2, ...(patch.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${patch.trimEnd()}\n${fence}`;
}

/** Two paths may differ only in characters that an id does not keep. */
function uniqueById(artifacts: readonly Artifact[]): readonly Artifact[] {
  const taken = new Set<string>();
  return artifacts.map((artifact) => {
    let { id } = artifact;
    for (let count = 2; taken.has(id); count++) id = `${artifact.id}_${count}`;
    taken.add(id);
    return { ...artifact, id };
  });
}
