import { describe, expect, it } from '@jest/globals';
import type { Pipeline } from '../protocol/records/work.js';
import { PluginPipelines } from './plugin-pipelines.js';

const pipeline = (id: string): Pipeline => ({ id, name: id, description: '', stages: [] });
const idsOf = (pipelines: PluginPipelines) => pipelines.list().map(({ id }) => id);

describe('PluginPipelines', () => {
  it('lists what plugins offer, in the order in which they came', () => {
    const pipelines = new PluginPipelines();
    pipelines.register('b.plugin', [pipeline('second')]);
    pipelines.register('a.plugin', [pipeline('first'), pipeline('third')]);
    expect(idsOf(pipelines)).toEqual(['second', 'first', 'third']);
  });

  it('replaces what a plugin offered before, and withdraws only what still stands', () => {
    const pipelines = new PluginPipelines();
    const withdrawOld = pipelines.register('a.plugin', [pipeline('old')]);
    const withdrawNew = pipelines.register('a.plugin', [pipeline('new')]);
    withdrawOld();
    expect(idsOf(pipelines)).toEqual(['new']);
    withdrawNew();
    withdrawNew();
    expect(idsOf(pipelines)).toEqual([]);
  });

  it('hands out the same list until something changes', () => {
    const pipelines = new PluginPipelines();
    expect(pipelines.list()).toBe(pipelines.list());
  });
});
