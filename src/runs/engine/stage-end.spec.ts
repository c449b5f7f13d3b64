import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleRun, sampleStage, sampleTurn } from '#test/support/sample-records.js';
import type { ArtifactKind, StageKind } from '../../protocol/records/enums.js';
import type { Run, StageRun } from '../../protocol/records/work.js';
import { endStage, stageArtifacts, type StageResult } from './stage-end.js';
import type { StageOutcome } from './stages/stage-context.js';

type StageEnd = ReturnType<typeof endStage>;

const spoken = sampleTurn({ id: 'turn_1', text: 'done', wroteFiles: ['a.ts'] });
const outcome = (fields: Partial<StageOutcome> = {}): StageResult => ({
  outcome: { turns: [spoken], summary: 'All done.', unresolved: false, ...fields },
});

function stageRun(kind: StageKind = 'build', fields: Partial<StageRun> = {}): StageRun {
  return sampleStage({
    spec: { kind, name: 'Build', roleIds: ['dev'], mode: 'single' },
    ...fields,
  });
}

interface Ending {
  readonly run?: Partial<Run>;
  readonly stage?: StageRun;
  readonly cancelled?: boolean;
}

function end(
  result: StageResult,
  { run = {}, stage = stageRun(), cancelled = false }: Ending = {},
): StageEnd {
  const before = sampleRun({ stages: [stage], ...run });
  return endStage(before, stage, result, { cancelled, employeeId: 'dev', at: 9000 });
}

const stageAfter = ({ run }: StageEnd): StageRun | undefined => run.stages[0];

describe('how a stage ends', () => {
  it('is done with its summary, its turns and its artifacts', () => {
    const after = end(outcome());
    expect(stageAfter(after)).toMatchObject({
      status: 'done',
      error: null,
      endedAt: 9000,
      summary: 'All done.',
      turnIds: ['turn_1'],
      artifactIds: ['art_stage_0000000001', 'art_stage_0000000001_a_ts'],
    });
    expect(after.artifacts.map(({ id }) => id)).toEqual(stageAfter(after)?.artifactIds);
  });

  it.each<[string, StageResult, Ending, Partial<StageRun>]>([
    [
      'a fault of its code is its error',
      { fault: 'out of paper' },
      {},
      { status: 'failed', error: 'out of paper' },
    ],
    [
      'objections that stand fail it',
      outcome({ unresolved: true }),
      {},
      {
        status: 'failed',
        error: 'The review ended with objections unresolved; the work was not approved.',
      },
    ],
    [
      'a stage without turns has failed',
      outcome({ turns: [], summary: '' }),
      {},
      { status: 'failed', error: 'The stage produced no turns.' },
    ],
    [
      'a cancelled one is skipped, whatever it came to',
      outcome({ unresolved: true }),
      { cancelled: true },
      { status: 'skipped', error: 'The operator cancelled the run.' },
    ],
  ])('%s', (_, result, ending, expected) => {
    expect(stageAfter(end(result, ending))).toMatchObject(expected);
  });

  it('fails when every turn failed, with the error of the first', () => {
    const failed = sampleTurn({ status: 'failed', error: 'HTTP 500', text: '' });
    const other = sampleTurn({ status: 'failed', error: 'HTTP 401', text: '' });
    expect(
      stageAfter(end(outcome({ turns: [failed, other], summary: '(no output) HTTP 500' }))),
    ).toMatchObject({ status: 'failed', error: 'Every turn of this stage failed: HTTP 500' });
  });

  it('is done when one of its turns is', () => {
    const failed = sampleTurn({ status: 'failed', error: 'HTTP 500', text: '' });
    expect(
      stageAfter(end(outcome({ turns: [failed, sampleTurn()], summary: 'Done.' }))),
    ).toMatchObject({ status: 'done', error: null });
  });

  it('puts the turns into the order of the stage, not of their ends', () => {
    const turns = ['b', 'a'].map((id) => sampleTurn({ id }));
    const stage = stageRun('build', { turnIds: ['a', 'b'] });
    expect(stageAfter(end(outcome({ turns }), { stage }))?.turnIds).toEqual(['b', 'a']);
  });

  it('keeps the turns that had settled when its code broke', () => {
    const stage = stageRun('build', { turnIds: ['a', 'b'] });
    expect(stageAfter(end({ fault: 'broken' }, { stage }))?.turnIds).toEqual(['a', 'b']);
  });

  it('has no summary rather than an empty one', () => {
    expect(stageAfter(end(outcome({ summary: '' })))?.summary).toBeNull();
  });

  it('cuts a long summary with a line that says so', () => {
    const summary = stageAfter(end(outcome({ summary: 'x'.repeat(6001) })))?.summary;
    expect(summary).toBe(`${'x'.repeat(6000)}\n… [truncated]`);
  });
});

