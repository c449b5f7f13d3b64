import type {
  ModelTier,
  PanelPlacement,
  PluginOrigin,
  PluginPermission,
  PluginStatus,
  SettingType,
  TaskClass,
} from './enums.js';
import type { ModelSpec } from './models.js';
import type { Role } from './organisation.js';
import type { Widget } from './widgets.js';
import type { Pipeline } from './work.js';

/** `plugin.json` after validation. */
export interface PluginManifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly apiVersion: string;
  readonly author?: string;
  readonly homepage?: string;
  readonly license?: string;
  /** Relative path of a code module. */
  readonly entry?: string;
  readonly permissions?: readonly PluginPermission[];
  readonly contributes?: PluginContributions;
  readonly settings?: readonly PluginSettingField[];
}

export interface PluginContributions {
  readonly providers?: readonly PluginProvider[];
  readonly models?: readonly ModelSpec[];
  readonly skills?: readonly PluginSkill[];
  readonly roleTemplates?: readonly Role[];
  readonly pipelines?: readonly Pipeline[];
  readonly routingRules?: readonly RoutingRule[];
  readonly uiPanels?: readonly PanelContribution[];
  readonly toolNames?: readonly string[];
}

export const providerKinds = ['openai-compat', 'anthropic'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export interface PluginProvider {
  readonly id: string;
  readonly label: string;
  /** API dialect. */
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  /** Name of the variable with the key; a key itself is never part of a manifest. */
  readonly keyEnvVar?: string;
  readonly keyless?: boolean;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

export interface PluginSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly taskClasses?: readonly string[];
}

/** A preference inside the tier the policy chose. */
export interface RoutingRule {
  readonly id: string;
  readonly description: string;
  readonly taskClass?: TaskClass;
  readonly tier?: ModelTier;
  readonly preferProviderIds?: readonly string[];
  readonly preferModelIds?: readonly string[];
  readonly avoidModelIds?: readonly string[];
}

/** On the wire `source` keeps `refreshMs` and loses `url`. */
export interface PanelContribution {
  readonly id: string;
  readonly title: string;
  readonly placement: PanelPlacement;
  readonly summary: string;
  readonly body?: readonly Widget[];
  readonly source?: { readonly url?: string; readonly refreshMs: number };
  readonly tokens?: { readonly accent?: string; readonly surface?: string; readonly text?: string };
}

export interface PluginSettingField {
  readonly key: string;
  readonly label: string;
  readonly type: SettingType;
  readonly description?: string;
  readonly default: string | number | boolean;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

export type PluginSettingValue = string | number | boolean;

/** A plugin as found on disk, with the operator's decisions. */
export interface PluginRecord {
  readonly manifest: PluginManifest;
  readonly directory: string;
  readonly source: PluginOrigin;
  readonly enabled: boolean;
  readonly status: PluginStatus;
  readonly error: string | null;
  readonly hasCode: boolean;
  readonly contributions: ContributionCounts;
  readonly registeredToolNames: readonly string[];
  readonly contributedProviderHosts: readonly ContributedProviderHost[];
  readonly settings: Readonly<Record<string, PluginSettingValue>>;
  readonly installedAt: number;
  readonly update?: PluginUpdate;
}

/** A host to which prompts may go because of a plugin. */
export interface ContributedProviderHost {
  readonly id: string;
  readonly label: string;
  readonly host: string;
  readonly keyless: boolean;
  /** Name of the variable whose value the host would receive; null if keyless. */
  readonly keyEnvVar: string | null;
  readonly keyStatus: ProviderKeyStatus;
}

/** Whether a plugin's provider gets its key. */
export type ProviderKeyStatus =
  /** The provider needs no key. */
  | 'none'
  /** No operator has confirmed that this host may have this variable. */
  | 'waiting'
  | 'confirmed'
  /** The variable belongs to the service or to a built-in provider and can never be confirmed. */
  | 'withheld';

export interface ContributionCounts {
  readonly providers: number;
  readonly models: number;
  readonly skills: number;
  readonly roleTemplates: number;
  readonly pipelines: number;
  readonly routingRules: number;
  readonly tools: number;
  readonly uiPanels: number;
}

export interface PluginUpdate {
  readonly latest: string;
  readonly installed: string;
  readonly downloadUrl: string;
  readonly sourceId: string;
  readonly sourceLabel: string;
  readonly sha256?: string;
}

/** A marketplace. */
export interface PluginSourceRecord {
  readonly id: string;
  readonly label: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly lastFetchedAt: number | null;
  readonly lastError: string | null;
  readonly pluginCount: number;
}

/** Body of `GET /api/plugins`; `sources` repeats `marketplaces` for older clients. */
export interface PluginSystemState {
  readonly apiVersion: string;
  readonly pluginsRoot: string;
  readonly allowInstall: boolean;
  readonly records: readonly PluginRecord[];
  readonly marketplaces: readonly PluginSourceRecord[];
  readonly sources: readonly PluginSourceRecord[];
  readonly lastCheckedAt?: number;
}

/** Operator decisions, stored only. */
export interface PluginPersistedState {
  readonly enabled: Readonly<Record<string, boolean>>;
  readonly settings: Readonly<Record<string, Readonly<Record<string, PluginSettingValue>>>>;
  readonly sources: readonly PluginSourceRecord[];
}

export interface PluginCatalog {
  readonly version: number;
  readonly name: string;
  readonly homepage?: string;
  readonly plugins: readonly CatalogEntry[];
}

export interface CatalogEntry {
  readonly manifest: PluginManifest;
  /** Absolute or relative to the catalogue. */
  readonly downloadUrl: string;
  /** Lower-case hex digest. */
  readonly sha256?: string;
  readonly tags?: readonly string[];
  readonly sizeBytes?: number;
  readonly readme?: string;
}

/** Body of `GET /api/plugins/:id/panels/:panelId`; `ok` false goes with status 404. */
export interface PanelResult {
  readonly ok: boolean;
  readonly pluginId: string;
  readonly panelId: string;
  readonly title: string;
  /** True = read from the address, false = manifest body. */
  readonly live: boolean;
  readonly widgets: readonly Widget[];
  readonly fetchedAt: number;
  readonly error?: string;
}

/** A role that a plugin offers for hiring. */
export interface OfferedRole {
  readonly pluginId: string;
  readonly role: Role;
}

/** A pipeline that a plugin offers to every floor. */
export interface OfferedPipeline {
  readonly pluginId: string;
  readonly pipeline: Pipeline;
}

/** Body of `GET /api/plugins/:id/settings`. */
export interface PluginSettingsView {
  readonly schema: readonly PluginSettingField[];
  readonly values: Readonly<Record<string, PluginSettingValue>>;
}

/** Body of `POST /api/plugins/updates`. */
export interface PluginUpdateCheck {
  readonly ok: true;
  /** Marketplaces that could be read. */
  readonly checked: number;
  /** Installed plugins with an available update. */
  readonly found: number;
  /** Errors of the marketplaces that could not be read. */
  readonly error?: string;
  readonly state: PluginSystemState;
}
