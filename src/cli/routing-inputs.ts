import { OfficeRefusal } from '../client/errors.js';
import type { Operations } from '../client/http/operations.js';
import { type RoutingInputs, routingInputs } from '../models/routing/routing-inputs.js';
import type { PluginRecord } from '../protocol/records/plugins.js';

export async function readRoutingInputs(
  client: Operations,
  workspaceId: string,
): Promise<RoutingInputs> {
  const [models, providers, { llmMode }, floor, plugins] = await Promise.all([
    client.models(),
    client.providers(),
    client.health(),
    client.workspace(workspaceId),
    readPlugins(client),
  ]);
  return routingInputs({ models, providers, llmMode, floor, plugins });
}

/** Empty for an office without plugins. */
async function readPlugins(client: Operations): Promise<readonly PluginRecord[]> {
  try {
    return (await client.plugins()).records;
  } catch (error) {
    if (error instanceof OfficeRefusal) return [];
    throw error;
  }
}
