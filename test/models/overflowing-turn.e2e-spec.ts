import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ModelSpec } from '../../src/protocol/records/models.js';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import type { Conversation, Reply } from '../support/providers/core/reply.js';
import { countTokens } from '../support/providers/core/tokens.js';
import { mistral } from '../support/providers/mistral.js';
import { startProviderOffice, type ProviderOffice } from '../support/providers/provider-office.js';

const model = 'ministral-8b-latest';
const contextWindow = 131_072;
const roundsOfReading = 7;
const filesOfRound = 6;
/** Every character is a token. */
const signs = '#%&$!?+=*~^|;:<>@§'.repeat(20);

/** Reads files until no more calls are allowed, and then ends the turn. */
function reader(): (conversation: Conversation) => Reply {
  let round = 0;
  return () => {
    round += 1;
    if (round > roundsOfReading) return { text: 'All read.' };
    const toolCalls = Array.from({ length: filesOfRound }, (_, index) => ({
      name: 'read_file',
      arguments: JSON.stringify({ path: `part-${round}-${index}.txt` }),
    }));
    return { toolCalls };
  };
}

describe('a turn that reads more than the window of its model', () => {
  let started: ProviderOffice;

  beforeAll(async () => {
    started = await startProviderOffice({ name: 'MISTRAL', provider: mistral(), brain: reader() });
    const { office } = started;
    const { body: models } = await office.client.get<ModelSpec[]>('/api/models');
    const disabledModelIds = models.map(({ id }) => id).filter((id) => id !== model);
    await office.client.patch('/api/settings', { disabledModelIds });
    const workspace = `${office.directory}/workspace`;
    await mkdir(workspace, { recursive: true });
    for (let round = 1; round <= roundsOfReading; round++) {
      for (let index = 0; index < filesOfRound; index++) {
        await writeFile(`${workspace}/part-${round}-${index}.txt`, `${signs}\n`.repeat(40));
      }
    }
  });
  afterAll(() => started.close());

  it('goes on with old results shortened, and is never refused', async () => {
    const { office, socket, simulator } = started;
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const run = await carryOut(office, socket, { pipelineId, budgetUsd: 50 });
    const [turn] = run.turns;
    expect(turn).toMatchObject({ status: 'done', text: 'All read.' });
    expect(turn?.servedBy?.modelId).toContain(model);
    expect(turn?.toolCalls.map(({ status }) => status)).toEqual(
      Array(roundsOfReading * filesOfRound).fill('ok'),
    );
    expect(simulator.refusals).toEqual([]);

    // All results together would not have fitted; what was sent did.
    const results = simulator.served.flatMap(({ request }) => newResultsIn(request.body));
    expect(results.reduce((sum, text) => sum + countTokens(text), 0)).toBeGreaterThan(
      contextWindow * 1.5,
    );
    const inputs = simulator.served.map(({ usage }) => usage.input);
    expect(Math.max(...inputs)).toBeGreaterThan(contextWindow / 2);
    expect(Math.max(...inputs)).toBeLessThanOrEqual(contextWindow);
    // The newest results are whole, and old ones say how to read them again.
    const last = toolTextsIn(simulator.served.at(-1)?.request.body);
    expect(last.at(-1)).toContain(signs);
    expect(last[0]).not.toContain(signs);
    expect(last[0]).toContain('part-1-0.txt');
  });
});

function toolTextsIn(body: unknown): readonly string[] {
  const { messages = [] } = (body ?? {}) as { messages?: { role: string; content: unknown }[] };
  return messages.flatMap(({ role, content }) =>
    role === 'tool' ? [typeof content === 'string' ? content : JSON.stringify(content)] : [],
  );
}

/** The results that a request is the first to hold. */
function newResultsIn(body: unknown): readonly string[] {
  return toolTextsIn(body).slice(-filesOfRound);
}
