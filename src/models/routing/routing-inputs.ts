import type { LlmMode, RoutingPosture } from '../../protocol/records/enums.js';
import type { ModelSpec, ProviderStatus } from '../../protocol/records/models.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { PluginRecord } from '../../protocol/records/plugins.js';
import type { RoutingTable } from './route-request.js';

/** Inputs of routing, as far as the interface shows them: all but uptimes. */
export interface RoutingInputs {
  readonly table: RoutingTable;
  /** Models by id, including those that cannot be routed to. */
  readonly models: readonly ModelSpec[];
  readonly roles: readonly Role[];
  /** The floor's effective posture. */
  readonly posture: RoutingPosture;
}

/** The interface's view of an office and one floor. */
interface ShownOffice {
  readonly models: readonly ModelSpec[];
  readonly providers: readonly ProviderStatus[];
  readonly llmMode: LlmMode;
  /** Absent without plugins. */
  readonly plugins: readonly PluginRecord[];
  readonly floor: {
    readonly roles: readonly Role[];
    readonly routingPosture: RoutingPosture;
  };
}

export function routingInputs(office: ShownOffice): RoutingInputs {
  const { models, providers, llmMode, plugins, floor } = office;
  const configured = new Set(providers.filter((one) => one.configured).map(({ id }) => id));
  const isRoutable = ({ disabled, providerId }: ModelSpec): boolean =>
    disabled !== true && (llmMode === 'mock' || configured.has(providerId));
  const rules = plugins
    .filter(({ enabled, status }) => enabled && status === 'loaded')
    .flatMap(({ manifest }) => manifest.contributes?.routingRules ?? []);
  return {
    table: { models: models.filter(isRoutable), rules, uptimeOf: () => null },
    models,
    roles: floor.roles,
    posture: floor.routingPosture,
  };
}
