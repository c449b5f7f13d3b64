import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import { isLoopbackHost } from '../net/addresses.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { DatabaseConfig, OfficeConfig, SettingSeeds } from './office-config.js';
import type { EnvironmentReading } from './read-environment.js';
import { listedProviders, readProviders, resolveLlmMode } from './read-providers.js';
import { readProxies } from './read-proxies.js';
import { readSignIn } from './read-sign-in.js';
import { secretNames, secretValues } from './secrets.js';
import type { TracesConfig } from './telemetry-config.js';
import { temporaryPluginsName } from './temporary-plugins.js';

/** The configuration as far as it can be read; problems stay in the reader. */
export function readConfig(reader: EnvironmentReader, reading: EnvironmentReading): OfficeConfig {
  const knownProviders = readProviders(reader);
  const providers = listedProviders(knownProviders);
  const pooledQuality = readPooledQuality(reader);
  const security = readSecurity(reader);
  const database = reader.read('OFFICE_DB');
  const fleet = readFleet(reader, database);
  const signIn = readSignIn(reader);
  const http = readHttp(reader, security, signIn !== null);
  const configured = providers.filter((provider) => provider.configured).map(({ id }) => id);
  return {
    http,
    security,
    signIn,
    connections: readConnections(reader),
    proxies: readProxies(reader),
    llm: resolveLlmMode(reader.read('OFFICE_LLM_MODE'), configured),
    providers,
    knownProviders,
    mock: readMockProfile(reader),
    database,
    databaseConnectTimeoutMs: reader.read('OFFICE_DB_CONNECT_TIMEOUT_MS'),
    drainDelayMs: reader.read('OFFICE_DRAIN_DELAY_MS'),
    leaseMs: reader.read('OFFICE_LEASE_MS'),
    fleet,
    logFormat: reader.read('OFFICE_LOG_FORMAT'),
    traces: readTraces(reader),
    eventRetentionDays: reader.read('OFFICE_EVENT_RETENTION_DAYS'),
    ...readChanges(reader),
    sandbox: readSandbox(reader),
    privateHosts: reader.read('OFFICE_PRIVATE_HOSTS'),
    checkTimeoutMs: reader.read('OFFICE_CHECK_TIMEOUT_MS'),
    seeds: readSeeds(reader),
    defaultWorkspacePath: reader.read('OFFICE_WORKSPACE'),
    runBudgetUsd: reader.read('OFFICE_RUN_BUDGET_USD'),
    skillsDir: reader.read('OFFICE_SKILLS_DIR'),
    plugins: readPlugins(reader, fleet),
    discovery: {
      enabled: reader.read('OFFICE_MODEL_DISCOVERY'),
      cachePath: reader.read('OFFICE_MODEL_DISCOVERY_CACHE'),
      ttlMs: reader.read('OFFICE_MODEL_DISCOVERY_TTL_MS'),
    },
    tokenRatiosPath: reader.read('OFFICE_TOKEN_RATIO_CACHE'),
    benchmarks: readBenchmarks(reader),
    pooledQuality,
    endpointHealth: readEndpointHealth(reader),
    memory: readMemory(reader),
    publicUrl: reader.read('OFFICE_PUBLIC_URL'),
    mcp: readMcp(reader),
    vendors: readVendors(reader),
    warnings: [],
    envFile: { path: reading.path, modifiedAt: reading.modifiedAt, applied: reading.applied },
    environment: reading.values,
    webTools: reader.read('OFFICE_WEB_TOOLS'),
    childEnvironment: reader.read('OFFICE_CHILD_ENV'),
    secretNames: secretNames(reading.values),
    secrets: secretValues(reading.values),
  };
}

function readSecurity(reader: EnvironmentReader): OfficeConfig['security'] {
  return {
    allowedHosts: reader.read('OFFICE_ALLOWED_HOSTS'),
    allowedOrigins: reader.read('OFFICE_ALLOWED_ORIGINS'),
    trustedProxies: reader.read('OFFICE_TRUSTED_PROXIES'),
    apiToken: reader.read('OFFICE_API_TOKEN'),
    allowOpen: reader.read('OFFICE_ALLOW_OPEN'),
  };
}

