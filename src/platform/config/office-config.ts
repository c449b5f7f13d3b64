import type { LlmMode } from '../../protocol/records/enums.js';
import type { OfficeSettings } from '../../protocol/records/office.js';
import type { Environment } from './read-environment.js';
import type { ProxiesConfig } from './proxy-address.js';
import type { LogFormat, TracesConfig } from './telemetry-config.js';

interface HttpConfig {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Under which it serves besides the root: `/office`, or empty. */
  readonly basePath: string;
}

/** Which requests are served (docs/security.md, Who may call the service). */
export interface SecurityConfig {
  /** Host names accepted besides loopback names and IP addresses; as browsers spell them, without port. */
  readonly allowedHosts: readonly string[];
  /** Origins accepted besides loopback ones, as `scheme://host[:port]`. */
  readonly allowedOrigins: readonly string[];
  /** Addresses and networks of proxies that are believed what they say of the client's request. */
  readonly trustedProxies: readonly string[];
  readonly apiToken: string | null;
  /** Whoever can reach the address may use the office, without a token. */
  readonly allowOpen: boolean;
}

/** What clients may take up; more is refused. */
export interface ConnectionsConfig {
  /** Connections at once, HTTP and sockets together. */
  readonly connections: number;
  /** Sockets at once. */
  readonly sockets: number;
  /** Sockets at once of one address; a proxy is one address. */
  readonly socketsPerAddress: number;
  /** Of one frame of a client: a socket that sends more is closed with 1009. */
  readonly frameBytes: number;
  /** Commands of one socket that are under way at once; its further frames wait unread. */
  readonly commandsPerSocket: number;
  /** Between two pings in ms; a socket that sends nothing between them is cut. */
  readonly pingMs: number;
}

export const llmModeSettings = ['auto', 'mock', 'live'] as const;

interface LlmConfig {
  readonly setting: (typeof llmModeSettings)[number];
  /** What the setting resolved to at boot. */
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
  /** Without a slash at the end; empty for `mock`. */
  readonly baseUrl: string;
  readonly key: string | null;
  readonly keyEnvVar: string | null;
  /** Answers without a key. */
  readonly keyless: boolean;
  /** Has what it needs to be called. */
  readonly configured: boolean;
  /** How to configure it, for people. */
  readonly hint: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the OpenAI dialect: which API its models are asked through; `auto`: what each one needs. */
  readonly endpoint: ProviderEndpoint;
}

/** How the scripted provider behaves; null = its own default. */
export interface MockProfile {
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
export interface FleetConfig {
  /** `redis://` or `rediss://`; null = it belongs to no fleet. */
  readonly redisUrl: string | null;
  /** May share the database with other replicas; without Redis they read the log of events. */
  readonly shared: boolean;
  /** Names this replica to people; null = the host's name and a random part. */
  readonly replicaId: string | null;
  /** Runs that this replica works on at once. */
  readonly capacity: number;
  /** Replicas that see the same workspaces; floors that one of them opens belong to it. Null: none. */
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
  /** Whether that is a directory of this life of the process, which ends with it. */
  readonly installDirIsTemporary: boolean;
  readonly allowInstall: boolean;
  readonly allowPrivatePanelHosts: boolean;
}

/** A list fetched from elsewhere and kept in a file for a while. */
export interface CacheConfig {
  /** Null = keep none. */
  readonly cachePath: string | null;
  /** 0 = always ask again. */
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

export interface MemoryConfig {
  readonly vectors: boolean;
  /** Null = no embedding. */
  readonly embedding: { readonly providerId: string; readonly model: string } | null;
}

/** Where states of workspaces are kept, and how long. */
interface SnapshotsConfig {
  readonly directory: string;
  /** Without use; 0 = none are taken. */
  readonly days: number;
  /** Megabytes that all together take on disk; the oldest go first. */
  readonly totalMb: number;
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

/** A variable that is not used as it was written, for the operator. */
export interface ConfigWarning {
  readonly name: string;
  readonly rule: string;
  /** The setting that a first boot copies it into; null = none. */
  readonly setting: keyof SettingSeeds | null;
  /** In words, with the value in use. */
  readonly text: string;
}

/** The `.env` file as it was found at boot. */
interface EnvFileConfig {
  readonly path: string;
  /** Modification time in ms; null = there was no file. */
  readonly modifiedAt: number | null;
  /** Variables of it that were applied. */
  readonly applied: number;
}

/**
 * Everything the service takes from its environment, read once at boot and immutable
 * (docs/configuration.md). Paths are absolute. Also the injection token: a plain object stands behind
 * it.
 */
export abstract class OfficeConfig {
  abstract readonly http: HttpConfig;
  abstract readonly security: SecurityConfig;
  abstract readonly connections: ConnectionsConfig;
  /** By which requests leave the network. */
  abstract readonly proxies: ProxiesConfig;
  abstract readonly llm: LlmConfig;
  /** In the order of the interface; `mock` is the last. */
  abstract readonly providers: readonly ProviderConfig[];
  abstract readonly mock: MockProfile;
  abstract readonly database: DatabaseConfig;
  /** How long a PostgreSQL server may be out of reach at boot, in ms. */
  abstract readonly databaseConnectTimeoutMs: number;
  /** How long the service goes on serving after SIGTERM, not ready any more, in ms. */
  abstract readonly drainDelayMs: number;
  /** How long a run stays with a process that has stopped answering, in ms. */
  abstract readonly leaseMs: number;
  abstract readonly fleet: FleetConfig;
  abstract readonly logFormat: LogFormat;
  /** Null = nothing is traced. */
  abstract readonly traces: TracesConfig | null;
  /** 0 = events are kept for ever. */
  abstract readonly eventRetentionDays: number;
  abstract readonly snapshots: SnapshotsConfig;
  abstract readonly seeds: SettingSeeds;
  /** Directory of the default floor. */
  abstract readonly defaultWorkspacePath: string;
  /** Read as the interface names it, and used for nothing. */
  abstract readonly runBudgetUsd: number;
  abstract readonly skillsDir: string;
  abstract readonly plugins: PluginsConfig;
  abstract readonly discovery: SwitchedCacheConfig;
  /** Where it is kept how vendors count tokens; null = nowhere. */
  abstract readonly tokenRatiosPath: string | null;
  abstract readonly benchmarks: SwitchedCacheConfig;
  abstract readonly pooledQuality: PooledQualityConfig;
  abstract readonly endpointHealth: EndpointHealthConfig;
  abstract readonly memory: MemoryConfig;
  /** As browsers reach the service, without a slash at the end; null = on this machine. */
  abstract readonly publicUrl: string | null;
  abstract readonly mcp: McpConfig;
  abstract readonly vendors: VendorsConfig;
  /** What was not used as it was written. */
  abstract readonly warnings: readonly ConfigWarning[];
  abstract readonly envFile: EnvFileConfig;
  /** All variables as they stood at boot, `.env` included: for child processes and plugins. */
  abstract readonly environment: Environment;
  /** Variables that child processes inherit besides the plain ones. */
  abstract readonly childEnvironment: readonly string[];
  /** Variables that no child process may inherit. */
  abstract readonly secretNames: readonly string[];
  /** Values that must never be printed. */
  abstract readonly secrets: readonly string[];
}
