import type { DiscoveryReport, ModelHealthRecord } from '../../protocol/records/models.js';
import type {
  EmployeeUsage,
  Workspace,
  WorkspaceBudget,
} from '../../protocol/records/organisation.js';
import type { PluginPersistedState, PluginUpdate } from '../../protocol/records/plugins.js';

/** A floor as it is written: all of it but the spend, which grows without rewriting the rest. */
export type FloorDocument = Omit<Workspace, 'budget'> & {
  readonly budget: Omit<WorkspaceBudget, 'spentUsd'>;
};

/**
 * Events that are no part of the interface: they keep projections current where no wire event says
 * enough. They are stored and numbered like the others and never sent to a client.
 */
export interface InternalEventPayloads {
  'internal.floor.saved': { readonly floor: FloorDocument };
  'internal.floor.closed': { readonly workspaceId: string };
  /** The whole recorded spend of the floor, in USD. */
  'internal.floor.spent': { readonly workspaceId: string; readonly spentUsd: number };
  /** These waiting turns have got places on their floor. */
  'internal.turn-slots.granted': { readonly slotIds: readonly string[] };
  /** A replica was asked for work on a run whose files are with those of the group. */
  'internal.run.elsewhere': { readonly runId: string; readonly group: string };
  'internal.active-floor.selected': { readonly workspaceId: string };
  /** Whoever works on the run stops. */
  'internal.run.cancel-requested': { readonly runId: string };
  'internal.employee.used': {
    readonly workspaceId: string;
    readonly roleId: string;
    readonly lifetime: EmployeeUsage;
  };
  'internal.memory.read': { readonly factIds: readonly string[]; readonly readAt: number };
  /** Facts got vectors. */
  'internal.memory.embedded': object;
  /** An operator asked for it: every replica reads its configuration of MCP servers again. */
  'internal.mcp.refreshed': object;
  /** A person has consented to the use of a server, as it is configured and with the tools it has. */
  'internal.mcp.consented': { readonly serverId: string; readonly definition: string };
  /** An operator asked for it: every replica asks its harnesses again. */
  'internal.vendors.refreshed': object;
  /** What providers answered one replica about their models. */
  'internal.models.discovered': { readonly reports: readonly DiscoveryReport[] };
  /** How reliably models were found to be served. */
  'internal.models.measured': { readonly records: readonly ModelHealthRecord[] };
  /** A vendor refused a call for its rate: it is to be left alone for so many ms. */
  'internal.models.limited': {
    readonly providerId: string;
    readonly ms: number;
    /** Names the process that was refused. */
    readonly from: string;
  };
  /** What a vendor said of one of its models when it was called. */
  'internal.models.found': {
    readonly finding: {
      readonly providerId: string;
      readonly modelId: string;
      readonly lacks: 'tools' | 'returned-reasoning';
      readonly said: string;
      readonly at: number;
    };
  };
  /** An operator asked for it: every replica asks the sources of benchmarks again. */
  'internal.models.benchmarks-wanted': object;
  /** What marketplaces offer, as one replica found it; by plugin id. */
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
    /** The process that changed what is in the plugin directories; null when they are as before. */
    readonly changedDirectories: string | null;
  };
}

export type InternalEventType = keyof InternalEventPayloads;

/**
 * Announced in this process only, and never stored: something changed that is not in the database,
 * such as a connection or what a vendor answered.
 */
export interface LiveStateChanged {
  readonly type: 'internal.live-state.changed';
}

/** One internal event of the given type; `at` is in ms. */
export type InternalEventOf<T extends InternalEventType> = {
  [K in T]: {
    readonly type: K;
    readonly at: number;
    readonly seq: number;
  } & InternalEventPayloads[K];
}[T];

export type InternalEvent = InternalEventOf<InternalEventType>;

/** Every name of an internal event begins so, and no name of a wire event does. */
export const internalPrefix = 'internal.';

/** Whether clients are never sent the event; also true for types of a newer version. */
export function isInternal(type: string): type is InternalEventType {
  return type.startsWith(internalPrefix);
}
