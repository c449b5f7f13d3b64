import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { finished, submit } from '../runs/support/commission.js';
import { anthropic } from '../support/providers/anthropic.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import { cachedShareOf, simulatorKey } from '../support/providers/core/simulator.js';
import type { ProviderRules } from '../support/providers/core/provider-rules.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { gemini } from '../support/providers/gemini.js';
import { kimi } from '../support/providers/kimi.js';
import { mistral } from '../support/providers/mistral.js';
import { openAi } from '../support/providers/openai.js';
import { openRouter } from '../support/providers/openrouter.js';
import { startProviderOffice, type ProviderOffice } from '../support/providers/provider-office.js';

const providers = [
  ['DEEPSEEK', deepSeek],
  ['OPENAI', openAi],
  ['OPENROUTER', openRouter],
  ['ANTHROPIC', anthropic],
  ['GEMINI', gemini],
  ['MOONSHOT', kimi],
  ['MISTRAL', mistral],
] as const;

const pipelines = ['quick-answer', 'code-change', 'product-build'] as const;

/** A key and nothing else, as somebody begins: discovery on, the shipped plugins, no other provider. */
describe.each(providers)('an office with a key of %s alone', (name, provider) => {
  const open = officeWith(name, provider, simulatorKey);

  it.each(pipelines)('brings %s to its end, and every turn of it', async (pipelineId) => {
    const { simulator } = open();
    const before = simulator.served.length;
    const run = await commission(open(), pipelineId);
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(run.turns.filter(({ status }) => status !== 'done')).toEqual([]);
    expect(simulator.refusals).toEqual([]);
    expect(simulator.losses).toEqual([]);
    const servedBy = new Set(run.turns.map(({ servedBy }) => servedBy?.providerId));
    expect([...servedBy]).toEqual([name.toLowerCase()]);
    const served = simulator.served.slice(before);
    // Mistral caches by a key that the service does not send.
    if (pipelineId === 'product-build' && name !== 'MISTRAL') {
      const cached = cachedShareOf(served);
      expect(cached).toBeGreaterThan(0.4);
      expect(run.cachedShare).toBeCloseTo(cached, 8);
      const keys = served.map(({ request }) => request.body?.['prompt_cache_key']);
      const named = keys.filter((key) => key === run.id);
      expect(named).toHaveLength(name === 'OPENAI' ? keys.length : 0);
    }
  });
});

describe.each(providers)('an office with a wrong key of %s', (name, provider) => {
  const open = officeWith(name, provider, 'sk-wrong');

  it.each(pipelines)('fails %s at once, and says so', async (pipelineId) => {
    const run = await commission(open(), pipelineId);
    expect(run.status).toBe('failed');
    const failed = run.stages.find(({ status }) => status === 'failed');
    expect(failed?.error).toContain(runTexts.everyTurnFailed(''));
    expect(failed?.error).toContain(`${name}_API_KEY`);
    expect(failed?.error).not.toContain('sk-wrong');
    expect(run.turns.filter(({ status }) => status === 'done')).toEqual([]);
  });
});

/** An office for the tests of the surrounding `describe`. */
function officeWith(
  name: string,
  provider: () => ProviderRules,
  key: string,
): () => ProviderOffice {
  let started: ProviderOffice;
  beforeAll(async () => {
    started = await startProviderOffice({ name, provider: provider(), brain: officeBrain, key });
  });
  afterAll(() => started.close());
  return () => started;
}

async function commission(
  { office, socket }: ProviderOffice,
  pipelineId: string,
): Promise<RunDetail> {
  const { id } = await submit(office, { pipelineId, budgetUsd: 50 });
  return finished(office, socket, id);
}
