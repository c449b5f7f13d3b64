import { beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { sampleRun, sampleToolCall, sampleTurn } from '#test/support/sample-records.js';
import { committed, type EventDraft } from '../../platform/events/drafts.js';
import type { ModelTried } from '../../platform/telemetry/observations.js';
import { labelBounds, WorkCounters } from './work-counters.js';

const many = 400;
const names = (prefix: string): readonly string[] =>
  Array.from({ length: many }, (_, index) => `${prefix}_${index}`);

describe('the counters of a large office', () => {
  let registry: Registry;
  let counters: WorkCounters;

  beforeEach(() => {
    registry = new Registry();
    counters = new WorkCounters(registry);
  });

  const commit = (...drafts: readonly EventDraft[]): void => {
    const events = drafts.map((draft, index) => committed(draft, 1, index));
    const members = [{ work: undefined, events }];
    counters.observe({ kind: 'commit', startedAt: 0, ms: 1, members });
  };

  const call = (fields: Partial<ModelTried>): void =>
    counters.observe({
      kind: 'model-tried',
      providerId: 'openai',
      modelId: 'gpt',
      startedAt: 0,
      ms: 10,
      firstOutputMs: null,
      outcome: 'answered',
      attempt: 1,
      usage: { tokensIn: 1, tokensOut: 1, costUsd: 0.5 },
      work: undefined,
      ...fields,
    });

  async function valuesOf(name: string, label: string): Promise<ReadonlyMap<string, number>> {
    const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return new Map(values.map(({ labels, value }) => [String(labels[label]), value]));
  }

  it.each([
    [
      'floor',
      'office_floor_spend_usd_total',
      (floor: string) => ({ work: { workspaceId: floor } }),
    ],
    ['role', 'office_role_spend_usd_total', (role: string) => ({ work: { roleId: role } })],
    ['provider', 'office_model_calls_total', (provider: string) => ({ providerId: provider })],
    ['model', 'office_model_spend_usd_total', (model: string) => ({ modelId: model })],
  ] as const)('tell a bounded number of values of %s apart', async (label, name, fields) => {
    for (const value of names(label)) call(fields(value));
    const values = await valuesOf(name, label);
    expect(values.size).toBe(labelBounds[label] + 1);
    expect(values.get('other')).toBeGreaterThan(1);
    const sum = values.values().reduce((total, value) => total + value, 0);
    expect(sum).toBe(label === 'provider' ? many : many * 0.5);
  });

  it.each([
    ['pipeline', 'office_runs_submitted_total'],
    ['role', 'office_turns_total'],
    ['tool', 'office_tool_calls_total'],
  ] as const)('do so for every %s that plugins and models bring', async (label, name) => {
    for (const value of names(label)) {
      commit(
        { type: 'run.created', run: sampleRun({ pipelineId: value }) },
        { type: 'turn.finished', turn: sampleTurn({ roleId: value }) },
        { type: 'tool.result', runId: 'r', turnId: 't', call: sampleToolCall({ name: value }) },
      );
    }
    const values = await valuesOf(name, label);
    expect(values.size).toBe(labelBounds[label] + 1);
  });

  it('cut what a label may say', async () => {
    call({ providerId: 'p'.repeat(5000) });
    const [[provider = ''] = []] = [...(await valuesOf('office_model_calls_total', 'provider'))];
    expect(provider).toHaveLength(100);
  });

  it('count an end of a run by its final update alone', async () => {
    for (const status of ['running', 'awaiting-approval', 'done'] as const) {
      commit({ type: 'run.updated', run: sampleRun({ status }) });
    }
    expect([...(await valuesOf('office_runs_ended_total', 'status'))]).toEqual([['done', 1]]);
  });

  it('count what was read from a cache, whatever was paid for it', async () => {
    call({ usage: { tokensIn: 100, tokensOut: 5, costUsd: 0, cachedTokens: 80 } });
    const tokens = await valuesOf('office_tokens_total', 'kind');
    expect([tokens.get('input'), tokens.get('cache_read')]).toEqual([100, 80]);
    expect((await valuesOf('office_model_spend_usd_total', 'model')).size).toBe(0);
  });
});
