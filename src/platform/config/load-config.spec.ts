import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from './load-config.js';
import type { OfficeConfig } from './office-config.js';
import type { Environment } from './read-environment.js';

describe('loadConfig', () => {
  let cwd: string;

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'office-config-'));
  });

  afterEach(() => {
    rmSync(cwd, { recursive: true });
  });

  const load = (env: Environment = {}): OfficeConfig => loadConfig({ env, cwd });
  const writeEnvFile = (text: string): void => writeFileSync(join(cwd, '.env'), text);

  it('has the documented defaults', () => {
    expect(load()).toMatchObject({
      http: { host: '127.0.0.1', port: 8787, basePath: '' },
      security: { allowedHosts: [], allowedOrigins: [], apiToken: null, allowOpen: false },
      llm: { setting: 'auto', mode: 'mock' },
      mock: { latencyMs: null, tokensPerSecond: null, errorRate: 0, seed: 1 },
      database: { kind: 'sqlite', path: join(cwd, 'data/office.sqlite') },
      databaseConnectTimeoutMs: 30_000,
      drainDelayMs: 0,
      eventRetentionDays: 30,
      snapshots: { directory: join(cwd, 'data/snapshots'), days: 30, totalMb: 4096 },
      seeds: {
        workspacesRoot: join(cwd, 'workspaces'),
        allowExternalWorkspaces: true,
        defaultRoutingPosture: 'balanced',
        maxConcurrency: 4,
        softSpendApprovalUsd: 1.5,
        autoApproveShell: false,
        approvalTimeoutMs: 600_000,
        logLevel: 'info',
      },
      defaultWorkspacePath: join(cwd, 'workspace'),
      runBudgetUsd: 5,
      skillsDir: join(cwd, 'skills'),
      plugins: {
        bundledDir: join(cwd, 'plugins'),
        installDir: join(cwd, 'data/plugins'),
        installDirIsTemporary: false,
        allowInstall: false,
        allowPrivatePanelHosts: false,
      },
      discovery: { enabled: true, ttlMs: 21_600_000 },
      benchmarks: { enabled: true, ttlMs: 86_400_000 },
      pooledQuality: { keyEnvVar: 'ARTIFICIAL_ANALYSIS_API_KEY', key: null, ttlMs: 604_800_000 },
      endpointHealth: { enabled: true, providerIds: ['openrouter'], ttlMs: 600_000 },
      memory: { vectors: false, embedding: null },
      publicUrl: null,
      privateHosts: [],
      mcp: {
        enabled: true,
        configPath: join(cwd, 'mcp.json'),
        servers: '',
        grantRoles: 'none',
        requireApproval: true,
      },
      vendors: {
        enabled: true,
        vendors: '',
        configPath: join(cwd, 'vendors.json'),
        grantRoles: 'delegate-roles',
        requireCanDelegate: true,
      },
      envFile: { path: join(cwd, '.env'), modifiedAt: null, applied: 0 },
    });
  });

  it('lets the real environment beat the file, even when it is empty', () => {
    writeEnvFile('HOST=0.0.0.0\nPORT=9000\nOFFICE_ROUTING=cheap');
    const { http, seeds, envFile } = load({ HOST: '', PORT: '9001' });
    expect(http).toEqual({ host: '127.0.0.1', port: 9001, basePath: '' });
    expect(seeds.defaultRoutingPosture).toBe('cheap');
    expect(envFile).toMatchObject({ applied: 1, modifiedAt: expect.any(Number) });
  });

  it('never changes after it was read', () => {
    const env: Record<string, string> = { PORT: '9001' };
    const config = load(env);
    env['PORT'] = '9002';
    expect(config.http.port).toBe(9001);
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config, { http: null })).toThrow(TypeError);
  });

  it('falls back where a number or word cannot be understood, and clamps where it can', () => {
    const { seeds, llm, eventRetentionDays, mock } = load({
      OFFICE_MAX_CONCURRENCY: '99',
      OFFICE_APPROVAL_TIMEOUT_MS: '5',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '1,5',
      OFFICE_EVENT_RETENTION_DAYS: '-3',
      OFFICE_LLM_MODE: 'sometimes',
      OFFICE_LOG_LEVEL: 'loud',
      OFFICE_ROUTING: 'fast',
      OFFICE_MOCK_ERROR_RATE: '7',
    });
    expect(seeds).toMatchObject({
      maxConcurrency: 16,
      approvalTimeoutMs: 1000,
      softSpendApprovalUsd: 1.5,
      logLevel: 'info',
      defaultRoutingPosture: 'balanced',
    });
    expect(llm.setting).toBe('auto');
    expect(eventRetentionDays).toBe(0);
    expect(mock.errorRate).toBe(1);
  });

  it.each([
    ['1', false],
    ['TRUE', false],
    [' true', false],
    ['true', true],
  ])('opens the install gate for the literal true only: %j', (value, open) => {
    expect(load({ OFFICE_ALLOW_PLUGIN_INSTALL: value }).plugins.allowInstall).toBe(open);
  });

  it('switches files off where an empty value means so, and caches with off or none', () => {
    const config = load({
      OFFICE_MCP_CONFIG: '',
      OFFICE_VENDORS_CONFIG: ' ',
      OFFICE_MODEL_DISCOVERY_CACHE: 'off',
      OFFICE_BENCHMARK_CACHE: 'none',
    });
    expect(config.mcp.configPath).toBeNull();
    expect(config.vendors.configPath).toBeNull();
    expect(config.discovery.cachePath).toBeNull();
    expect(config.benchmarks.cachePath).toBeNull();
  });

  it('reads an embedding model split at the first slash', () => {
    const { memory } = load({ OFFICE_MEMORY_EMBEDDING: 'openrouter/openai/small' });
    expect(memory.embedding).toEqual({ providerId: 'openrouter', model: 'openai/small' });
    expect(load({ OFFICE_MEMORY_EMBEDDING: 'nothing' }).memory.embedding).toBeNull();
  });

  it.each([
    [':memory:', { kind: 'memory' }],
    ['postgres://db.example/office', { kind: 'postgres', url: 'postgres://db.example/office' }],
    ['/srv/office.sqlite', { kind: 'sqlite', path: '/srv/office.sqlite' }],
  ])('reads OFFICE_DB %s', (target, database) => {
    expect(load({ OFFICE_DB: target }).database).toEqual(database);
  });

  it.each([
    ['0.0.0.0', {}],
    ['::', { OFFICE_ALLOW_OPEN: 'yes' }],
    ['office.example', { OFFICE_API_TOKEN: ' ' }],
  ])('refuses to listen on %s with %j, where others get in', (HOST, env) => {
    expect(() => load({ HOST, ...env })).toThrow(
      'HOST lets others in and nothing keeps them out: set OFFICE_API_TOKEN or OFFICE_API_TOKEN_FILE, ' +
        'or OFFICE_ALLOW_OPEN=true to let whoever can reach this address use the office',
    );
  });

  it.each([
    ['0.0.0.0', { OFFICE_API_TOKEN: 'open-sesame' }],
    ['0.0.0.0', { OFFICE_ALLOW_OPEN: 'true' }],
    ['127.0.0.2', {}],
    ['::1', {}],
    ['localhost', {}],
  ])('listens on %s with %j', (HOST, env) => {
    expect(load({ HOST, ...env }).http.host).toBe(HOST);
  });

  describe('providers', () => {
    it('beyond those of the interface are there with a key, in front of the local one', () => {
      const { providers } = load({ MISTRAL_API_KEY: 'm', GEMINI_API_KEY: 'g' });
      expect(providers.map(({ id }) => id).slice(3)).toEqual([
        'anthropic',
        'gemini',
        'mistral',
        'local',
        'mock',
      ]);
      expect(providers.find(({ id }) => id === 'gemini')).toMatchObject({
        configured: true,
        baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      });
    });

    it('stand in the order of the interface, each configured by its key', () => {
      const { providers, llm } = load({ OPENAI_API_KEY: ' key ', ANTHROPIC_API_KEY: '' });
      expect(providers.map(({ id, configured }) => [id, configured])).toEqual([
        ['deepseek', false],
        ['openai', true],
        ['openrouter', false],
        ['anthropic', false],
        ['local', false],
        ['mock', false],
      ]);
      expect(providers[1]).toMatchObject({ key: 'key', keyEnvVar: 'OPENAI_API_KEY' });
      expect(llm).toMatchObject({
        mode: 'live',
        reason: 'OFFICE_LLM_MODE=auto, and openai is configured',
      });
    });

    it('take a runtime of the operator only when its address is named', () => {
      const local = (env: Environment) => load(env).providers.find(({ id }) => id === 'local');
      expect(local({ OFFICE_LOCAL_API_KEY: 'key' })).toMatchObject({ configured: false });
      expect(local({ OFFICE_LOCAL_BASE_URL: 'http://127.0.0.1:9/v1/' })).toMatchObject({
        configured: true,
        keyless: true,
        baseUrl: 'http://127.0.0.1:9/v1',
      });
    });
  });

  it('names the secrets of this service for child processes, and knows their values', () => {
    const config = load({
      OPENAI_API_KEY: 'sk-1',
      OFFICE_API_TOKEN: 'open-sesame',
      OFFICE_POOLED_QUALITY_KEY_VAR: 'MY_KEY',
      MY_KEY: 'pooled',
      OFFICE_DB: 'postgres://me:hidden@db.example/office',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hushed,x-key=hush',
    });
    expect(config.secretNames).toEqual(
      expect.arrayContaining([
        'OPENAI_API_KEY',
        'OFFICE_LOCAL_API_KEY',
        'MY_KEY',
        'OFFICE_DB',
        'OTEL_EXPORTER_OTLP_HEADERS',
      ]),
    );
    expect(config.secrets).toEqual(['sk-1', 'pooled', 'open-sesame', 'hidden', 'hushed', 'hush']);
  });

  it('reports every problem at once, by name and rule and never by value', () => {
    const env = {
      PORT: '70000',
      OFFICE_OPENAI_BASE_URL: 'secret-address',
      OFFICE_DB: 'mysql://root:password@db/office',
      OFFICE_ALLOWED_HOSTS: 'ok.example, *.example',
      OFFICE_ALLOWED_ORIGINS: 'https://ok.example, *',
      OFFICE_BASE_PATH: 'https://ok.example/office',
      OFFICE_TRUSTED_PROXIES: '10.0.0.0/8, the one next door',
    };
    expect(() => load(env)).toThrow(ConfigError);
    expect(() => load(env)).toThrow(
      'the configuration cannot be used: ' +
        'OFFICE_OPENAI_BASE_URL must be an address that starts with http:// or https://; ' +
        'OFFICE_ALLOWED_HOSTS must list host names such as office.example.org, with commas between; ' +
        'OFFICE_ALLOWED_ORIGINS must list origins such as https://example.org; ' +
        'OFFICE_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, or be none; ' +
        'OFFICE_DB must be the path of a file, :memory:, or an address that starts with postgres:// or postgresql://; ' +
        'PORT must be a whole number from 0 to 65535; ' +
        'OFFICE_BASE_PATH must be a path such as /office.',
    );
  });

  it('refuses a .env that is there and cannot be read', () => {
    mkdirSync(join(cwd, '.env'));
    expect(() => load()).toThrow('.env must be a readable file');
  });
});

