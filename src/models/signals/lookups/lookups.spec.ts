import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedProvider } from '#test/support/scripted-provider/scripted-provider.js';
import { fetchJson, fetchText } from './fetch-json.js';
import { JsonCache } from './json-cache.js';

describe('fetchText and fetchJson', () => {
  let provider: ScriptedProvider;

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
  });

  afterEach(() => provider.close());

  const request = (path: string, overrides = {}) => ({
    url: `${provider.baseUrl}${path}`,
    timeoutMs: 4000,
    maxBytes: 1000,
    ...overrides,
  });

  it('reads an answer, with the headers asked for', async () => {
    provider.route('GET /x', { body: { a: 1 } });
    expect(await fetchJson(request('/x', { headers: { 'x-key': 'k' } }))).toEqual({ a: 1 });
    expect(provider.onlyRequest().headers).toMatchObject({
      'x-key': 'k',
      accept: 'application/json',
    });
  });

  it('takes any status for an answer, and none of 400 and above for good JSON', async () => {
    provider.route('GET /x', { status: 503, body: { a: 1 } });
    expect(await fetchText(request('/x'))).toEqual({ status: 503, text: '{"a":1}' });
    await expect(fetchJson(request('/x'))).rejects.toThrow('HTTP 503');
  });

  it('refuses what is no JSON', async () => {
    provider.route('GET /x', { body: '<html>' });
    await expect(fetchJson(request('/x'))).rejects.toThrow('the answer was not valid JSON');
  });

  it('takes no more than it was told', async () => {
    provider.route('GET /x', { body: 'x'.repeat(1001) });
    await expect(fetchText(request('/x'))).rejects.toThrow('larger than 1000 bytes');
  });

  it('waits no longer than it was told', async () => {
    provider.route('GET /x', { silent: true });
    const hurried = fetchText(request('/x', { timeoutMs: 100 }));
    await expect(hurried).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('follows no redirect', async () => {
    provider.route('GET /x', { status: 302, headers: { location: '/v1/y' } });
    await expect(fetchText(request('/x'))).rejects.toThrow();
    expect(provider.requests).toHaveLength(1);
  });

  it('can be called off', async () => {
    provider.route('GET /x', { silent: true });
    const signal = AbortSignal.abort();
    await expect(fetchText(request('/x', { signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('JsonCache', () => {
  let directory: string;
  let warnings: string[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'office-cache-'));
    warnings = [];
  });

  afterEach(() => rm(directory, { recursive: true }));

  const logger = {
    debug: () => {},
    info: () => {},
    warn: (message: string) => void warnings.push(message),
    error: () => {},
  };
  const cacheAt = (path: string | null) => new JsonCache(path, 'rows', logger);

  it('gives back what was saved, and when', async () => {
    const path = join(directory, 'deep/er/cache.json');
    await cacheAt(path).save(5, [1, 2]);
    expect(await cacheAt(path).load()).toEqual({ savedAt: 5, content: [1, 2] });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      version: 1,
      savedAt: 5,
      rows: [1, 2],
    });
    expect(await readdir(join(directory, 'deep/er'))).toEqual(['cache.json']);
  });

  it('tells when everything is written, of which the last stays, and writes nothing after', async () => {
    const path = join(directory, 'cache.json');
    const cache = cacheAt(path);
    for (const content of [1, 2, 3]) void cache.save(5, content);
    await cache.close();
    await cache.save(6, 4);
    expect(await readdir(directory)).toEqual(['cache.json']);
    expect(await cache.load()).toEqual({ savedAt: 5, content: 3 });
  });

  it('has nothing, and nothing to complain of, before anything was saved', async () => {
    expect(await cacheAt(join(directory, 'none.json')).load()).toBeNull();
    expect(warnings).toEqual([]);
  });

  it.each([
    ['of another version', '{"version":2,"savedAt":1,"rows":[]}', 'another version'],
    ['that is broken', '{"version":', 'could not read'],
  ])('ignores a file %s with a warning', async (_, content, warning) => {
    const path = join(directory, 'cache.json');
    await writeFile(path, content);
    expect(await cacheAt(path).load()).toBeNull();
    expect(warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('survives a place it cannot write to', async () => {
    await writeFile(join(directory, 'file'), '');
    await cacheAt(join(directory, 'file/cache.json')).save(1, []);
    expect(warnings).toEqual([expect.stringContaining('could not write')]);
  });

  it('keeps nothing when switched off', async () => {
    const off = cacheAt(null);
    await off.save(1, []);
    expect(await off.load()).toBeNull();
  });
});
