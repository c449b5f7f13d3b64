import { describe, expect, it } from '@jest/globals';
import type { Pipeline } from '../../protocol/records/work.js';
import { defaultPipelines } from './default-pipelines.js';
import { offeredPipelines } from './offered-pipelines.js';

const shippedIds = ['product-build', 'code-change', 'quick-answer'];
const plugin = (id: string, name = 'From a plugin'): Pipeline => ({
  id,
  name,
  description: '',
  stages: [],
});
const idsOf = (pipelines: readonly Pipeline[]) => pipelines.map(({ id }) => id);

describe('offeredPipelines', () => {
  it('offers what the floor enables, in the shipped order', () => {
    expect(idsOf(offeredPipelines(['quick-answer', 'product-build', 'gone'], []))).toEqual([
      'product-build',
      'quick-answer',
    ]);
  });

  it.each([[[]], [['gone']]])('offers all shipped ones when %j matches none', (pipelineIds) => {
    expect(idsOf(offeredPipelines(pipelineIds, []))).toEqual(shippedIds);
  });

  it('adds the pipelines of plugins for every floor', () => {
    const offered = offeredPipelines(['quick-answer'], [plugin('spend-review')]);

    expect(idsOf(offered)).toEqual(['quick-answer', 'spend-review']);
  });

  it('lets no plugin stand in for a shipped pipeline, enabled or not', () => {
    const impostors = shippedIds.map((id) => plugin(id));

    expect(offeredPipelines(['quick-answer'], impostors)).toEqual([defaultPipelines[2]]);
  });

  it('gives an id that two plugins want to the first', () => {
    const offered = offeredPipelines([], [plugin('audit', 'First'), plugin('audit', 'Second')]);

    expect(offered.slice(shippedIds.length).map(({ name }) => name)).toEqual(['First']);
  });
});
