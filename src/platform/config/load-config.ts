import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logLevels, routingPostures } from '../../protocol/records/enums.js';
import { limits } from '../../protocol/limits.js';
import { configTexts } from '../../protocol/texts/process.js';
import { isLoopbackHost } from '../net/addresses.js';
import { EnvironmentReader } from './environment-reader.js';
import {
  llmModeSettings,
  type ConnectionsConfig,
  type DatabaseConfig,
  type EndpointHealthConfig,
  type FleetConfig,
  type HttpConfig,
  type McpConfig,
  type MemoryConfig,
  type MockProfile,
  type OfficeConfig,
  type PluginsConfig,
  type PooledQualityConfig,
  type SecurityConfig,
  type SettingSeeds,
  type SwitchedCacheConfig,
  type VendorsConfig,
} from './office-config.js';
import type { Environment } from './parse-env-file.js';
import {
  readEnvironment,
  type EnvironmentReading,
  type EnvironmentSource,
} from './read-environment.js';
import { readProviders } from './read-providers.js';
import { readProxies } from './read-proxies.js';
import { readTraces } from './read-telemetry.js';
import { resolveLlmMode } from './resolve-llm-mode.js';
import { withSecretFiles } from './secret-files.js';
import { pooledQualityKeyVar, secretNames, secretValues } from './secrets.js';
import { temporaryPluginsName } from './temporary-plugins.js';
import { logFormats } from './telemetry-config.js';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The configuration cannot be used; the message names every variable and rule, and no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(configTexts.problems(problems));
  }
}

/** Reads the whole configuration once. Throws a ConfigError that names all problems together. */
export function loadConfig(source: EnvironmentSource): OfficeConfig {
  const reading = readOrRefuse(source);
  const { values, problems } = withSecretFiles(reading.values, source.cwd);
  const reader = new EnvironmentReader(values, source.cwd);
  const config = readConfig(reader, { ...reading, values });
  const all = [...problems, ...reader.problems];
  if (all.length > 0) throw new ConfigError(all);
  return deepFreeze(config);
}

/**
 * The variables as the service sees them, secrets taken from their files: for programs that speak
 * to it. Throws a ConfigError when a file cannot be used.
 */
