import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleStage, sampleTurn } from '../../../test/support/sample-records.js';
import type { ArtifactKind, StageKind } from '../../protocol/records/enums.js';
import { stageArtifacts } from './stage-artifacts.js';

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
