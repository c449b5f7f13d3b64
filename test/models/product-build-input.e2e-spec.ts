import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { finished, submit } from '../runs/support/commission.js';
import { anthropic } from '../support/vendors/anthropic.js';
import { officeBrain } from '../support/vendors/core/office-brain.js';
import { startVendorOffice } from '../support/vendors/vendor-office.js';

/**
 * Input tokens of the same build with the same answers and the shipped skills before prompts were
 * budgeted: this test run on commit f253eca (docs/benchmarks.md).
 */
const before = { tokens: 285_075, calls: 31 };

it('a product build reads fewer tokens than before, the goal being 40 % fewer', async () => {
  const { office, simulator, socket, close } = await startVendorOffice({
    name: 'ANTHROPIC',
    vendor: anthropic(),
    brain: officeBrain,
    env: { OFFICE_SKILLS_DIR: join(import.meta.dirname, '../../skills') },
  });
  try {
    const { id } = await submit(office, { pipelineId: 'product-build', budgetUsd: 50 });
    expect(await finished(office, socket, id)).toMatchObject({ status: 'done' });
    const tokens = simulator.served.reduce((sum, { usage }) => sum + usage.input, 0);
    expect(simulator.served).toHaveLength(before.calls);
    expect(tokens / before.tokens).toBeLessThan(0.85);
    // The roles' own skills are the same nowhere else, so less is shared than without them.
    expect(simulator.cachedShare).toBeGreaterThan(0.5);
  } finally {
    await close();
  }
});
