import { limits } from '../../protocol/limits.js';
import { hostRule } from '../net/egress/host-rules.js';
import { logLevels, routingPostures, sandboxModes } from '../../protocol/records/enums.js';
import { ruleTexts, warningTexts } from '../../protocol/texts/configuration.js';
import { llmModeSettings, providerEndpoints, type SettingSeeds } from './office-config.js';
import type { Environment } from './read-environment.js';
import { groupRights } from './group-rights.js';
import { databaseKind } from './read-database.js';
import { pooledQualityKeyVar } from './secrets.js';
import { logFormats, traceSamplers } from './telemetry-config.js';
import { addressKinds } from './address-kinds.js';
import { type Kind, kinds } from './variable-kinds.js';

const { truth, integer, decimal, optionalDecimal, oneOf, text, optionalText, secret } = kinds;
const { directory, fileOrNone, cacheFile, list, matching, pairs } = kinds;
const { url, optionalUrl } = addressKinds;

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;

/** Longest time of a timer, ms. */
const timerMs = 2 ** 31 - 1;
const centuryDays = 36_500;

const web = ['http', 'https'] as const;
const gateway = (fallback: string): Kind<string> => url({ fallback, schemes: web });
const variableName = /^[A-Za-z_]\w*$/;
const ttl = (fallback: number): Kind<number> => decimal(fallback, { min: 0 });

/**
 * Every variable of the service and how its text is parsed: the source for parsing, messages and
 * the table of docs/configuration.md.
 */
