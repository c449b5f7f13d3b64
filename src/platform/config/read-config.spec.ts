import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EnvironmentReader } from './environment-reader.js';
import { readConfig } from './read-config.js';
import { type Environment, parseEnvFile } from './read-environment.js';
import { fileVariable, secretVariables } from './secrets.js';

describe('.env.example', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const documented = parseEnvFile(text.replace(/^# (?=[A-Z_]+=)/gm, '')).values;

  it('lists every variable that is read, and no other', () => {
    const reader = new EnvironmentReader({}, '/');
    readConfig(reader, { values: {}, path: '/.env', modifiedAt: null, applied: 0, faults: [] });
    const twins = secretVariables({}).map(({ name }) => fileVariable(name));
    expect(Object.keys(documented).sort()).toEqual([...reader.names, ...twins].sort());
  });

  it('shows the defaults that are in force', () => {
    const cwd = '/srv/office';
    const from = (values: Environment) => {
      const reading = { values, path: `${cwd}/.env`, modifiedAt: null, applied: 0, faults: [] };
      return { ...readConfig(new EnvironmentReader(values, cwd), reading), environment: {} };
    };
    // The local runtime is configured by naming its address, so its line in the example is not a
    // default.
    const { OFFICE_LOCAL_BASE_URL: _address, ...defaults } = documented;
    expect(from(defaults)).toEqual(from({}));
  });
});