describe('what a stage leaves on the run', () => {
  it('intake sets the objective and the tags', () => {
    const { run } = end(outcome({ summary: 'Do it.\nTAGS: ui, api' }), {
      stage: stageRun('intake'),
    });
    expect(run).toMatchObject({
      objective: 'Do it.',
      tags: ['ui', 'api'],
      outcome: null,
    });
  });

  it('intake without a line of tags makes it a feature', () => {
    expect(end(outcome(), { stage: stageRun('intake') }).run.tags).toEqual(['feature']);
  });

  it('the report sets the outcome', () => {
    const { run } = end(outcome({ summary: 'Shipped.' }), { stage: stageRun('report') });
    expect(run).toMatchObject({ outcome: 'Shipped.', objective: null, tags: [] });
  });

  it('other stages change neither, and one without a summary changes nothing', () => {
    const kept = { objective: 'old', tags: ['docs'], outcome: 'old' };
    expect(end(outcome(), { run: kept }).run).toMatchObject(kept);
    const silent = outcome({ summary: '' });
    expect(end(silent, { run: kept, stage: stageRun('intake') }).run).toMatchObject(kept);
    expect(end(silent, { run: kept, stage: stageRun('report') }).run).toMatchObject(kept);
  });

  it('a failed or cancelled stage still hands on what it found out', () => {
    const intake = { stage: stageRun('intake'), cancelled: true };
    expect(end(outcome({ summary: 'Do it.' }), intake).run.objective).toBe('Do it.');
  });

  it('leaves no artifact where nobody took a turn', () => {
    expect(end(outcome({ turns: [], summary: '' })).artifacts).toEqual([]);
    expect(end({ fault: 'broken' }).artifacts).toEqual([]);
  });
});

const stageOfKind = (kind: StageKind) =>
  sampleStage({ id: 'stage_1', spec: { kind, name: 'Build', roleIds: ['dev'], mode: 'single' } });

const wrote = (...wroteFiles: string[]) => sampleTurn({ wroteFiles });

describe('stageArtifacts', () => {
  it.each<[StageKind, ArtifactKind]>([
    ['intake', 'objective'],
    ['plan', 'plan'],
    ['research', 'research'],
    ['debate', 'transcript'],
    ['workshop', 'decision'],
    ['design', 'design'],
    ['architect', 'spec'],
    ['build', 'code'],
    ['review', 'review'],
    ['test', 'test-report'],
    ['integrate', 'note'],
    ['report', 'report'],
  ])('a stage of kind %s leaves a document of kind %s', (kind, expected) => {
    expect(stageArtifacts(stageOfKind(kind), 'text', 'dev', [], 7)).toEqual([
      {
        id: 'art_stage_1',
        runId: 'run_0000000001',
        stageId: 'stage_1',
        employeeId: 'dev',
        kind: expected,
        title: 'Build',
        body: 'text',
        createdAt: 7,
      },
    ]);
  });

  it('adds one entry for each file, whoever wrote it and how often', () => {
    const turns = [wrote('src/a.ts', 'b.md'), wrote('src/a.ts')];
    const [, ...files] = stageArtifacts(stageOfKind('build'), '', 'dev', turns, 7);
    expect(
      files.map(({ id, kind, title, path, employeeId }) => [id, kind, title, path, employeeId]),
    ).toEqual([
      ['art_stage_1_src_a_ts', 'code', 'src/a.ts', 'src/a.ts', null],
      ['art_stage_1_b_md', 'code', 'b.md', 'b.md', null],
    ]);
    expect(new Set(files.map(({ body }) => body)).size).toBe(1);
    expect(files[0]?.body).toContain('Build');
  });

  it('leaves nothing of a stage in which nobody took part', () => {
    expect(stageArtifacts(stageOfKind('build'), 'text', null, [wrote('a')], 7)).toEqual([]);
  });

  it('numbers paths that differ only in what an id does not keep', () => {
    const paths = ['a.b', 'a-b', 'a.b.2'];
    const [, ...files] = stageArtifacts(stageOfKind('build'), '', 'dev', [wrote(...paths)], 7);
    expect(files.map(({ id, path }) => [path, id])).toEqual([
      ['a.b', 'art_stage_1_a_b'],
      ['a-b', 'art_stage_1_a_b_2'],
      ['a.b.2', 'art_stage_1_a_b_2_2'],
    ]);
  });

  it('never gives two artifacts one id, however alike the paths', () => {
    const path = fc.string({ unit: fc.constantFrom('a', '_', '-', '/', '.', '2'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const artifacts = stageArtifacts(stageOfKind('build'), '', 'dev', [wrote(...paths)], 7);
        expect(new Set(artifacts.map(({ id }) => id)).size).toBe(artifacts.length);
      }),
    );
  });
});
