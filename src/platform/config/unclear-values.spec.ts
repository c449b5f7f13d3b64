import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { loadConfig } from './load-config.js';
import type { DatabaseConfig, OfficeConfig } from './office-config.js';
import type { Environment } from './read-environment.js';

const place = temporaryDirectory();
const load = (env: Environment): OfficeConfig => loadConfig({ env, cwd: place() });
const said = (env: Environment): readonly string[] => load(env).warnings.map(({ text }) => text);

/** A variable, an unusable value, its rule, and the value used instead. */
const replaced: readonly (readonly [name: string, value: string, rule: string, used: string])[] = [
  ['OFFICE_BENCHMARKS', 'no', 'true or false', 'true'],
  ['OFFICE_MODEL_DISCOVERY', '0', 'true or false', 'true'],
  ['OFFICE_MCP', 'off', 'true or false', 'true'],
  ['OFFICE_MEMORY_VECTORS', '1', 'true or false', 'false'],
  ['OFFICE_AUTO_APPROVE_SHELL', 'false # c', 'true or false', 'false'],
  ['OFFICE_AUTO_APPROVE_SHELL', '"true"', 'true or false', 'false'],
  ['OFFICE_FLEET_POLL', 'yes', 'true or false', 'false'],
  ['OFFICE_ROUTING', 'fast', 'cheap, balanced or quality', 'balanced'],
  ['OFFICE_LOG_LEVEL', 'loud', 'debug, info, warn or error', 'info'],
  ['OFFICE_LOG_FORMAT', 'yaml', 'text or json', 'text'],
  ['OFFICE_LLM_MODE', 'real', 'auto, mock or live', 'auto'],
  ['OTEL_TRACES_SAMPLER', 'some', 'always_on', 'parentbased_always_on'],
  ['OFFICE_MAX_CONCURRENCY', '99', 'a whole number from 1 to 16', '16'],
  ['OFFICE_MAX_CONCURRENCY', '2.5', 'a whole number from 1 to 16', '3'],
  ['OFFICE_CAPACITY', 'many', 'a whole number from 1 to 1000', '32'],
  ['OFFICE_SOFT_SPEND_APPROVAL_USD', '0,5', 'a number of at least 0', '1.5'],
  ['OFFICE_SOFT_SPEND_APPROVAL_USD', '$5', 'a number of at least 0', '1.5'],
  ['OFFICE_EVENT_RETENTION_DAYS', '365d', 'a whole number from 0 to 36500', '0'],
  ['OFFICE_EVENT_RETENTION_DAYS', '-3', 'a whole number from 0 to 36500', '0'],
  ['OFFICE_SNAPSHOT_DAYS', '1y', 'a whole number from 0 to 36500', '36500'],
  ['OFFICE_LEASE_MS', '10s', 'a whole number from 500', '10000'],
  ['OFFICE_BENCHMARK_TTL_MS', 'Infinity', 'a number of at least 0', '86400000'],
  ['OFFICE_MEMORY_EMBEDDING', 'nothing', 'provider/model', 'nothing'],
  ['OFFICE_ENDPOINT_HEALTH_PROVIDERS', 'openrouter;local', 'ids of providers', 'nothing'],
  ['OFFICE_CHILD_ENV', 'GOOD,NOT GOOD', 'names of variables', 'GOOD'],
  ['OFFICE_WORKSPACE', '$HOME/work', 'the path of a directory', './workspace'],
  ['OFFICE_SKILLS_DIR', '"./skills"', 'the path of a directory', './skills'],
  ['OFFICE_BENCHMARK_CACHE', '~other/cache.json', 'the path of a file', './data/benchmarks.json'],
];

