import type { LlmMode, SandboxMode } from '../../protocol/records/enums.js';
import type { OfficeSettings } from '../../protocol/records/office.js';
import type { Environment } from './read-environment.js';
import type { ProxiesConfig } from './proxy-address.js';
import type { SignInSettings } from './sign-in-settings.js';
import type { LogFormat, TracesConfig } from './telemetry-config.js';

interface HttpConfig {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Path prefix of the service, such as `/office`, or empty; the root is served as well. */
  readonly basePath: string;
}

/** Rules for admitting requests (docs/security.md, Who may call the service). */
interface SecurityConfig {
  /**
   * Host names accepted besides loopback names and IP addresses, in the spelling of browsers,
   * without port.
   */
  readonly allowedHosts: readonly string[];
  /** Origins accepted besides loopback ones, as `scheme://host[:port]`. */
  readonly allowedOrigins: readonly string[];
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly apiToken: string | null;
  /** Anyone who can reach the address may use the office without a token. */
  readonly allowOpen: boolean;
}

/** Limits on connections; anything beyond is refused. */
interface ConnectionsConfig {
  /** Connections at once, HTTP and sockets together. */
  readonly connections: number;
  /** Sockets at once, in total. */
  readonly sockets: number;
  /** Sockets at once per address; a proxy counts as one address. */
  readonly socketsPerAddress: number;
  /** Bytes of a client's frame; a larger one closes the socket with 1009. */
  readonly frameBytes: number;
  /** Commands at once per socket; further frames stay unread. */
  readonly commandsPerSocket: number;
  /** Interval of pings, ms; a socket that sends nothing between two pings is cut. */
  readonly pingMs: number;
}

export const llmModeSettings = ['auto', 'mock', 'live'] as const;

interface LlmConfig {
  readonly setting: (typeof llmModeSettings)[number];
  /** The mode that the setting resolved to at boot. */
  readonly mode: LlmMode;
  readonly reason: string;
}

export const providerEndpoints = ['auto', 'chat', 'responses'] as const;
export type ProviderEndpoint = (typeof providerEndpoints)[number];
export type ProviderKind = 'openai-compat' | 'anthropic' | 'mock';

/** One built-in model provider. */
export interface ProviderConfig {
  readonly id: string;
  readonly label: string;
  readonly kind: ProviderKind;
  /** Without a trailing slash; empty for `mock`. */
  readonly baseUrl: string;
  readonly key: string | null;
  readonly keyEnvVar: string | null;
  /** The provider answers without a key. */
  readonly keyless: boolean;
  /** Everything needed to call the provider is set. */
  readonly configured: boolean;
  /** How to configure it, for people. */
  readonly hint: string;
  /** Headers sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** OpenAI dialect only: the API used for its models; `auto` decides per model. */
  readonly endpoint: ProviderEndpoint;
}

/** Behaviour of the scripted provider; null = its default. */
interface MockProfile {
  readonly latencyMs: number | null;
  readonly tokensPerSecond: number | null;
  /** Share of calls that fail, 0..1. */
  readonly errorRate: number;
  readonly seed: number;
}

/** `OFFICE_DB`: a file, memory or a PostgreSQL server. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly url: string };

/** How this process takes part in a fleet: replicas on one database (docs/fleet.md). */
interface FleetConfig {
  /** `redis://` or `rediss://`; null = not part of a fleet. */
  readonly redisUrl: string | null;
  /** The database may be shared with other replicas; without Redis they read the log of events. */
  readonly shared: boolean;
  /** Name of this replica for people; null = the host's name and a random part. */
  readonly replicaId: string | null;
  /** Runs that this replica works on at once. */
  readonly capacity: number;
  /**
   * Name of the group of replicas that see the same workspaces; floors opened by one of them belong
   * to the group. Null: none.
   */
  readonly group: string | null;
}

/** The eight settings that a first boot copies from the environment. */
export type SettingSeeds = Omit<
  OfficeSettings,
  'disabledModelIds' | 'modelOverrides' | 'updatedAt'
>;

interface PluginsConfig {
  readonly bundledDir: string;
  readonly installDir: string;
  /** The directory is temporary and deleted when the process ends. */
  readonly installDirIsTemporary: boolean;
  readonly allowInstall: boolean;
  readonly allowPrivatePanelHosts: boolean;
}

/** A downloaded list cached in a file. */
interface CacheConfig {
  /** Null = no cache. */
  readonly cachePath: string | null;
  /** Lifetime of the cache; 0 = always download. */
  readonly ttlMs: number;
}

interface SwitchedCacheConfig extends CacheConfig {
  readonly enabled: boolean;
}

interface PooledQualityConfig extends CacheConfig {
  readonly keyEnvVar: string;
  readonly key: string | null;
}

interface EndpointHealthConfig extends SwitchedCacheConfig {
  readonly providerIds: readonly string[];
}

interface MemoryConfig {
  readonly vectors: boolean;
  /** Null = no embeddings. */
  readonly embedding: { readonly providerId: string; readonly model: string } | null;
}

/** Where workspace states are kept, and for how long. */
interface SnapshotsConfig {
  readonly directory: string;
  /** Days without use; 0 = no states are taken. */
  readonly days: number;
  /** Megabytes of all states on disk; beyond it the oldest are deleted. */
  readonly totalMb: number;
}