export function loadEnvironment(source: EnvironmentSource): Environment {
  const { values, problems } = withSecretFiles(readOrRefuse(source).values, source.cwd);
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

/** The configuration as far as the reader can make it out; its problems stay in the reader. */
export function readConfig(reader: EnvironmentReader, reading: EnvironmentReading): OfficeConfig {
  const providers = readProviders(reader);
  const pooledQuality = readPooledQuality(reader);
  const security = readSecurity(reader);
  const database = readDatabase(reader);
  const fleet = readFleet(reader, database);
  const http = readHttp(reader, security);
  const configured = providers.filter((provider) => provider.configured).map(({ id }) => id);
  return {
    http,
    security,
    connections: readConnections(reader),
    proxies: readProxies(reader),
    llm: resolveLlmMode(reader.oneOf('OFFICE_LLM_MODE', llmModeSettings, 'auto'), configured),
    providers,
    mock: readMockProfile(reader),
    database,
    databaseConnectTimeoutMs: reader.integer('OFFICE_DB_CONNECT_TIMEOUT_MS', 30_000, { min: 1000 }),
    drainDelayMs: reader.integer('OFFICE_DRAIN_DELAY_MS', 0, { min: 0, max: hourMs }),
    leaseMs: reader.integer('OFFICE_LEASE_MS', 10_000, { min: 500 }),
    fleet,
    logFormat: reader.oneOf('OFFICE_LOG_FORMAT', logFormats, 'text'),
    traces: readTraces(reader),
    eventRetentionDays: reader.integer('OFFICE_EVENT_RETENTION_DAYS', 30, { min: 0 }),
    snapshots: {
      directory: reader.path('OFFICE_SNAPSHOTS_DIR', './data/snapshots'),
      days: reader.integer('OFFICE_SNAPSHOT_DAYS', 30, { min: 0 }),
      totalMb: reader.integer('OFFICE_SNAPSHOTS_MB', 4096, { min: 1 }),
    },
    seeds: readSeeds(reader),
    defaultWorkspacePath: reader.path('OFFICE_WORKSPACE', './workspace'),
    runBudgetUsd: reader.number('OFFICE_RUN_BUDGET_USD', 5),
    skillsDir: reader.path('OFFICE_SKILLS_DIR', './skills'),
    plugins: readPlugins(reader, fleet),
    discovery: {
      enabled: reader.onUnlessFalse('OFFICE_MODEL_DISCOVERY'),
      cachePath: reader.cachePath('OFFICE_MODEL_DISCOVERY_CACHE', './data/model-discovery.json'),
      ttlMs: reader.number('OFFICE_MODEL_DISCOVERY_TTL_MS', 6 * hourMs, { min: 0 }),
    },
    tokenRatiosPath: reader.cachePath('OFFICE_TOKEN_RATIO_CACHE', './data/token-ratios.json'),
    benchmarks: readBenchmarks(reader),
    pooledQuality,
    endpointHealth: readEndpointHealth(reader),
    memory: readMemory(reader),
    publicUrl: reader.optionalUrl('OFFICE_PUBLIC_URL', 'http', 'https'),
    mcp: readMcp(reader),
    vendors: readVendors(reader),
    envFile: { path: reading.path, modifiedAt: reading.modifiedAt, applied: reading.applied },
    environment: reading.values,
    childEnvironment: reader.list('OFFICE_CHILD_ENV'),
    secretNames: secretNames(reading.values),
    secrets: secretValues(reading.values),
  };
}

function readOrRefuse(source: EnvironmentSource): EnvironmentReading {
  try {
    return readEnvironment(source);
  } catch {
    throw new ConfigError([configTexts.unreadableEnvFile]);
  }
}

function readSecurity(reader: EnvironmentReader): SecurityConfig {
  return {
    allowedHosts: reader.list('OFFICE_ALLOWED_HOSTS').map((host) => host.toLowerCase()),
    allowedOrigins: reader.origins('OFFICE_ALLOWED_ORIGINS'),
    apiToken: reader.optional('OFFICE_API_TOKEN'),
    allowOpen: reader.offUnlessTrue('OFFICE_ALLOW_OPEN'),
  };
}

function readConnections(reader: EnvironmentReader): ConnectionsConfig {
  return {
    connections: reader.integer('OFFICE_MAX_CONNECTIONS', 5000, { min: 1 }),
    sockets: reader.integer('OFFICE_MAX_SOCKETS', 2000, { min: 1 }),
    socketsPerAddress: reader.integer('OFFICE_MAX_SOCKETS_PER_ADDRESS', 1024, { min: 1 }),
    frameBytes: reader.integer('OFFICE_MAX_FRAME_BYTES', 2 * 1024 * 1024, {
      min: limits.requestBodyBytes,
      max: limits.socketCloseBytes,
    }),
    commandsPerSocket: reader.integer('OFFICE_COMMANDS_PER_SOCKET', 16, { min: 1, max: 1000 }),
    pingMs: reader.integer('OFFICE_SOCKET_PING_MS', 30_000, { min: 100, max: hourMs }),
  };
}

/** Beyond the loopback it listens only behind a token, or where the operator says so (E16). */
function readHttp(reader: EnvironmentReader, { apiToken, allowOpen }: SecurityConfig): HttpConfig {
  const http = { host: reader.text('HOST', '127.0.0.1'), port: reader.port('PORT', 8787) };
  if (!isLoopbackHost(http.host) && apiToken === null && !allowOpen) {
    reader.problems.push(configTexts.openToOthers);
  }
  return http;
}

function readDatabase(reader: EnvironmentReader): DatabaseConfig {
  const name = 'OFFICE_DB';
  const target = reader.text(name, './data/office.sqlite');
  if (target === ':memory:') return { kind: 'memory' };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(target)) {
    return { kind: 'postgres', url: reader.url(name, '', 'postgres', 'postgresql') };
  }
  return { kind: 'sqlite', path: reader.path(name, target) };
}

/** Redis carries what replicas tell each other; without PostgreSQL there is only one. */
function readFleet(reader: EnvironmentReader, database: DatabaseConfig): FleetConfig {
  const redisUrl = reader.optionalUrl('OFFICE_REDIS_URL', 'redis', 'rediss');
  if (redisUrl !== null && database.kind !== 'postgres') {
    reader.problems.push(configTexts.redisWithoutPostgres);
  }
  const polls = reader.offUnlessTrue('OFFICE_FLEET_POLL');
  const group = reader.optional('OFFICE_REPLICA_GROUP');
  const shared = database.kind === 'postgres' && (redisUrl !== null || polls);
  return {
    redisUrl,
    shared,
    replicaId: reader.optional('OFFICE_REPLICA_ID'),
    capacity: reader.integer('OFFICE_CAPACITY', 32, { min: 1, max: 1000 }),
    group: shared ? group : null,
  };
}

function readMockProfile(reader: EnvironmentReader): MockProfile {
  return {
    latencyMs: reader.optionalNumber('OFFICE_MOCK_LATENCY_MS', { min: 0 }),
    tokensPerSecond: reader.optionalNumber('OFFICE_MOCK_TOKENS_PER_SECOND', { min: 1 }),
    errorRate: reader.number('OFFICE_MOCK_ERROR_RATE', 0, { min: 0, max: 1 }),
    seed: reader.integer('OFFICE_MOCK_SEED', 1),
  };
}