function readConnections(reader: EnvironmentReader): OfficeConfig['connections'] {
  return {
    connections: reader.read('OFFICE_MAX_CONNECTIONS'),
    sockets: reader.read('OFFICE_MAX_SOCKETS'),
    socketsPerAddress: reader.read('OFFICE_MAX_SOCKETS_PER_ADDRESS'),
    frameBytes: reader.read('OFFICE_MAX_FRAME_BYTES'),
    commandsPerSocket: reader.read('OFFICE_COMMANDS_PER_SOCKET'),
    pingMs: reader.read('OFFICE_SOCKET_PING_MS'),
  };
}

/** An address beyond the loopback requires a token, sign-in or the operator's explicit permission. */
function readHttp(
  reader: EnvironmentReader,
  { apiToken, allowOpen }: OfficeConfig['security'],
  isSignedIn: boolean,
): OfficeConfig['http'] {
  const http = {
    host: reader.read('HOST'),
    port: reader.read('PORT'),
    basePath: reader.read('OFFICE_BASE_PATH'),
  };
  const isKept = apiToken !== null || isSignedIn || allowOpen;
  if (!isLoopbackHost(http.host) && !isKept) {
    reader.problems.push(configTexts.openToOthers);
  }
  return http;
}

/** Redis connects replicas, which need PostgreSQL to share a database. */
function readFleet(reader: EnvironmentReader, database: DatabaseConfig): OfficeConfig['fleet'] {
  const redisUrl = reader.read('OFFICE_REDIS_URL');
  if (redisUrl !== null && database.kind !== 'postgres') {
    reader.problems.push(configTexts.redisWithoutPostgres);
  }
  const polls = reader.read('OFFICE_FLEET_POLL');
  const group = reader.read('OFFICE_REPLICA_GROUP');
  const shared = database.kind === 'postgres' && (redisUrl !== null || polls);
  return {
    redisUrl,
    shared,
    replicaId: reader.read('OFFICE_REPLICA_ID'),
    capacity: reader.read('OFFICE_CAPACITY'),
    group: shared ? group : null,
  };
}

function readMockProfile(reader: EnvironmentReader): OfficeConfig['mock'] {
  return {
    latencyMs: reader.read('OFFICE_MOCK_LATENCY_MS'),
    tokensPerSecond: reader.read('OFFICE_MOCK_TOKENS_PER_SECOND'),
    errorRate: reader.read('OFFICE_MOCK_ERROR_RATE'),
    seed: reader.read('OFFICE_MOCK_SEED'),
  };
}

function readSeeds(reader: EnvironmentReader): SettingSeeds {
  return {
    workspacesRoot: reader.read('OFFICE_WORKSPACES_ROOT'),
    allowExternalWorkspaces: reader.read('OFFICE_ALLOW_EXTERNAL_WORKSPACES'),
    defaultRoutingPosture: reader.read('OFFICE_ROUTING'),
    maxConcurrency: reader.read('OFFICE_MAX_CONCURRENCY'),
    softSpendApprovalUsd: reader.read('OFFICE_SOFT_SPEND_APPROVAL_USD'),
    autoApproveShell: reader.read('OFFICE_AUTO_APPROVE_SHELL'),
    approvalTimeoutMs: reader.read('OFFICE_APPROVAL_TIMEOUT_MS'),
    logLevel: reader.read('OFFICE_LOG_LEVEL'),
  };
}

/** Replicas get installed plugins from the database, so each needs a directory of its own. */
function readPlugins(
  reader: EnvironmentReader,
  { shared }: OfficeConfig['fleet'],
): OfficeConfig['plugins'] {
  const isTemporary = shared && !reader.has('OFFICE_PLUGIN_INSTALL_DIR');
  const named = reader.read('OFFICE_PLUGIN_INSTALL_DIR');
  return {
    bundledDir: reader.read('OFFICE_PLUGINS_DIR'),
    installDir: isTemporary ? join(tmpdir(), temporaryPluginsName()) : named,
    installDirIsTemporary: isTemporary,
    allowInstall: reader.read('OFFICE_ALLOW_PLUGIN_INSTALL'),
    allowPrivatePanelHosts: reader.read('OFFICE_ALLOW_PRIVATE_PANEL_HOSTS'),
  };
}

function readBenchmarks(reader: EnvironmentReader): OfficeConfig['benchmarks'] {
  return {
    enabled: reader.read('OFFICE_BENCHMARKS'),
    cachePath: reader.read('OFFICE_BENCHMARK_CACHE'),
    ttlMs: reader.read('OFFICE_BENCHMARK_TTL_MS'),
  };
}

