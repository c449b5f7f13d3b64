import type { DiscoveryReport, ModelHealthRecord } from '../../protocol/records/models.js';
import type {
  EmployeeUsage,
  Workspace,
  WorkspaceBudget,
} from '../../protocol/records/organisation.js';
import type { PluginPersistedState, PluginUpdate } from '../../protocol/records/plugins.js';

/** A floor as stored: everything but its spend, which changes on its own. */
export type FloorDocument = Omit<Workspace, 'budget'> & {
  readonly budget: Omit<WorkspaceBudget, 'spentUsd'>;
};

/**
 * Events that are not part of the interface: they keep projections current where wire events say
 * too little. They are stored and numbered like the others and never sent to clients.
 */
export interface InternalEventPayloads {
  'internal.floor.saved': { readonly floor: FloorDocument };
  'internal.floor.closed': { readonly workspaceId: string };
  /** The whole recorded spend of the floor, in USD. */
  'internal.floor.spent': { readonly workspaceId: string; readonly spentUsd: number };
  /** These waiting turns have got slots. */
  'internal.turn-slots.granted': { readonly slotIds: readonly string[] };
  /** A replica was asked for work on a run whose files belong to this group. */
  'internal.run.elsewhere': { readonly runId: string; readonly group: string };
  'internal.active-floor.selected': { readonly workspaceId: string };
  /** The run's holder must stop. */
  'internal.run.cancel-requested': { readonly runId: string };
  'internal.employee.used': {
    readonly workspaceId: string;
    readonly roleId: string;
    readonly lifetime: EmployeeUsage;
  };
  'internal.memory.read': { readonly factIds: readonly string[]; readonly readAt: number };
  /** Facts got vectors. */
  'internal.memory.embedded': object;
  /** Tokens were made or revoked; every replica reads them again. */
  'internal.tokens.changed': { readonly revoked: readonly string[] };
  /** On an operator's request every replica reads its configuration of MCP servers again. */
  'internal.mcp.refreshed': object;
  /** A person consented to a server with its present configuration and tools. */
  'internal.mcp.consented': {
    readonly serverId: string;
    readonly definition: string;
    /** The floor on which it was given. */
    readonly workspaceId: string;
  };
  /** On an operator's request every replica probes its harnesses again. */
  'internal.vendors.refreshed': object;
  /** Answers of providers to one replica about their models. */
  'internal.models.discovered': { readonly reports: readonly DiscoveryReport[] };
  /** Measured reliability of models. */
  'internal.models.measured': { readonly records: readonly ModelHealthRecord[] };
  /** A provider refused a call for its rate; it gets no calls for this many ms. */
  'internal.models.limited': {
    readonly providerId: string;
    readonly ms: number;
    /** Id of the process that was refused. */
    readonly from: string;
  };
  /** A provider's statement about one of its models, learned from a call. */
  'internal.models.found': {
    readonly finding: {
      readonly providerId: string;
      readonly modelId: string;
      readonly lacks: 'tools' | 'returned-reasoning';
      readonly said: string;
      readonly at: number;
    };
  };
  /** On an operator's request every replica fetches benchmarks again. */
  'internal.models.benchmarks-wanted': object;
  /** Offers of marketplaces as one replica found them, by plugin id. */
  'internal.plugins.checked': {
    readonly updates: Readonly<Record<string, PluginUpdate>>;
    readonly checkedAt: number;
  };
  'internal.plugins.decided': {
    readonly decisions: PluginPersistedState & {
      readonly toolOwners: Readonly<Record<string, string>>;
      readonly confirmedKeys: Readonly<
        Record<
          string,
          readonly {
            readonly providerId: string;
            readonly variable: string;
            readonly host: string;
          }[]
        >
      >;
      readonly installed: Readonly<Record<string, string>>;
      readonly removed: Readonly<Record<string, string>>;
    };
    /** Id of the process that changed the plugin directories; null if they are unchanged. */
    readonly changedDirectories: string | null;
  };
}

export type InternalEventType = keyof InternalEventPayloads;

/** One internal event of the given type; `at` is in ms. */
export type InternalEventOf<T extends InternalEventType> = {
  [K in T]: {
    readonly type: K;
    readonly at: number;
    readonly seq: number;
  } & InternalEventPayloads[K];
}[T];

export type InternalEvent = InternalEventOf<InternalEventType>;

/** Prefix of all internal event names, and of no wire event's. */
export const internalPrefix = 'internal.';

/** True if the event is never sent to clients; also true for internal types of newer versions. */
export function isInternal(type: string): type is InternalEventType {
  return type.startsWith(internalPrefix);
}
