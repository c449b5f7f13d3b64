import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { priceOf } from '../../src/models/catalogue/prices.js';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import { finished, offerPipeline, submit } from '../runs/support/commission.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { simulatorKey, ProviderSimulator } from '../support/providers/core/simulator.js';
import { deepSeek } from '../support/providers/deepseek.js';

const briefs = {
  'Chinese text': '我们需要一个待办事项列表的应用程序，它应该支持多个用户同时编辑。'.repeat(200),
  base64: randomBytes(5000).toString('base64'),
  code: readFileSync(new URL('../../src/models/gateway/usage.ts', import.meta.url), 'utf8').repeat(
    3,
  ),
};

let office: RunningOffice | undefined;
let simulator: ProviderSimulator;

afterEach(async () => {
  await office?.close();
  await simulator.close();
});

/** More than two longest answers cost, so that several calls are made. */
const budgetUsd = 0.06;

/** The provider counts otherwise than the tokenizer by which the service estimates. */
describe.each(Object.entries(briefs))('a run about %s, by many at once', (_, brief) => {
  it('passes its ceiling by less than one smallest answer', async () => {
    simulator = await ProviderSimulator.start(deepSeek(), {
      brain: () => ({ text: 'A long consideration of it. '.repeat(4000) }),
    });
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: {
        OFFICE_LLM_MODE: 'auto',
        OFFICE_MODEL_DISCOVERY: 'true',
        OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
        DEEPSEEK_API_KEY: simulatorKey,
        OFFICE_DEEPSEEK_BASE_URL: simulator.baseUrl,
      },
    });
    const [summary] = (await office.client.get<{ id: string }[]>('/api/workspaces')).body;
    const { body: floor } = await office.client.get<{ roles: { id: string }[] }>(
      `/api/workspaces/${summary?.id}`,
    );
    const roleIds = floor.roles.map((role) => role.id).slice(0, 6);
    const pipelineId = offerPipeline(office, { mode: 'parallel', roleIds });
    const socket = await office.client.connect();
    const { id } = await submit(office, { pipelineId, brief, budgetUsd });
    const run = await finished(office, socket, id);
    const models = (await office.client.get<ModelSpec[]>('/api/models')).body;
    const smallest = simulator.served.map(({ model: served, usage }) => {
      const known = models.find((model) => model.id === served);
      if (known === undefined) throw new Error(`${served} is not in the catalogue`);
      const { in: fresh, out } = priceOf(known);
      return (usage.input * fresh + 256 * out) / 1e6;
    });
    expect(run.budget.spentUsd).toBeLessThan(budgetUsd + Math.max(...smallest));
    expect(simulator.served.length).toBeGreaterThan(1);
  });
});