function readPooledQuality(reader: EnvironmentReader): OfficeConfig['pooledQuality'] {
  const keyEnvVar = reader.read('OFFICE_POOLED_QUALITY_KEY_VAR');
  return {
    keyEnvVar,
    key: reader.secret(keyEnvVar),
    cachePath: reader.read('OFFICE_POOLED_QUALITY_CACHE'),
    ttlMs: reader.read('OFFICE_POOLED_QUALITY_TTL_MS'),
  };
}

function readEndpointHealth(reader: EnvironmentReader): OfficeConfig['endpointHealth'] {
  return {
    enabled: reader.read('OFFICE_ENDPOINT_HEALTH'),
    providerIds: reader.read('OFFICE_ENDPOINT_HEALTH_PROVIDERS'),
    cachePath: reader.read('OFFICE_ENDPOINT_HEALTH_CACHE'),
    ttlMs: reader.read('OFFICE_ENDPOINT_HEALTH_TTL_MS'),
  };
}

function readMemory(reader: EnvironmentReader): OfficeConfig['memory'] {
  const [providerId, ...model] = reader.read('OFFICE_MEMORY_EMBEDDING').split('/');
  return {
    vectors: reader.read('OFFICE_MEMORY_VECTORS'),
    embedding: providerId && model.length > 0 ? { providerId, model: model.join('/') } : null,
  };
}

function readMcp(reader: EnvironmentReader): OfficeConfig['mcp'] {
  return {
    enabled: reader.read('OFFICE_MCP'),
    configPath: reader.read('OFFICE_MCP_CONFIG'),
    servers: reader.read('OFFICE_MCP_SERVERS'),
    grantRoles: reader.read('OFFICE_MCP_GRANT_ROLES'),
    requireApproval: reader.read('OFFICE_MCP_REQUIRE_APPROVAL'),
  };
}

function readVendors(reader: EnvironmentReader): OfficeConfig['vendors'] {
  return {
    enabled: reader.read('OFFICE_VENDOR_DELEGATION'),
    vendors: reader.read('OFFICE_VENDORS'),
    configPath: reader.read('OFFICE_VENDORS_CONFIG'),
    grantRoles: reader.read('OFFICE_VENDOR_GRANT_ROLES'),
    requireCanDelegate: reader.read('OFFICE_VENDOR_REQUIRE_CAN_DELEGATE'),
  };
}

function readSandbox(reader: EnvironmentReader): OfficeConfig['sandbox'] {
  const packageHosts = reader.read('OFFICE_PACKAGE_HOSTS');
  const credentials = Object.entries(reader.read('OFFICE_SANDBOX_CREDENTIALS'));
  return {
    mode: reader.read('OFFICE_SANDBOX'),
    directory: reader.read('OFFICE_SANDBOX_DIR'),
    packageHosts: packageHosts.length === 0 ? null : packageHosts,
    credentials: new Map(credentials.map(([host, value]) => [host.toLowerCase(), value])),
  };
}

/** Where states of workspaces and worktrees of runs are kept, and how long. */
function readChanges(reader: EnvironmentReader): Pick<OfficeConfig, 'snapshots' | 'worktrees'> {
  return {
    snapshots: {
      directory: reader.read('OFFICE_SNAPSHOTS_DIR'),
      days: reader.read('OFFICE_SNAPSHOT_DAYS'),
      totalMb: reader.read('OFFICE_SNAPSHOTS_MB'),
    },
    worktrees: {
      directory: reader.read('OFFICE_WORKTREES_DIR'),
      days: reader.read('OFFICE_WORKTREE_DAYS'),
      totalMb: reader.read('OFFICE_WORKTREES_MB'),
    },
  };
}

/** Reads OpenTelemetry's own variables; null = no traces, and nothing is loaded. */
function readTraces(reader: EnvironmentReader): TracesConfig | null {
  const endpoint = reader.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const traces = {
    headers: reader.read('OTEL_EXPORTER_OTLP_HEADERS'),
    timeoutMs: reader.read('OTEL_EXPORTER_OTLP_TIMEOUT'),
    serviceName: reader.read('OTEL_SERVICE_NAME'),
    resource: reader.read('OTEL_RESOURCE_ATTRIBUTES'),
    sampler: reader.read('OTEL_TRACES_SAMPLER'),
    sampledShare: reader.read('OTEL_TRACES_SAMPLER_ARG'),
    delayMs: reader.read('OTEL_BSP_SCHEDULE_DELAY'),
  };
  return endpoint === null ? null : { url: `${endpoint}/v1/traces`, ...traces };
}