interface WorktreesConfig {
  readonly directory: string;
  /** Days after the run's end for which a worktree that nobody delivered or discarded is kept. */
  readonly days: number;
  /** Megabytes of all worktrees on disk; beyond it the oldest of ended runs are deleted. */
  readonly totalMb: number;
}

interface SandboxConfig {
  readonly mode: SandboxMode;
  /** For the package caches of floors. */
  readonly directory: string;
  /** Rules of the registries, which may be private; null: the usual ones on the internet. */
  readonly packageHosts: readonly string[] | null;
  /** Value of `Authorization` by host, added outside the sandbox. */
  readonly credentials: ReadonlyMap<string, string>;
}

interface McpConfig {
  readonly enabled: boolean;
  /** Null = read no file. */
  readonly configPath: string | null;
  /** `<id>=<command> [args]` joined by `;`, as written. */
  readonly servers: string;
  /** As written: role ids, `*`, `none` or `shell-roles`. */
  readonly grantRoles: string;
  readonly requireApproval: boolean;
}

interface VendorsConfig {
  readonly enabled: boolean;
  /** `<preset>` or `<id>=<preset>` joined by `;`, as written. */
  readonly vendors: string;
  /** Null = read no file. */
  readonly configPath: string | null;
  /** As written: role ids, `*`, `none` or `delegate-roles`. */
  readonly grantRoles: string;
  readonly requireCanDelegate: boolean;
}

/** A variable that is not used as written. */
export interface ConfigWarning {
  readonly name: string;
  readonly rule: string;
  /** The setting that a first boot copies the variable into; null = none. */
  readonly setting: keyof SettingSeeds | null;
  /** The warning, with the value in use. */
  readonly text: string;
}

/** The `.env` file as it was found at boot. */
interface EnvFileConfig {
  readonly path: string;
  /** Modification time in ms; null = no file. */
  readonly modifiedAt: number | null;
  /** Number of its variables that were applied. */
  readonly applied: number;
}

/**
 * The whole configuration, read once from the environment at boot and immutable except for `llm`,
 * `providers` and `secrets`, which follow the keys that people paste (docs/configuration.md). Paths
 * are absolute. The class is only an injection token for a plain object.
 */
export abstract class OfficeConfig {
  abstract readonly http: HttpConfig;
  abstract readonly security: SecurityConfig;
  /** Null: nobody signs in. */
  abstract readonly signIn: SignInSettings | null;
  abstract readonly connections: ConnectionsConfig;
  /** Proxies for outgoing requests. */
  abstract readonly proxies: ProxiesConfig;
  abstract readonly llm: LlmConfig;
  /** In the order of the interface; `mock` is last. */
  abstract readonly providers: readonly ProviderConfig[];
  /** Also those that are only listed with a key, as the environment configures them. */
  abstract readonly knownProviders: readonly ProviderConfig[];
  abstract readonly mock: MockProfile;
  abstract readonly database: DatabaseConfig;
  /** How long to wait at boot for a PostgreSQL server, ms. */
  abstract readonly databaseConnectTimeoutMs: number;
  /** How long the service still serves after SIGTERM while it reports not ready, ms. */
  abstract readonly drainDelayMs: number;
  /** How long a run stays assigned to a process that has stopped answering, ms. */
  abstract readonly leaseMs: number;
  abstract readonly fleet: FleetConfig;
  abstract readonly logFormat: LogFormat;
  /** Null = no traces. */
  abstract readonly traces: TracesConfig | null;
  /** 0 = events are kept for ever. */
  abstract readonly eventRetentionDays: number;
  abstract readonly snapshots: SnapshotsConfig;
  abstract readonly worktrees: WorktreesConfig;
  abstract readonly sandbox: SandboxConfig;
  /** Hosts of private networks, each optionally with a port, that hooks and forges may reach. */
  abstract readonly privateHosts: readonly string[];
  /** How long a command that checks a run may take, ms. */
  abstract readonly checkTimeoutMs: number;
  abstract readonly seeds: SettingSeeds;
  /** Directory of the default floor. */
  abstract readonly defaultWorkspacePath: string;
  /** Read because the interface names it; not used. */
  abstract readonly runBudgetUsd: number;
  abstract readonly skillsDir: string;
  abstract readonly plugins: PluginsConfig;
  abstract readonly discovery: SwitchedCacheConfig;
  /** File of measured tokens per character for each provider; null = not kept. */
  abstract readonly tokenRatiosPath: string | null;
  abstract readonly benchmarks: SwitchedCacheConfig;
  abstract readonly pooledQuality: PooledQualityConfig;
  abstract readonly endpointHealth: EndpointHealthConfig;
  abstract readonly memory: MemoryConfig;
  /**
   * Address under which browsers reach the service, without a trailing slash; null = this machine.
   */
  abstract readonly publicUrl: string | null;
  abstract readonly mcp: McpConfig;
  abstract readonly vendors: VendorsConfig;
  /** Variables that are not used as written. */
  abstract readonly warnings: readonly ConfigWarning[];
  abstract readonly envFile: EnvFileConfig;
  /** All variables at boot, including `.env`: for child processes and plugins. */
  abstract readonly environment: Environment;
  /** Employees may hold tools that read the web. */
  abstract readonly webTools: boolean;
  /** Names that child processes inherit besides the standard ones. */
  abstract readonly childEnvironment: readonly string[];
  /** Names that child processes never inherit. */
  abstract readonly secretNames: readonly string[];
  /** Values that must never be printed. */
  abstract readonly secrets: readonly string[];
}
