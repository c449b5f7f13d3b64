import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { finished, submit } from '../runs/support/commission.js';
import { anthropic } from '../support/providers/anthropic.js';
import { type Block, blocksOf, type MessagesBody } from '../support/providers/anthropic-body.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import { startProviderOffice } from '../support/providers/provider-office.js';

/**
 * Input of the same build by the same script with the shipped skills before prompts were budgeted:
 * this run on commit f253eca (docs/benchmarks.md).
 */
const before = { calls: 31, simulated: 285_075, read: 195_696 };

/** Texts and schemas of tools, in tokens of a real tokenizer; not the JSON around the texts. */
function tokensRead({ system, messages, tools = [] }: MessagesBody): number {
  const asked = messages.flatMap(blocksOf);
  const told: readonly Block[] =
    typeof system === 'string' ? [{ type: 'text', text: system }] : (system ?? []);
  const schemas = tools.map(({ name, description, input_schema }) =>
    JSON.stringify({ name, description, input_schema }),
  );
  const texts = [...told, ...asked].map(({ cache_control: _, ...block }) =>
    block.type === 'text' ? (block.text ?? '') : JSON.stringify(block),
  );
  return [...schemas, ...texts].reduce((sum, text) => sum + countTokens(text), 0);
}

it('a product build reads at least 40 % fewer tokens than before', async () => {
  const { office, simulator, socket, close } = await startProviderOffice({
    name: 'ANTHROPIC',
    provider: anthropic(),
    brain: officeBrain,
    env: { OFFICE_SKILLS_DIR: join(import.meta.dirname, '../../skills') },
  });
  try {
    const { id } = await submit(office, { pipelineId: 'product-build', budgetUsd: 50 });
    expect(await finished(office, socket, id)).toMatchObject({ status: 'done' });
    expect(simulator.served.length).toBeLessThan(before.calls);
    const bodies = simulator.served.map(({ request }) => request.body as unknown as MessagesBody);
    const read = bodies.reduce((sum, body) => sum + tokensRead(body), 0);
    expect(read / before.read).toBeLessThan(0.6);
    // The simulator also counts the JSON around texts, which is more since they come in blocks.
    const simulated = simulator.served.reduce((sum, { usage }) => sum + usage.input, 0);
    expect(simulated / before.simulated).toBeLessThan(0.6);
    // The roles' own skills are the same nowhere else, and few turns are left that share their stage.
    expect(simulator.cachedShare).toBeGreaterThan(0.35);
  } finally {
    await close();
  }
});