describe('fleet', () => {
  const postgres = 'postgres://office@127.0.0.1/office';
  const fleet = (env: Record<string, string>) => loadConfig({ env, cwd: '/nowhere' }).fleet;

  it('is none by default', () => {
    expect(fleet({})).toEqual({
      redisUrl: null,
      shared: false,
      replicaId: null,
      capacity: 32,
      group: null,
    });
  });

  it('is joined through Redis, on a PostgreSQL database', () => {
    const joined = fleet({ OFFICE_DB: postgres, OFFICE_REDIS_URL: 'redis://127.0.0.1:6379/2' });
    expect(joined).toMatchObject({ redisUrl: 'redis://127.0.0.1:6379/2', shared: true });
  });

  it('is joined without Redis by a replica that polls', () => {
    const joined = fleet({ OFFICE_DB: postgres, OFFICE_FLEET_POLL: 'true' });
    expect(joined).toMatchObject({ redisUrl: null, shared: true });
  });

  it('has groups, which one process alone has not', () => {
    const group = { OFFICE_REPLICA_GROUP: 'north' };
    expect(fleet(group).group).toBeNull();
    const joined = fleet({ ...group, OFFICE_DB: postgres, OFFICE_FLEET_POLL: 'true' });
    expect(joined.group).toBe('north');
  });

  it('is refused on a database of one process', () => {
    expect(() => fleet({ OFFICE_REDIS_URL: 'redis://127.0.0.1' })).toThrow(
      'OFFICE_REDIS_URL joins a fleet, whose replicas share one database: set OFFICE_DB to a postgres:// address',
    );
  });
});
