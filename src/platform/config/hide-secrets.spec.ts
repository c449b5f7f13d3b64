import { describe, expect, it } from '@jest/globals';
import { hiddenNames, isWorthIt } from './hide-secrets.js';

const shown = {
  PATH: '/usr/bin',
  HOME: '/home/ann',
  LC_ALL: 'C',
  XDG_CACHE_HOME: '/c',
  NODE_OPTIONS: '--max-old-space-size=512',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  LD_PRELOAD: '/lib/x.so',
  LD_LIBRARY_PATH: '/lib',
  UV_THREADPOOL_SIZE: '8',
  GLIBC_TUNABLES: 'glibc.malloc.check=3',
};

describe('what the system shows of the service', () => {
  it('is plain names, and what Node or the loader reads at start', () => {
    expect(hiddenNames(shown)).toEqual([]);
  });

  it.each([
    ...['CI_JOB_JWT', 'SLACK_WEBHOOK_URL', 'PGPASSFILE', 'MYSQL_ROOT', 'X', 'HARMLESS'],
    ...['OFFICE_MCP_SERVERS', 'OFFICE_API_TOKEN', 'npm_config__auth', 'NODE_AUTH_TOKEN', 'PORT'],
    ...['OPENAI_API_KEY', 'LD_SECRET', 'NODE_OPTIONS_2', 'DATABASE_URL'],
  ])('is not %s', (name) => {
    expect(hiddenNames({ ...shown, [name]: 'value' })).toEqual([name]);
  });

  it('is no address with a password, whatever it is called', () => {
    expect(
      hiddenNames({ HTTP_PROXY: 'http://a:b@proxy', NODE_OPTIONS: '--x=http://a:b@c' }),
    ).toEqual(['HTTP_PROXY', 'NODE_OPTIONS']);
  });
});

describe('whether the service starts anew', () => {
  const isWorth = (environment: Readonly<Record<string, string>>): boolean =>
    isWorthIt(environment, hiddenNames(environment));

  it('is for anything that is no setting of its own', () => {
    expect(isWorth({ ...shown, X: 'value' })).toBe(true);
    expect(isWorth({ OFFICE_MCP_SERVERS: 'a=node server.js --token abc' })).toBe(true);
    expect(isWorth({ OFFICE_DB: 'postgres://a:b@c/d' })).toBe(true);
    expect(isWorth({ OFFICE_API_TOKEN: 'abc' })).toBe(true);
  });

  it('is not for settings alone', () => {
    expect(isWorth(shown)).toBe(false);
    expect(isWorth({ PORT: '1', OFFICE_DB: ':memory:', npm_lifecycle_event: 'start' })).toBe(false);
  });
});
