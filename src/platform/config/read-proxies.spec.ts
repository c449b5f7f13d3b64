import { describe, expect, it } from '@jest/globals';
import { EnvironmentReader } from './environment-reader.js';
import type { Environment } from './read-environment.js';
import { addressWithLogin, proxyAddress, proxyPasswords } from './proxy-address.js';
import { readProxies } from './read-proxies.js';
import { secretValues } from './secrets.js';

function read(env: Environment) {
  const reader = new EnvironmentReader(env, '/');
  const { http, https, direct } = readProxies(reader);
  const { problems } = reader;
  return { http: http?.origin ?? null, https: https?.origin ?? null, direct, problems };
}

const a = 'http://a:1';
const b = 'http://b:2';
const none = { http: null, https: null, direct: [], problems: [] };

describe('readProxies', () => {
  it.each<readonly [Environment, object]>([
    [{}, none],
    [{ HTTPS_PROXY: a }, { ...none, https: a }],
    [{ https_proxy: a }, { ...none, https: a }],
    [
      { https_proxy: a, HTTPS_PROXY: b },
      { ...none, https: a },
    ],
    [{ https_proxy: '', HTTPS_PROXY: b }, none],
    [{ HTTP_PROXY: a }, { ...none, http: a }],
    [
      { http_proxy: a, HTTPS_PROXY: b },
      { ...none, http: a, https: b },
    ],
    [{ ALL_PROXY: a }, { ...none, http: a, https: a }],
    [
      { all_proxy: a, HTTPS_PROXY: b },
      { ...none, http: a, https: b },
    ],
    [
      { ALL_PROXY: a, HTTP_PROXY: '' },
      { ...none, https: a },
    ],
    [{ HTTPS_PROXY: ' proxy:3128 ' }, { ...none, https: 'http://proxy:3128' }],
    [{ NO_PROXY: 'a, b,,c d' }, { ...none, direct: ['a', 'b', 'c', 'd'] }],
    [{ NO_PROXY: '"a;.b","c"' }, { ...none, direct: ['a', '.b', 'c'] }],
    [
      { no_proxy: 'x', NO_PROXY: 'y' },
      { ...none, direct: ['x'] },
    ],
    [
      { ALL_PROXY: 'socks5://a:1', HTTPS_PROXY: a, HTTP_PROXY: b },
      { ...none, http: b, https: a },
    ],
  ])('understands %j', (env, expected) => expect(read(env)).toEqual(expected));

  it.each([
    'socks5://a:1',
    'ftp://a',
    'http://',
    'http://user:p#ss@a:1',
    'http://a:99999',
    'http://a:1/path',
    'a b',
    '"http://a:1"',
  ])('names the variable and the rule, never the value: %s', (value) => {
    const [problem, ...more] = read({ https_proxy: value }).problems;
    expect(problem).toBe(
      'https_proxy must be the address of a proxy as http://host:port or https://host:port, with user:password@ before the host if it wants them',
    );
    expect(more).toEqual([]);
  });
});

describe('the login of a proxy', () => {
  it.each([
    ['http://user:p%40ss@proxy:3128', 'user:p@ss'],
    ['user:word@proxy:3128', 'user:word'],
    ['http://user@proxy:3128', 'user:'],
    ['http://user:100%25%zz@proxy', 'user:100%25%zz'],
    ['http://us%C3%A9r:w%C3%B6rd@proxy', 'usér:wörd'],
  ])('is taken from %s, and shown nowhere', (text, login) => {
    const proxy = proxyAddress(text);
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from(login).toString('base64')}`);
    expect(proxy?.host).toMatch(/^proxy/);
    expect(proxy?.origin).not.toContain('@');
    const password = login.slice(login.indexOf(':') + 1);
    if (password !== '') expect(proxyPasswords(text)).toContain(password);
    expect(secretValues({ HTTPS_PROXY: text, http_proxy: text })).toEqual(
      expect.arrayContaining(password === '' ? [] : [password]),
    );
    const again = proxyAddress(
      addressWithLogin(proxy ?? { origin: '', host: '', authorization: null }),
    );
    expect(again).toEqual(proxy);
  });
});