export const variables = {
  HOST: addressKinds.host,
  PORT: kinds.port(8787),
  OFFICE_ALLOWED_HOSTS: list({
    vital: true,
    rule: ruleTexts.hosts,
    entry: addressKinds.servedHost,
  }),
  OFFICE_ALLOWED_ORIGINS: list({
    vital: true,
    rule: ruleTexts.origins,
    entry: addressKinds.origin,
  }),
  OFFICE_TRUSTED_PROXIES: list({
    fallback: '127.0.0.0/8,::1',
    vital: true,
    rule: ruleTexts.networks,
    entry: addressKinds.network,
    isNone: (entries) => entries.join().toLowerCase() === 'none',
  }),
  OFFICE_BASE_PATH: addressKinds.basePath,
  OFFICE_API_TOKEN: secret,
  OFFICE_ALLOW_OPEN: truth('false'),
  OFFICE_OIDC_ISSUER: addressKinds.issuer(),
  OFFICE_OIDC_CLIENT_ID: optionalText(),
  OFFICE_OIDC_CLIENT_SECRET: secret,
  OFFICE_OIDC_GROUPS: groupRights,
  OFFICE_OIDC_GROUPS_CLAIM: text('groups'),
  OFFICE_OIDC_NAME_CLAIM: text('email'),
  OFFICE_OIDC_SCOPES: text('openid profile email', /^openid(?: [!-~]+)*$/, ruleTexts.scopes),
  OFFICE_OIDC_SESSION_HOURS: decimal(12, { min: 0.1, max: 24 * 30 }),
  OFFICE_MAX_CONNECTIONS: integer(5000, { min: 1, max: 1_000_000 }),
  OFFICE_MAX_SOCKETS: integer(2000, { min: 1, max: 1_000_000 }),
  OFFICE_MAX_SOCKETS_PER_ADDRESS: integer(1024, { min: 1, max: 1_000_000 }),
  OFFICE_MAX_FRAME_BYTES: integer(2 * 1024 * 1024, {
    min: limits.requestBodyBytes,
    max: limits.socketCloseBytes,
  }),
  OFFICE_COMMANDS_PER_SOCKET: integer(16, { min: 1, max: 1000 }),
  OFFICE_SOCKET_PING_MS: integer(30 * secondMs, { min: 100, max: hourMs }),

  OFFICE_LLM_MODE: oneOf(llmModeSettings, 'auto'),
  DEEPSEEK_API_KEY: secret,
  OPENAI_API_KEY: secret,
  OPENROUTER_API_KEY: secret,
  ANTHROPIC_API_KEY: secret,
  GEMINI_API_KEY: secret,
  MOONSHOT_API_KEY: secret,
  MISTRAL_API_KEY: secret,
  OFFICE_DEEPSEEK_BASE_URL: gateway('https://api.deepseek.com/v1'),
  OFFICE_OPENAI_BASE_URL: gateway('https://api.openai.com/v1'),
  OFFICE_OPENAI_ENDPOINT: oneOf(providerEndpoints, 'auto'),
  OFFICE_OPENROUTER_BASE_URL: gateway('https://openrouter.ai/api/v1'),
  OFFICE_ANTHROPIC_BASE_URL: gateway('https://api.anthropic.com/v1'),
  OFFICE_GEMINI_BASE_URL: gateway('https://generativelanguage.googleapis.com/v1beta/openai'),
  OFFICE_MOONSHOT_BASE_URL: gateway('https://api.moonshot.ai/v1'),
  OFFICE_MISTRAL_BASE_URL: gateway('https://api.mistral.ai/v1'),
  OFFICE_LOCAL_BASE_URL: optionalUrl({ schemes: web }),
  OFFICE_LOCAL_API_KEY: secret,
  OFFICE_OPENROUTER_REFERER: text('http://localhost'),
  OFFICE_OPENROUTER_TITLE: text('Office Orchestration Service'),
  OFFICE_MOCK_LATENCY_MS: optionalDecimal({ min: 0, max: timerMs }),
  OFFICE_MOCK_TOKENS_PER_SECOND: optionalDecimal({ min: 1 }),
  OFFICE_MOCK_ERROR_RATE: decimal(0, { min: 0, max: 1 }),
  OFFICE_MOCK_SEED: integer(1),

  OFFICE_MODEL_DISCOVERY: truth('true'),
  OFFICE_MODEL_DISCOVERY_TTL_MS: ttl(6 * hourMs),
  OFFICE_MODEL_DISCOVERY_CACHE: cacheFile('./data/model-discovery.json'),
  OFFICE_POOLED_QUALITY_KEY_VAR: text(
    pooledQualityKeyVar.fallback,
    variableName,
    ruleTexts.variable,
  ),
  ARTIFICIAL_ANALYSIS_API_KEY: secret,
  OFFICE_POOLED_QUALITY_TTL_MS: ttl(7 * dayMs),
  OFFICE_POOLED_QUALITY_CACHE: cacheFile('./data/pooled-quality.json'),
  OFFICE_BENCHMARKS: truth('true'),
  OFFICE_BENCHMARK_TTL_MS: ttl(dayMs),
  OFFICE_BENCHMARK_CACHE: cacheFile('./data/benchmarks.json'),
  OFFICE_TOKEN_RATIO_CACHE: cacheFile('./data/token-ratios.json'),
  OFFICE_ENDPOINT_HEALTH: truth('true'),
  OFFICE_ENDPOINT_HEALTH_PROVIDERS: list({
    fallback: 'openrouter',
    rule: ruleTexts.providers,
    entry: matching(/^[a-z0-9][a-z0-9-]*$/),
  }),
  OFFICE_ENDPOINT_HEALTH_TTL_MS: ttl(600 * secondMs),
  OFFICE_ENDPOINT_HEALTH_CACHE: cacheFile('./data/endpoint-health.json'),

  OFFICE_DB: databaseKind,
  OFFICE_DB_CONNECT_TIMEOUT_MS: integer(30 * secondMs, { min: 1000, max: timerMs }),
  // An unparsable retention must not delete events: keep them for ever.
  OFFICE_EVENT_RETENTION_DAYS: integer(30, { min: 0, max: centuryDays, unclear: '0' }),
  OFFICE_SNAPSHOTS_DIR: directory('./data/snapshots'),
  OFFICE_SNAPSHOT_DAYS: integer(30, { min: 0, max: centuryDays, unclear: String(centuryDays) }),
  OFFICE_SNAPSHOTS_MB: integer(4096, { min: 1 }),
  OFFICE_WORKTREES_DIR: directory('./data/worktrees'),
  OFFICE_WORKTREE_DAYS: integer(30, { min: 1, max: centuryDays }),
  OFFICE_WORKTREES_MB: integer(10_240, { min: 1 }),
  OFFICE_SANDBOX: oneOf(sandboxModes, 'auto'),
  OFFICE_SANDBOX_DIR: directory('./data/sandbox'),
  OFFICE_SANDBOX_CREDENTIALS: pairs(true),
  OFFICE_PACKAGE_HOSTS: list({ vital: true, rule: ruleTexts.hosts, entry: hostRule }),
  OFFICE_PRIVATE_HOSTS: list({ vital: true, rule: ruleTexts.hosts, entry: hostRule }),
  OFFICE_CHECK_TIMEOUT_MS: integer(600 * secondMs, { min: secondMs, max: timerMs }),
  OFFICE_WORKSPACE: directory('./workspace'),
  OFFICE_SKILLS_DIR: directory('./skills'),

  OFFICE_REDIS_URL: optionalUrl({ schemes: ['redis', 'rediss'], credentials: true }),
  OFFICE_REPLICA_ID: optionalText(),
  OFFICE_CAPACITY: integer(32, { min: 1, max: 1000 }),
  OFFICE_REPLICA_GROUP: optionalText(),
  OFFICE_FLEET_POLL: truth('false'),

  OFFICE_WORKSPACES_ROOT: directory('./workspaces'),
  OFFICE_ALLOW_EXTERNAL_WORKSPACES: truth('true'),
  OFFICE_ROUTING: oneOf(routingPostures, 'balanced'),
  OFFICE_MAX_CONCURRENCY: integer(4, { min: limits.concurrencyMin, max: limits.concurrencyMax }),
  OFFICE_SOFT_SPEND_APPROVAL_USD: decimal(1.5, { min: 0 }),
  OFFICE_AUTO_APPROVE_SHELL: truth('false'),
  OFFICE_APPROVAL_TIMEOUT_MS: integer(600 * secondMs, { min: limits.approvalTimeoutMinMs }),
  OFFICE_LOG_LEVEL: oneOf(logLevels, 'info'),

  OFFICE_LOG_FORMAT: oneOf(logFormats, 'text'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl({ schemes: web }),
  OTEL_EXPORTER_OTLP_HEADERS: pairs(true),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(10 * secondMs, { min: 100, max: 60 * secondMs }),
  OTEL_SERVICE_NAME: text('office'),
  OTEL_RESOURCE_ATTRIBUTES: pairs(false),
  OTEL_TRACES_SAMPLER: oneOf(traceSamplers, 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: decimal(1, { min: 0, max: 1 }),
  OTEL_BSP_SCHEDULE_DELAY: integer(5 * secondMs, { min: 10, max: 60 * secondMs }),

  OFFICE_MEMORY_VECTORS: truth('false'),
  OFFICE_MEMORY_EMBEDDING: text('', /^[^/\s]+\/\S+$/, ruleTexts.embedding),

  OFFICE_PLUGINS_DIR: directory('./plugins'),
  OFFICE_PLUGIN_INSTALL_DIR: directory('./data/plugins'),
  OFFICE_ALLOW_PLUGIN_INSTALL: kinds.literalTruth,
  OFFICE_ALLOW_PRIVATE_PANEL_HOSTS: truth('false'),

  OFFICE_MCP: truth('true'),
  OFFICE_MCP_CONFIG: fileOrNone('./mcp.json'),
  OFFICE_MCP_SERVERS: text(),
  OFFICE_MCP_GRANT_ROLES: text('none'),
  OFFICE_PUBLIC_URL: optionalUrl({ schemes: web }),
  OFFICE_MCP_REQUIRE_APPROVAL: truth('true'),

  OFFICE_VENDOR_DELEGATION: truth('true'),
  OFFICE_VENDORS: text(),
  OFFICE_VENDORS_CONFIG: fileOrNone('./vendors.json'),
  OFFICE_VENDOR_GRANT_ROLES: text('delegate-roles'),
  OFFICE_VENDOR_REQUIRE_CAN_DELEGATE: truth('true'),

  OFFICE_WEB_TOOLS: truth('true'),
  OFFICE_CHILD_ENV: list({ rule: ruleTexts.names, entry: matching(variableName) }),

  OFFICE_DRAIN_DELAY_MS: integer(0, { min: 0, max: hourMs }),
  OFFICE_LEASE_MS: integer(10 * secondMs, { min: 500, max: dayMs }),
  OFFICE_RUN_BUDGET_USD: decimal(5),
} satisfies Readonly<Record<string, Kind<unknown>>>;

export type VariableName = keyof typeof variables;

/** Variables that only a first boot reads, into settings. */
export const settingOf: Readonly<Partial<Record<VariableName, keyof SettingSeeds>>> = {
  OFFICE_WORKSPACES_ROOT: 'workspacesRoot',
  OFFICE_ALLOW_EXTERNAL_WORKSPACES: 'allowExternalWorkspaces',
  OFFICE_ROUTING: 'defaultRoutingPosture',
  OFFICE_MAX_CONCURRENCY: 'maxConcurrency',
  OFFICE_SOFT_SPEND_APPROVAL_USD: 'softSpendApprovalUsd',
  OFFICE_AUTO_APPROVE_SHELL: 'autoApproveShell',
  OFFICE_APPROVAL_TIMEOUT_MS: 'approvalTimeoutMs',
  OFFICE_LOG_LEVEL: 'logLevel',
};

/**
 * Variables that the service sets for itself and its children, and those of this repository's
 * tests.
 */
const internal = /^OFFICE_(?:HANDED_OVER|PARCEL|CHILD_TREE|(?:TEST|E2E)_.*)$/;

/** Variables that Kubernetes sets for a Service named `office` or `office-…`. */
const ofServices =
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/;

/** Greatest edit distance at which a name counts as a typing error. */
const nearby = 3;

/** Warnings about variables that look like ours and are not, mostly typing errors. */
export function unknownVariables(
  values: Environment,
  known: ReadonlySet<string>,
): readonly string[] {
  return Object.entries(values)
    .filter(
      ([name, value = '']) => looksLikeOurs(name) && !known.has(name) && !isForeign(name, value),
    )
    .map(([name]) => warningTexts.unknown(name, nearestOf(name, known)));
}

function isForeign(name: string, value: string): boolean {
  const isServiceAddress = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
  return internal.test(name) || ofServices.test(name) || isServiceAddress;
}

function looksLikeOurs(name: string): boolean {
  const [first = '', ...rest] = plain(name).split('_');
  return rest.length > 0 && distance(first, 'OFFICE') <= 1;
}

function nearestOf(name: string, known: ReadonlySet<string>): string | null {
  const written = plain(name);
  const spellings = [written, written.replace(/^[^_]*_/, '')];
  const ranked = [...known]
    .map((one) => ({ one, far: Math.min(...spellings.map((spelling) => distance(spelling, one))) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= nearby ? best.one : null;
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[-.]/g, '_');
}

/** Edit distance (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
