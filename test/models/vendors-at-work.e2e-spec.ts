import { afterEach, describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { finished, submit } from '../runs/support/commission.js';
import { anthropic } from '../support/vendors/anthropic.js';
import { officeBrain } from '../support/vendors/core/office-brain.js';
import { simulatorKey } from '../support/vendors/core/simulator.js';
import { deepSeek } from '../support/vendors/deepseek.js';
import { gemini } from '../support/vendors/gemini.js';
import { kimi } from '../support/vendors/kimi.js';
import { mistral } from '../support/vendors/mistral.js';
import { openAi } from '../support/vendors/openai.js';
import { openRouter } from '../support/vendors/openrouter.js';
import { startVendorOffice, type VendorOffice } from '../support/vendors/vendor-office.js';

const vendors = [
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
describe.each(vendors)('an office with a key of %s alone', (name, vendor) => {
  let started: VendorOffice | undefined;

  afterEach(() => started?.close());

  async function commission(key: string, pipelineId: string): Promise<RunDetail> {
    started = await startVendorOffice({ name, vendor: vendor(), brain: officeBrain, key });
    const { office, socket } = started;
    const { id } = await submit(office, { pipelineId, budgetUsd: 50 });
    return finished(office, socket, id);
  }

  it.each(pipelines)('brings %s to its end, and every turn of it', async (pipelineId) => {
    const run = await commission(simulatorKey, pipelineId);
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(run.turns.filter(({ status }) => status !== 'done')).toEqual([]);
    const simulator = started?.simulator;
    expect(simulator?.refusals).toEqual([]);
    expect(simulator?.losses).toEqual([]);
    const served = new Set(run.turns.map(({ servedBy }) => servedBy?.providerId));
    expect([...served]).toEqual([name.toLowerCase()]);
    if (simulator === undefined) throw new Error('no simulator was started');
    // Mistral caches by a key that the service does not send.
    if (pipelineId === 'product-build' && name !== 'MISTRAL') {
      expect(simulator.cachedShare).toBeGreaterThan(0.6);
      expect(run.cachedShare).toBeCloseTo(simulator.cachedShare, 8);
      const keys = simulator.served.map(({ request }) => request.body?.['prompt_cache_key']);
      const named = keys.filter((key) => key === run.id);
      expect(named).toHaveLength(name === 'OPENAI' ? keys.length : 0);
    }
  });

  it.each(pipelines)('fails %s at once when the key is wrong, and says so', async (pipelineId) => {
    const run = await commission('sk-wrong', pipelineId);
    expect(run.status).toBe('failed');
    const failed = run.stages.find(({ status }) => status === 'failed');
    expect(failed?.error).toContain(runTexts.everyTurnFailed(''));
    expect(failed?.error).toContain(`${name}_API_KEY`);
    expect(failed?.error).not.toContain('sk-wrong');
    expect(run.turns.filter(({ status }) => status === 'done')).toEqual([]);
  });
});
