import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { inheritedEnvironment } from '../process/child-environment.js';
import { loadConfig, loadEnvironment } from './load-config.js';
import type { OfficeConfig } from './office-config.js';
import type { Environment } from './read-environment.js';
import { secretVariables } from './secrets.js';

const place = temporaryDirectory();

const load = (env: Environment): OfficeConfig => loadConfig({ env, cwd: place() });

function secretFile(name: string, text: string): string {
  writeFileSync(place(name), text);
  return place(name);
}

describe('a secret from a file', () => {
  it.each(secretVariables({}))('is read for $name', ({ name, holds }) => {
    const scheme = name === 'OFFICE_REDIS_URL' ? 'redis' : 'postgres';
    const text =
      holds === 'headers' ? 'x-api-key=file-secret' : `${scheme}://me:file-secret@db.example/0`;
    const file = secretFile('secret', `${text}\n`);
    const others = name === 'OFFICE_REDIS_URL' ? { OFFICE_DB: 'postgres://db.example/office' } : {};
    const { secrets } = load({ ...others, [`${name}_FILE`]: file });
    expect(secrets.join()).toContain('file-secret');
  });

  it('counts like one that stands in its variable, without the newline at its end', () => {
    const config = load({
      OFFICE_API_TOKEN_FILE: secretFile('token', 'open-sesame\r\n'),
      OPENAI_API_KEY_FILE: secretFile('openai', 'sk-from-file\n'),
      OFFICE_POOLED_QUALITY_KEY_VAR: 'MY_KEY',
      MY_KEY_FILE: secretFile('mine', 'pooled-from-file'),
      OFFICE_DB_FILE: secretFile('db', 'postgres://me:hidden-word@db.example/office\n'),
    });
    expect(config.security.apiToken).toBe('open-sesame');
    expect(config.providers.find(({ id }) => id === 'openai')).toMatchObject({
      key: 'sk-from-file',
      configured: true,
    });
    expect(config.llm.mode).toBe('live');
    expect(config.pooledQuality.key).toBe('pooled-from-file');
    expect(config.database).toEqual({
      kind: 'postgres',
      url: 'postgres://me:hidden-word@db.example/office',
    });
    expect(config.secrets).toEqual([
      'sk-from-file',
      'pooled-from-file',
      'open-sesame',
      'hidden-word',
    ]);
  });

  it('is withheld from child processes, its file and copies of it too', () => {
    const { environment, secretNames, secrets } = load({
      PATH: '/bin',
      OFFICE_DB_FILE: secretFile('db', 'postgres://me:hidden-word@db.example/office'),
      OPENAI_API_KEY_FILE: secretFile('openai', 'sk-from-file'),
      COPY: 'Bearer sk-from-file',
    });
    const added = ['OFFICE_DB_FILE', 'OPENAI_API_KEY_FILE', 'OPENAI_API_KEY', 'COPY'];
    const inheritance = { added, withheld: secretNames, values: secrets };
    expect(inheritedEnvironment(environment, inheritance)).toEqual({ PATH: '/bin' });
  });

  it('may be named by .env, and relative to the working directory', () => {
    writeFileSync(place('.env'), 'ANTHROPIC_API_KEY_FILE=./mounted\nANTHROPIC_API_KEY=\n');
    secretFile('mounted', 'sk-mounted');
    const source = { env: {}, cwd: place() };
    expect(loadEnvironment(source)).toMatchObject({ ANTHROPIC_API_KEY: 'sk-mounted' });
    writeFileSync(place('.env'), '');
  });

  it('is refused, by name and never by value, when it cannot be meant', () => {
    mkdirSync(place('folder'), { recursive: true });
    const env = {
      OPENAI_API_KEY: 'sk-direct',
      OPENAI_API_KEY_FILE: secretFile('openai', 'sk-from-file'),
      DEEPSEEK_API_KEY_FILE: place('missing'),
      ANTHROPIC_API_KEY_FILE: place('folder'),
      OPENROUTER_API_KEY_FILE: secretFile('huge', 'x'.repeat(64 * 1024 + 1)),
      OFFICE_API_TOKEN_FILE: secretFile('empty', ' \n'),
      PORT: '70000',
    };
    const problems =
      'the configuration cannot be used: ' +
      'DEEPSEEK_API_KEY_FILE must name a readable file of at most 64 KiB; ' +
      'OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set, keep one of them; ' +
      'OPENROUTER_API_KEY_FILE must name a readable file of at most 64 KiB; ' +
      'ANTHROPIC_API_KEY_FILE must name a readable file of at most 64 KiB; ' +
      'OFFICE_API_TOKEN_FILE names a file that is empty; ' +
      'PORT must be a whole number from 0 to 65535.';
    expect(() => load(env)).toThrow(new Error(problems));
    expect(() => loadEnvironment({ env, cwd: place() })).toThrow('are both set, keep one of them');
  });
});

describe('the list of secret variables', () => {
  it('holds the key of every built-in provider and the one for pooled quality', () => {
    const { providers, pooledQuality } = load({});
    const keys = [...providers.map(({ keyEnvVar }) => keyEnvVar), pooledQuality.keyEnvVar];
    const listed = secretVariables({}).map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(keys.filter((key) => key !== null)));
  });
});
