import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warningTexts } from '../../protocol/texts/configuration.js';
import { configTexts } from '../../protocol/texts/process.js';
import { isLoopbackHost } from '../net/addresses.js';
import { EnvironmentReader } from './environment-reader.js';
import type { ConfigWarning, DatabaseConfig, OfficeConfig, SettingSeeds } from './office-config.js';
import {
  EnvFileError,
  type Environment,
  type EnvironmentReading,
  type EnvironmentSource,
  readEnvironment,
} from './read-environment.js';
import { readChanges } from './read-changes.js';
import { listedProviders, readProviders, resolveLlmMode } from './read-providers.js';
import { readProxies } from './read-proxies.js';
import { readTraces } from './read-telemetry.js';
import {
  fileVariable,
  secretNames,
  secretValues,
  secretVariables,
  withSecretFiles,
} from './secrets.js';
import { temporaryPluginsName } from './temporary-plugins.js';
import { unknownVariables, type VariableName, variables } from './variables.js';

/** The configuration cannot be used; the message names all variables and rules, but no values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly problems: readonly string[],
    warnings: readonly string[] = [],
  ) {
    super(configTexts.problems(problems, warnings));
  }
}

/** Reads the whole configuration once. @throws ConfigError naming all problems together */
export function loadConfig(source: EnvironmentSource): OfficeConfig {
  const reading = readOrRefuse(source);
  const { values, problems } = withSecretFiles(reading.values, source.cwd);
  const reader = new EnvironmentReader(values, source.cwd);
  const config = readConfig(reader, { ...reading, values });
  const faults = faultsOf(reading, source);
  const warnings = [
    ...faults.warnings.map(plainWarning),
    ...reader.warnings,
    ...missingDirectories(reader, config).map(plainWarning),
    ...unknownVariables(values, knownNames(reader, config)).map(plainWarning),
  ];
  const all = [...problems, ...faults.problems, ...reader.problems];
  const said = warnings.map(({ text }) => text);
  if (all.length > 0) throw new ConfigError(all, said);
  return deepFreeze({ ...config, warnings });
}

/**
 * The variables as the service sees them, with secrets read from their files: for programs that
 * call the service. @throws ConfigError if a file cannot be used
 */
export function loadEnvironment(source: EnvironmentSource): Environment {
  const { values, problems } = withSecretFiles(readOrRefuse(source).values, source.cwd);
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

/** Faulty lines of `.env`; one that would set a vital variable ends the boot. */
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

function faultsOf(
  { faults }: EnvironmentReading,
  { env }: EnvironmentSource,
): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  const { problems = [], warnings = [] } = Object.groupBy(faults, ({ name }) =>
    name !== null && env[name] === undefined && isVital(name) ? 'problems' : 'warnings',
  );
  const texts = (found: typeof faults): readonly string[] =>
    found.map(({ name, text }) => (name === null ? text : `${text} (${name})`));
  return { problems: texts(problems), warnings: texts(warnings) };
}

function isVital(name: string): boolean {
  return name in variables && variables[name as VariableName].vital;
}

function plainWarning(text: string): ConfigWarning {
  return { name: '', rule: '', setting: null, text };
}

/** Directories that are only read; all others are created on demand. */
function missingDirectories(reader: EnvironmentReader, config: OfficeConfig): readonly string[] {
  const told = new Set(reader.warnings.map(({ name }) => name));
  const read = {
    OFFICE_PLUGINS_DIR: config.plugins.bundledDir,
    OFFICE_SKILLS_DIR: config.skillsDir,
  } as const;
  return (Object.keys(read) as (keyof typeof read)[])
    .filter((name) => reader.has(name) && !told.has(name) && !existsSync(read[name]))
    .map((name) => warningTexts.missing(name));
}

function knownNames(
  { names }: EnvironmentReader,
  { environment, childEnvironment }: OfficeConfig,
): ReadonlySet<string> {
  const twins = secretVariables(environment).map(({ name }) => fileVariable(name));
  return new Set([...Object.keys(variables), ...names, ...twins, ...childEnvironment]);
}

/** The configuration as far as it can be read; problems stay in the reader. */
export function readConfig(reader: EnvironmentReader, reading: EnvironmentReading): OfficeConfig {
  const knownProviders = readProviders(reader);
  const providers = listedProviders(knownProviders);
  const pooledQuality = readPooledQuality(reader);
  const security = readSecurity(reader);
  const database = reader.read('OFFICE_DB');
  const fleet = readFleet(reader, database);
  const http = readHttp(reader, security);
  const configured = providers.filter((provider) => provider.configured).map(({ id }) => id);
  return {
    http,
    security,
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

function readOrRefuse(source: EnvironmentSource): EnvironmentReading {
  try {
    return readEnvironment(source);
  } catch (error) {
    const text = error instanceof EnvFileError ? error.message : configTexts.unreadableEnvFile;
    throw new ConfigError([text]);
  }
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

/** An address beyond the loopback requires a token or the operator's explicit permission. */
function readHttp(
  reader: EnvironmentReader,
  { apiToken, allowOpen }: OfficeConfig['security'],
): OfficeConfig['http'] {
  const http = {
    host: reader.read('HOST'),
    port: reader.read('PORT'),
    basePath: reader.read('OFFICE_BASE_PATH'),
  };
  if (!isLoopbackHost(http.host) && apiToken === null && !allowOpen) {
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

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
