import type { RoutingTable } from '../models/routing/route-request.js';
import type { RoutingPosture } from '../protocol/records/enums.js';
import type { ModelSpec, ProviderStatus } from '../protocol/records/models.js';
import type { Health } from '../protocol/records/office.js';
import type { OrganisationDetail } from '../protocol/records/organisation-detail.js';
import type { Role } from '../protocol/records/organisation.js';
import type { PluginSystemState, RoutingRule } from '../protocol/records/plugins.js';
import type { OfficeClient } from './office-client.js';
import { OfficeRefusal } from './office-client.js';

/** What the office routes with, as far as it tells: everything but how steadily models are served. */
export interface RoutingScene {
  readonly table: RoutingTable;
  /** Models by id, those that cannot be routed to as well. */
  readonly models: readonly ModelSpec[];
  readonly roles: readonly Role[];
  /** In force on the floor. */
  readonly posture: RoutingPosture;
}

export async function readRoutingScene(
  client: OfficeClient,
  workspaceId: string,
): Promise<RoutingScene> {
  const [models, providers, health, floor, rules] = await Promise.all([
    client.read<ModelSpec[]>('/api/models'),
    client.read<ProviderStatus[]>('/api/providers'),
    client.read<Health>('/api/health'),
    client.read<OrganisationDetail>(`/api/workspaces/${encodeURIComponent(workspaceId)}`),
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
async function readRules(client: OfficeClient): Promise<RoutingRule[]> {
  try {
    const { records } = await client.read<PluginSystemState>('/api/plugins');
    const atWork = records.filter(({ enabled, status }) => enabled && status === 'loaded');
    return atWork.flatMap(({ manifest }) => manifest.contributes?.routingRules ?? []);
  } catch (error) {
    if (error instanceof OfficeRefusal) return [];
    throw error;
  }
}
