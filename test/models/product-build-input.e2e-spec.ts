import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { finished, submit } from '../runs/support/commission.js';
import { startOffice } from '../support/start-office.js';
import { anthropic } from '../support/vendors/anthropic.js';
import { officeBrain } from '../support/vendors/core/office-brain.js';
import { simulatorKey, VendorSimulator } from '../support/vendors/core/simulator.js';

/**
 * Input tokens of the same build with the same answers and the shipped skills before prompts were
 * budgeted: this test run on commit f253eca (docs/benchmarks.md).
 */
const before = { tokens: 285_075, calls: 31 };

it('a product build reads fewer tokens than before, the goal being 40 % fewer', async () => {
  const simulator = await VendorSimulator.start(anthropic(), { brain: officeBrain });
  const office = await startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: {
      OFFICE_LLM_MODE: 'auto',
      OFFICE_MODEL_DISCOVERY: 'true',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      OFFICE_SKILLS_DIR: join(import.meta.dirname, '../../skills'),
      ANTHROPIC_API_KEY: simulatorKey,
      OFFICE_ANTHROPIC_BASE_URL: simulator.baseUrl,
    },
  });
  try {
    const socket = await office.client.connect();
    const { id } = await submit(office, { pipelineId: 'product-build', budgetUsd: 50 });
    expect(await finished(office, socket, id)).toMatchObject({ status: 'done' });
    const tokens = simulator.served.reduce((sum, { usage }) => sum + usage.input, 0);
    expect(simulator.served).toHaveLength(before.calls);
    expect(tokens / before.tokens).toBeLessThan(0.85);
    // The roles' own skills are the same nowhere else, so less is shared than without them.
    expect(simulator.cachedShare).toBeGreaterThan(0.5);
  } finally {
    await office.close();
    await simulator.close();
  }
});