function readSeeds(reader: EnvironmentReader): SettingSeeds {
  return {
    workspacesRoot: reader.path('OFFICE_WORKSPACES_ROOT', './workspaces'),
    allowExternalWorkspaces: reader.onUnlessFalse('OFFICE_ALLOW_EXTERNAL_WORKSPACES'),
    defaultRoutingPosture: reader.oneOf('OFFICE_ROUTING', routingPostures, 'balanced'),
    maxConcurrency: reader.integer('OFFICE_MAX_CONCURRENCY', 4, {
      min: limits.concurrencyMin,
      max: limits.concurrencyMax,
    }),
    softSpendApprovalUsd: reader.number('OFFICE_SOFT_SPEND_APPROVAL_USD', 1.5, { min: 0 }),
    autoApproveShell: reader.offUnlessTrue('OFFICE_AUTO_APPROVE_SHELL'),
    approvalTimeoutMs: reader.integer('OFFICE_APPROVAL_TIMEOUT_MS', 600_000, {
      min: limits.approvalTimeoutMinMs,
    }),
    logLevel: reader.oneOf('OFFICE_LOG_LEVEL', logLevels, 'info'),
  };
}

/** Replicas have their installed plugins from the database: no two of them may work in one directory. */
function readPlugins(reader: EnvironmentReader, { shared }: FleetConfig): PluginsConfig {
  const temporary = join(tmpdir(), temporaryPluginsName());
  const installDir = reader.path(
    'OFFICE_PLUGIN_INSTALL_DIR',
    shared ? temporary : './data/plugins',
  );
  return {
    bundledDir: reader.path('OFFICE_PLUGINS_DIR', './plugins'),
    installDir,
    installDirIsTemporary: installDir === temporary,
    allowInstall: reader.offUnlessLiterallyTrue('OFFICE_ALLOW_PLUGIN_INSTALL'),
    allowPrivatePanelHosts: reader.offUnlessTrue('OFFICE_ALLOW_PRIVATE_PANEL_HOSTS'),
  };
}

function readBenchmarks(reader: EnvironmentReader): SwitchedCacheConfig {
  return {
    enabled: reader.onUnlessFalse('OFFICE_BENCHMARKS'),
    cachePath: reader.cachePath('OFFICE_BENCHMARK_CACHE', './data/benchmarks.json'),
    ttlMs: reader.number('OFFICE_BENCHMARK_TTL_MS', dayMs, { min: 0 }),
  };
}

function readPooledQuality(reader: EnvironmentReader): PooledQualityConfig {
  const keyEnvVar = reader.text(pooledQualityKeyVar.variable, pooledQualityKeyVar.fallback);
  return {
    keyEnvVar,
    key: reader.optional(keyEnvVar),
    cachePath: reader.cachePath('OFFICE_POOLED_QUALITY_CACHE', './data/pooled-quality.json'),
    ttlMs: reader.number('OFFICE_POOLED_QUALITY_TTL_MS', 7 * dayMs, { min: 0 }),
  };
}

function readEndpointHealth(reader: EnvironmentReader): EndpointHealthConfig {
  return {
    enabled: reader.onUnlessFalse('OFFICE_ENDPOINT_HEALTH'),
    providerIds: reader.list('OFFICE_ENDPOINT_HEALTH_PROVIDERS', 'openrouter'),
    cachePath: reader.cachePath('OFFICE_ENDPOINT_HEALTH_CACHE', './data/endpoint-health.json'),
    ttlMs: reader.number('OFFICE_ENDPOINT_HEALTH_TTL_MS', 600_000, { min: 0 }),
  };
}

function readMemory(reader: EnvironmentReader): MemoryConfig {
  const [providerId, ...model] = reader.text('OFFICE_MEMORY_EMBEDDING', '').split('/');
  return {
    vectors: reader.offUnlessTrue('OFFICE_MEMORY_VECTORS'),
    embedding: providerId && model.length > 0 ? { providerId, model: model.join('/') } : null,
  };
}

function readMcp(reader: EnvironmentReader): McpConfig {
  return {
    enabled: reader.onUnlessFalse('OFFICE_MCP'),
    configPath: reader.pathOrOff('OFFICE_MCP_CONFIG', './mcp.json'),
    servers: reader.text('OFFICE_MCP_SERVERS', ''),
    grantRoles: reader.text('OFFICE_MCP_GRANT_ROLES', 'none'),
    requireApproval: reader.onUnlessFalse('OFFICE_MCP_REQUIRE_APPROVAL'),
  };
}

function readVendors(reader: EnvironmentReader): VendorsConfig {
  return {
    enabled: reader.onUnlessFalse('OFFICE_VENDOR_DELEGATION'),
    vendors: reader.text('OFFICE_VENDORS', ''),
    configPath: reader.pathOrOff('OFFICE_VENDORS_CONFIG', './vendors.json'),
    grantRoles: reader.text('OFFICE_VENDOR_GRANT_ROLES', 'delegate-roles'),
    requireCanDelegate: reader.onUnlessFalse('OFFICE_VENDOR_REQUIRE_CAN_DELEGATE'),
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
