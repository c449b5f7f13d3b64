import { afterEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { priceOf } from '../../src/models/catalogue/prices.js';
import { priceAt } from '../../src/models/catalogue/stated-prices.js';
import { wireModelId } from '../../src/models/providers/live/wire-model-id.js';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { finished, submit } from '../runs/support/commission.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { anthropic } from '../support/providers/anthropic.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import {
  type ServedCompletion,
  simulatorKey,
  ProviderSimulator,
} from '../support/providers/core/simulator.js';
import type { ProviderRules } from '../support/providers/core/provider-rules.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { openAi } from '../support/providers/openai.js';
import { openRouter } from '../support/providers/openrouter.js';
import { routedModels } from '../support/providers/openrouter-models.js';

const providers = [
  ['anthropic', 'ANTHROPIC', anthropic],
  ['openai', 'OPENAI', openAi],
  ['deepseek', 'DEEPSEEK', deepSeek],
  ['openrouter', 'OPENROUTER', openRouter],
] as const;

const directory = temporaryDirectory();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const opened of open.splice(0).reverse()) await opened.close();
});

async function officeOn(
  simulator: ProviderSimulator,
  name: string,
  database: string,
): Promise<RunningOffice> {
  const office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: {
      OFFICE_DB: database,
      OFFICE_LLM_MODE: 'auto',
      OFFICE_MODEL_DISCOVERY: 'true',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      [`${name}_API_KEY`]: simulatorKey,
      [`OFFICE_${name}_BASE_URL`]: simulator.baseUrl,
    },
  });
  open.push(office);
  return office;
}

async function simulatorOf(provider: () => ProviderRules): Promise<ProviderSimulator> {
  const simulator = await ProviderSimulator.start(provider(), { brain: officeBrain });
  open.push(simulator);
  return simulator;
}

/** The provider's bill for what it served, at the prices of the catalogue. */
function billOf(
  served: readonly ServedCompletion[],
  models: readonly ModelSpec[],
  providerId: string,
): number {
  return served.reduce((sum, { model: wireId, usage }) => {
    const model = models.find(
      (known) => known.providerId === providerId && wireModelId(providerId, known.id) === wireId,
    );
    if (model === undefined) throw new Error(`${wireId} is not in the catalogue`);
    const {
      in: fresh,
      out,
      cacheRead = fresh,
      cacheWrite = fresh,
    } = priceAt(priceOf(model), usage.input);
    const rest = usage.input - usage.cached - usage.written;
    const input = rest * fresh + usage.cached * cacheRead + usage.written * cacheWrite;
    return sum + (input + usage.output * out) / 1e6;
  }, 0);
}

describe.each(providers)('money spent at %s', (providerId, name, provider) => {
  it('is what the provider bills, with caches and reasoning, and outlives a restart', async () => {
    const simulator = await simulatorOf(provider);
    const database = directory(`${providerId}.sqlite`);
    const office = await officeOn(simulator, name, database);
    const socket = await office.client.connect();
    const { id } = await submit(office, { pipelineId: 'code-change', budgetUsd: 50 });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(simulator.refusals).toEqual([]);
    const models = (await office.client.get<ModelSpec[]>('/api/models')).body;
    const bill = billOf(simulator.served, models, providerId);
    expect(bill).toBeGreaterThan(0);
    // OpenRouter bills by itself, at the prices of its own list.
    if (providerId !== 'openrouter') expect(run.budget.spentUsd).toBeCloseTo(bill, 8);
    const used = (count: (served: ServedCompletion) => number): number =>
      simulator.served.reduce((sum, served) => sum + count(served), 0);
    const recorded = (count: (turn: RunDetail['turns'][number]) => number): number =>
      run.turns.reduce((sum, turn) => sum + count(turn), 0);
    expect(recorded(({ usage }) => usage.tokensIn)).toBe(used(({ usage }) => usage.input));
    expect(recorded(({ usage }) => usage.tokensOut)).toBe(used(({ usage }) => usage.output));
    expect(recorded(({ usage }) => usage.cachedTokens ?? 0)).toBe(
      used(({ usage }) => usage.cached),
    );
    expect(recorded(({ usage }) => usage.cacheWriteTokens ?? 0)).toBe(
      used(({ usage }) => usage.written),
    );
    expect(run.turns.filter(({ usage }) => usage.estimated === true)).toEqual([]);
    expect(run.cachedShare).toBeCloseTo(simulator.cachedShare, 8);
    open.splice(open.indexOf(office), 1);
    await office.close();
    const again = await officeOn(simulator, name, database);
    const reread = (await again.client.get<RunDetail>(`/api/runs/${id}`)).body;
    expect(reread.cachedShare).toBe(run.cachedShare);
    expect(reread.budget.spentUsd).toBe(run.budget.spentUsd);
  });
});

it('OpenRouter’s own bill is the cost', async () => {
  const simulator = await simulatorOf(openRouter);
  const office = await officeOn(simulator, 'OPENROUTER', ':memory:');
  const socket = await office.client.connect();
  const { id } = await submit(office, { pipelineId: 'quick-answer', budgetUsd: 50 });
  const run = await finished(office, socket, id);
  const bill = simulator.served.reduce((sum, { usage, model }) => {
    const price = routedModels[model]?.price ?? { in: NaN, out: NaN, cached: NaN };
    const fresh = usage.input - usage.cached;
    return sum + (fresh * price.in + usage.cached * price.cached + usage.output * price.out) / 1e6;
  }, 0);
  expect(run.budget.spentUsd).toBeCloseTo(bill, 10);
});

it('where nothing was asked, no share of it was cached', async () => {
  const simulator = await simulatorOf(deepSeek);
  const office = await officeOn(simulator, 'DEEPSEEK', ':memory:');
  const socket = await office.client.connect();
  const { id } = await submit(office, { pipelineId: 'quick-answer', budgetUsd: 0 });
  expect((await finished(office, socket, id)).cachedShare).toBeNull();
});
