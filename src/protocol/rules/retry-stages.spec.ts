import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import type { StageRun } from '../records/work.js';
import { defaultStage, firstOpen, retryStages } from './retry-stages.js';

const stage = (id: string, fields: Partial<StageRun>) => sampleStage({ id, ...fields });
const ids = (stages: readonly StageRun[]) => stages.map(({ id }) => id);
const done = { status: 'done', startedAt: 1, endedAt: 2 } as const;

describe('the stages that a retry may begin with', () => {
  it('end with the first that failed', () => {
    const run = sampleRun({
      status: 'failed',
      endedAt: 9,
      stages: [
        stage('a', done),
        stage('b', { status: 'failed', endedAt: 9 }),
        stage('c', { status: 'pending', startedAt: null }),
      ],
    });
    expect(firstOpen(run)).toBe(1);
    expect(ids(retryStages(run))).toEqual(['a', 'b']);
    expect(defaultStage(run)?.id).toBe('b');
  });

  it('end with the first that a cancellation cut off or kept from beginning', () => {
    const cutOff = stage('b', { status: 'skipped', startedAt: 3, endedAt: 9 });
    const notBegun = stage('c', { status: 'skipped', startedAt: null, endedAt: 9 });
    const run = sampleRun({
      status: 'cancelled',
      endedAt: 9,
      stages: [stage('a', done), cutOff, notBegun],
    });
    expect(defaultStage(run)?.id).toBe('b');
    expect(ids(retryStages(run))).toEqual(['a', 'b']);
    const between = { ...run, stages: [stage('a', done), notBegun] };
    expect(defaultStage(between)?.id).toBe('c');
  });

  it('go past one that was skipped before the run was cancelled', () => {
    const skipped = stage('b', { status: 'skipped', startedAt: null, endedAt: 3 });
    const cutOff = stage('c', { status: 'skipped', startedAt: 4, endedAt: 9 });
    const run = sampleRun({
      status: 'cancelled',
      endedAt: 9,
      stages: [stage('a', done), skipped, cutOff],
    });
    expect(defaultStage(run)?.id).toBe('c');
  });

  it('are all, from the first, when every result stands', () => {
    const { spec } = sampleStage();
    const optional = stage('b', {
      status: 'failed',
      endedAt: 3,
      spec: { ...spec, optional: true },
    });
    const run = sampleRun({ status: 'done', endedAt: 9, stages: [stage('a', done), optional] });
    expect(firstOpen(run)).toBe(-1);
    expect(ids(retryStages(run))).toEqual(['a', 'b']);
    expect(defaultStage(run)?.id).toBe('a');
  });
});
