import { OfficeRefusal } from '../client/errors.js';
import type { Operations } from '../client/http/operations.js';
import { tooLittleFor } from '../models/routing/least-cost.js';
import { routingInputs } from '../models/routing/routing-inputs.js';
import type { ClientCommandPayloads } from '../protocol/commands.js';
import { ceilingTexts } from '../protocol/texts/ceilings.js';

type Planned = ClientCommandPayloads['submit'];

/**
 * The page's warning for a ceiling below the least cost of the run; null: none. Simulated employees
 * cost nothing. Refusals are ignored here, because the submission repeats them.
 * @throws OfficeUnreachable
 */
export async function ceilingWarning(planned: Planned, client: Operations): Promise<string | null> {
  try {
    const { llmMode } = await client.health();
    return llmMode === 'live' ? await warningOf(planned, client) : null;
  } catch (error) {
    if (error instanceof OfficeRefusal) return null;
    throw error;
  }
}

async function warningOf(planned: Planned, client: Operations): Promise<string | null> {
  const { brief, pipelineId, full, continues } = planned;
  const [state, floorId] = await Promise.all([client.state(), floorOf(planned, client)]);
  const floor = floorId === undefined ? state : await client.workspace(floorId);
  const limitUsd = planned.budgetUsd ?? floor.budget.defaultRunUsd;
  const inputs = routingInputs({ ...state, plugins: state.plugins.records, floor });
  const run = { brief, limitUsd, pipelineId, continues: continues !== undefined };
  const least = tooLittleFor(
    { ...run, ...(full !== undefined && { full }) },
    floor.pipelines,
    inputs,
  );
  return least === null ? null : ceilingTexts.tooSmall(limitUsd, least);
}

/** Undefined: the shared floor. */
async function floorOf(
  { workspaceId, continues }: Planned,
  client: Operations,
): Promise<string | undefined> {
  if (workspaceId !== undefined || continues === undefined) return workspaceId;
  return (await client.run(continues)).workspaceId;
}