/** A variable and a value that ends the boot. */
const ending: readonly (readonly [string, string])[] = [
  ['PORT', '"8814" # x'],
  ['PORT', '"8814"'],
  ['PORT', '8814a'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['HOST', '127.0.0.1:8787'],
  ['HOST', 'http://127.0.0.1'],
  ['HOST', 'localhost # here'],
  ['OFFICE_API_TOKEN', '"s3cret"'],
  ['OFFICE_API_TOKEN', 's3cret # the token'],
  ['OPENAI_API_KEY', "'s3cret'"],
  ['OFFICE_ALLOWED_HOSTS', '*.example.org'],
  ['OFFICE_ALLOWED_HOSTS', 'https://user@office.example.org'],
  ['OFFICE_ALLOWED_HOSTS', 'a.example;b.example'],
  ['OFFICE_ALLOWED_ORIGINS', 'office.example.org'],
  ['OFFICE_OPENAI_BASE_URL', 'https://me:s3cret@gateway.example/v1'],
  ['OFFICE_PUBLIC_URL', 'office.example.org'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer s3cret'],
  ['OFFICE_REDIS_URL', 'redis.example:6379'],
  ['OFFICE_DB', '"postgres://me:s3cret@db.example/office"'],
  ['OFFICE_DB', '“postgres://me:s3cret@db.example/office”'],
  ['OFFICE_DB', 'jdbc:postgresql://db.example/office?password=s3cret'],
  ['OFFICE_DB', 'mysql://me:s3cret@db.example/office'],
  ['OFFICE_DB', 'postgres:/me:s3cret@db.example/office'],
  ['OFFICE_DB', 'postgres://me:p#s3cret@db.example/office'],
  ['OFFICE_DB', 'postgres%3A%2F%2Fme%3As3cret%40db.example%2Foffice'],
  ['OFFICE_DB', '//me:s3cret@db.example/office'],
  ['OFFICE_DB', 'me:s3cret@db.example/office'],
  ['OFFICE_DB', 'host=db.example user=me password=s3cret'],
  ['OFFICE_DB', 'OFFICE_DB=postgres://me:s3cret@db.example/office'],
  ['OFFICE_DB', 'sqlite:///srv/office.sqlite'],
  ['OFFICE_DB', 'sqlite3://office.sqlite'],
  ['OFFICE_DB', 'file:office.sqlite?mode=ro'],
  ['OFFICE_DB', 'office.sqlite?mode=memory'],
  ['OFFICE_DB', ':memory'],
  ['OFFICE_DB', './data/'],
  ['OFFICE_DB', '.'],
  ['OFFICE_DB', '$HOME/office.sqlite'],
  ['OFFICE_DB', 'office.sqlite # main'],
  ['OFFICE_DB', './office.sqlite"'],
  ['OFFICE_DB', 'postgres://me:s3cret@db.example/office"'],
  ['OFFICE_DB', 'postgres//me:s3cret@db.example/office'],
  ['OFFICE_DB', 'postgres;//me:s3cret@db.example/office'],
  ['OFFICE_DB', 'me/s3cret@db.example:1521/office'],
  ['OFFICE_DB', 's3cret@db.example/office'],
  ['OFFICE_DB', 'd:5432/office'],
  ['OFFICE_DB', 'db.example:5432'],
  ['OFFICE_DB', 'Data Source=db.example;pwd=s3cret'],
  ['OFFICE_DB', 'pass=s3cret db.example'],
  ['OFFICE_DB', 'C:\\office.sqlite'],
  ['OFFICE_API_TOKEN', 's3cret"'],
  ['OFFICE_API_TOKEN', '${S3CRET}'],
  ['OPENAI_API_KEY', '$S3CRET'],
  ['OFFICE_OPENAI_BASE_URL', 'https://gateway.example/v1"'],
];

const at = (path: string): DatabaseConfig => ({ kind: 'sqlite', path });

/** Spellings of a database and their meanings. */
const databases: readonly (readonly [string, () => DatabaseConfig])[] = [
  ['  :memory: ', () => ({ kind: 'memory' })],
  ['office.sqlite', () => ({ kind: 'sqlite', path: place('office.sqlite') })],
  ['file:data/a.sqlite', () => ({ kind: 'sqlite', path: place('data/a.sqlite') })],
  ['file:///srv/a%20b.sqlite', () => ({ kind: 'sqlite', path: '/srv/a b.sqlite' })],
  ['file::memory:', () => ({ kind: 'memory' })],
  ['/srv/@office/env=prod/a:b.sqlite', () => at('/srv/@office/env=prod/a:b.sqlite')],
  ['./postgres.sqlite', () => at(place('postgres.sqlite'))],
  ['postgres.sqlite', () => at(place('postgres.sqlite'))],
  ['~/office.sqlite', () => ({ kind: 'sqlite', path: join(homedir(), 'office.sqlite') })],
  ['POSTGRES://me:p%40ss@DB/o', () => ({ kind: 'postgres', url: 'postgres://me:p%40ss@DB/o' })],
  ['postgresql:///o?host=/run', () => ({ kind: 'postgres', url: 'postgresql:///o?host=/run' })],
];

describe('a value that cannot be used as it is written', () => {
  it.each(replaced)('is said: %s=%s', (name, value, rule, used) => {
    const [text, ...others] = said({ [name]: value });
    expect(others).toEqual([]);
    expect(text).toMatch(new RegExp(`^${name} must .*; .* is used$`));
    expect(text).toContain(rule);
    expect(text).toContain(`; ${used} is used`);
  });

  it.each(ending)('ends the boot, and is not shown: %s=%s', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(`${name} must`);
    expect(() => load({ [name]: value })).not.toThrow(/s3cret|8814/);
  });

  it.each(databases)('is taken as it is meant: OFFICE_DB=%s', (value, database) => {
    expect(load({ OFFICE_DB: value })).toMatchObject({ database: database(), warnings: [] });
  });

  it.each(['TRUE', 'yes', '"true"', '1', ''])('is none at the install gate: %j', (value) => {
    expect(load({ OFFICE_ALLOW_PLUGIN_INSTALL: value })).toMatchObject({
      plugins: { allowInstall: false },
      warnings: [],
    });
  });

  it('is never an empty one, or one in another case', () => {
    const empty = { OFFICE_ROUTING: '', PORT: ' ', OFFICE_DB: '', OFFICE_MCP_CONFIG: '' };
    expect(said({ ...empty, OFFICE_LOG_LEVEL: 'WARN', OFFICE_MCP: 'False' })).toEqual([]);
  });

  it('is told with all others at once, in the file too', () => {
    writeFileSync(place('.env'), 'PORT=80#1\nOFFICE_ROUTING=fast\nnonsense\n');
    expect(() => load({ HOST: 'a b' })).toThrow(
      /line 1: .*\(PORT\); HOST must .*\. Besides: .*line 3: .*; OFFICE_ROUTING must/,
    );
    writeFileSync(place('.env'), '');
  });

  it('knows passwords in every spelling, so that no line shows one', () => {
    const OFFICE_DB = 'postgres://me:p%40ss-1@db.example/o?password=other-2';
    expect(load({ OFFICE_DB }).secrets).toEqual(['p%40ss-1', 'p@ss-1', 'other-2']);
  });
});

describe('places', () => {
  it('that are something else, or missing, are said', () => {
    writeFileSync(place('file'), '');
    mkdirSync(place('folder'));
    expect(said({ OFFICE_SKILLS_DIR: 'file', OFFICE_MODEL_DISCOVERY_CACHE: 'folder' })).toEqual([
      expect.stringMatching(/^OFFICE_SKILLS_DIR must be the path of a directory/),
      expect.stringMatching(/^OFFICE_MODEL_DISCOVERY_CACHE must be the path of a file/),
    ]);
    expect(said({ OFFICE_PLUGINS_DIR: 'none' })).toEqual([
      'OFFICE_PLUGINS_DIR names a directory that is not there; nothing is read from it',
    ]);
    expect(said({ OFFICE_SKILLS_DIR: 'skillz' })).toEqual([
      'OFFICE_SKILLS_DIR names a directory that is not there; nothing is read from it',
    ]);
    expect(() => load({ OFFICE_DB: 'folder' })).toThrow('OFFICE_DB must be the path of a file');
  });
});

describe('a variable that is none of the service', () => {
  it.each([
    ['OFFICE_ROUTNG', 'OFFICE_ROUTING'],
    ['OFFICE_MAX_CONCURENCY', 'OFFICE_MAX_CONCURRENCY'],
    ['office_db', 'OFFICE_DB'],
    ['OFICE_LOG_LEVEL', 'OFFICE_LOG_LEVEL'],
    ['OFFICE_PORT', 'PORT'],
    ['OFFICE_OPENAI_API_KEY', 'OPENAI_API_KEY'],
  ])('is said with the one that is meant: %s', (name, nearest) => {
    expect(said({ [name]: '1' })).toEqual([
      `${name} is no variable of this service; is ${nearest} meant?`,
    ]);
  });

  it.each([
    { OFFICE_SERVICE_HOST: '10.0.0.1', OFFICE_PORT: 'tcp://10.0.0.1:8787' },
    { OFFICE_PORT_8787_TCP_ADDR: '10.0.0.1', OFFICE_SERVICE_PORT_HTTP: '80' },
    { OFFICE_API_TOKEN_FILE: '', OFFICE_MINE: '1', OFFICE_CHILD_ENV: 'OFFICE_MINE' },
    { OFFICE_POOLED_QUALITY_KEY_VAR: 'OFFICE_KEY', OFFICE_KEY: 'k', OFFICIAL: '1' },
  ])('is not what others set: %j', (env) => {
    expect(said(env)).toEqual([]);
  });
});
