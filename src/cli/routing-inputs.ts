import { OfficeRefusal } from '../client/errors.js';
import type { Operations } from '../client/http/operations.js';
import type { RoutingTable } from '../models/routing/route-request.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { ModelSpec } from '../protocol/records/models.js';
import type { Role } from '../protocol/records/organisation.js';
import type { RoutingRule } from '../protocol/records/plugins.js';

/** What the office routes with, as far as the interface shows it: everything but uptimes. */
export interface RoutingInputs {
  readonly table: RoutingTable;
  /** Models by id, those that cannot be routed to as well. */
  readonly models: readonly ModelSpec[];
  readonly roles: readonly Role[];
  /** In force on the floor. */
  readonly posture: RoutingPosture;
}

export async function readRoutingInputs(
  client: Operations,
  workspaceId: string,
): Promise<RoutingInputs> {
  const [models, providers, health, floor, rules] = await Promise.all([
    client.models(),
    client.providers(),
    client.health(),
    client.workspace(workspaceId),
    readRules(client),
  ]);
  const configured = new Set(providers.filter((one) => one.configured).map(({ id }) => id));
  const isRoutable = ({ disabled, providerId }: ModelSpec): boolean =>
    disabled !== true && (health.llmMode === 'mock' || configured.has(providerId));
  return {
    table: { models: models.filter(isRoutable), rules, uptimeOf: () => null },
    models,
    roles: floor.roles,
    posture: floor.routingPosture,
  };
}

/** Rules of the plugins at work; an office without plugins has none. */
async function readRules(client: Operations): Promise<RoutingRule[]> {
  try {
    const { records } = await client.plugins();
    const atWork = records.filter(({ enabled, status }) => enabled && status === 'loaded');
    return atWork.flatMap(({ manifest }) => manifest.contributes?.routingRules ?? []);
  } catch (error) {
    if (error instanceof OfficeRefusal) return [];
    throw error;
  }
}
