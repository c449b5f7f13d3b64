import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  sampleArtifact,
  sampleRun,
  sampleStage,
  sampleTurn,
} from '#test/support/sample-records.js';
import type { StageSpec, TurnRecord } from '../../protocol/records/work.js';
import { clipSummary } from './clip.js';
import { knowledgeOf, withWrites } from './knowledge.js';

const spec = (name: string, kind: StageSpec['kind'] = 'build'): StageSpec => ({
  kind,
  name,
  roleIds: ['dev'],
  mode: 'single',
});

const wrote = (id: string, roleId: string, ...wroteFiles: string[]): TurnRecord =>
  sampleTurn({ id, roleId, wroteFiles });

const turns: readonly TurnRecord[] = [
  wrote('t1', 'front', 'a.ts', 'b.ts'),
  wrote('t2', 'back', 'b.ts', 'c.ts'),
  wrote('t3', 'talker'),
  wrote('t4', 'front', 'd.ts'),
  wrote('t5', 'late', 'e.ts'),
];
const find = (id: string): TurnRecord | undefined => turns.find((turn) => turn.id === id);

const run = sampleRun({
  brief: 'Build it',
  objective: 'A thing',
  tags: ['ui'],
  stages: [
    sampleStage({ id: 's1', spec: spec('Plan', 'plan'), status: 'done', summary: 'planned' }),
    sampleStage({ id: 's2', spec: spec('Tag-gated'), status: 'skipped' }),
    sampleStage({
      id: 's3',
      spec: spec('Build'),
      status: 'failed',
      summary: 'half',
      turnIds: ['t1', 't2', 't3'],
    }),
    sampleStage({
      id: 's4',
      spec: spec('Fix'),
      status: 'done',
      summary: null,
      turnIds: ['t4', 'gone'],
    }),
    sampleStage({
      id: 's5',
      spec: spec('Review'),
      status: 'running',
      summary: 'not yet',
      turnIds: ['t5'],
    }),
  ],
});

const artifacts = [
  sampleArtifact({ id: 'x1', stageId: 's1' }),
  sampleArtifact({ id: 'x5', stageId: 's5' }),
  sampleArtifact({ id: 'x0', stageId: null }),
];

describe('the whole result of an intake that was cut', () => {
  it('has no line of tags', () => {
    const rest = 'x'.repeat(7000);
    const turn = sampleTurn({ id: 'i1', text: `Do it.\n\nTAGS: ui\n\n${rest}` });
    const stage = sampleStage({
      spec: spec('Understand', 'intake'),
      status: 'done',
      summary: clipSummary(`Do it.\n\n${rest}`, 6000),
      turnIds: ['i1'],
    });
    const { stageSummaries } = knowledgeOf(sampleRun({ stages: [stage] }), () => turn, []);
    expect(stageSummaries.map(({ summary }) => summary)).toEqual([`Do it.\n\n${rest}`]);
  });
});

describe('knowledgeOf', () => {
  const known = knowledgeOf(run, find, artifacts);

  it('hands on the brief with what intake made of it', () => {
    expect(known).toMatchObject({ brief: 'Build it', objective: 'A thing', tags: ['ui'] });
  });

  it('tells the summaries of settled stages, whether they succeeded or not', () => {
    expect(known.stageSummaries).toEqual([
      { id: 'stage-1', name: 'Plan', kind: 'plan', summary: 'planned' },
      { id: 'stage-3', name: 'Build', kind: 'build', summary: 'half' },
    ]);
  });

  it('lists files once and producers once, in the order of writing', () => {
    expect(known.filesWritten).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
    expect(known.producers).toEqual(['front', 'back']);
  });

  it('shows the artifacts of settled stages only', () => {
    expect(known.artifacts.map(({ id }) => id)).toEqual(['x1']);
  });

  it('is the same however far the running stage got, so a continued stage is told the same', () => {
    const onlySettled = {
      ...run,
      stages: run.stages.map((stage) =>
        stage.status === 'running' ? { ...stage, turnIds: [], summary: null } : stage,
      ),
    };
    expect(knowledgeOf(onlySettled, find, artifacts.slice(0, 1))).toEqual(known);
  });
});

describe('withWrites', () => {
  const empty = knowledgeOf(sampleRun({ stages: [] }), find, []);

  it('leaves the knowledge alone after a turn that wrote nothing', () => {
    expect(withWrites(empty, wrote('t', 'talker'))).toBe(empty);
  });

  it('keeps files and producers unique and in order, whoever writes what and how often', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd');
    const aTurn = fc
      .tuple(names, fc.array(names))
      .map(([role, files]) => wrote('t', role, ...files));
    fc.assert(
      fc.property(fc.array(aTurn), (written) => {
        const known = written.reduce(withWrites, empty);
        const writers = written.filter((turn) => turn.wroteFiles.length > 0);
        expect(known.filesWritten).toEqual([
          ...new Set(writers.flatMap((turn) => turn.wroteFiles)),
        ]);
        expect(known.producers).toEqual([...new Set(writers.map((turn) => turn.roleId))]);
      }),
    );
  });
});
