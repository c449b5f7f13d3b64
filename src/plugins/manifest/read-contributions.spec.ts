import { describe, expect, it } from '@jest/globals';
import { readContribution } from '#test/support/plugins/read-contribution.js';

const stage = { kind: 'review', name: 'Look', roleIds: ['cto'], mode: 'single' };
const pipeline = { id: 'p', name: 'P', description: 'd', stages: [stage] };
const read = (fields: object) => readContribution('pipelines', [{ ...pipeline, ...fields }]);

describe('pipelines of a plugin', () => {
  it('keep their stages and what the stages say', () => {
    const full = {
      ...stage,
      rounds: 2,
      maxIterations: 3,
      instruction: 'Look closely.',
      produces: 'A list.',
      optional: true,
      whenTags: ['api'],
    };
    expect(read({ stages: [full] })).toEqual({
      items: [{ ...pipeline, stages: [full] }],
      warnings: [],
    });
  });

  it('lose options of the wrong kind', () => {
    const odd = { rounds: 0, maxIterations: 1.5, instruction: 7, optional: 'yes', whenTags: 'x' };
    expect(read({ description: 7, stages: [{ ...stage, ...odd }] }).items).toEqual([
      { ...pipeline, description: '' },
    ]);
  });

  it.each([{ id: '' }, { name: null }, { stages: {} }, { stages: undefined }])(
    'are dropped with %j',
    (fields) => {
      expect(read(fields)).toEqual({
        items: undefined,
        warnings: ['pipelines[0] needs id, name and stages; dropped.'],
      });
    },
  );

  it.each([
    [null, 'is not an object'],
    [{ name: '' }, 'needs a name'],
    [{ kind: 'party' }, 'has the unknown kind party'],
    [{ kind: 7 }, 'has the unknown kind (number)'],
    [{ mode: 'chaos' }, 'has the unknown mode chaos'],
    [{ roleIds: [] }, 'names no roles'],
    [{ roleIds: 'cto' }, 'names no roles'],
  ])('are dropped whole with a stage like %j', (fields, why) => {
    const broken = fields === null ? null : { ...stage, ...fields };
    expect(read({ stages: [stage, broken] })).toEqual({
      items: undefined,
      warnings: [`pipelines[0] (p) cannot run: stages[1] ${why}; dropped.`],
    });
  });

  it('have a stage', () => {
    expect(read({ stages: [] }).warnings).toEqual(['pipelines[0] (p) has no stages; dropped.']);
  });
});
