import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Octokit } from '@octokit/core';
import { SystemClock } from '#platform/clock.js';
import { openOctokit } from './open-octokit.js';

const place = { kind: 'gitea', url: 'http://forge', repository: 'a/b', token: 't' } as const;
const etag = '"one"';

describe('what a client of a forge has read', () => {
  /** Addresses that were asked for conditionally. */
  const conditional: string[] = [];
  const answers = new Map<string, { readonly type?: string; readonly body: string }>();
  let octokit: Octokit;

  beforeEach(async () => {
    conditional.length = 0;
    answers.clear();
    octokit = await openOctokit(place, { clock: new SystemClock(), fetch });
  });

  async function fetch(url: string, { headers }: RequestInit): Promise<Response> {
    const path = url.replace(`${place.url}/api/v1`, '');
    const known = new Headers(headers).get('if-none-match');
    if (known !== null) conditional.push(path);
    if (known === etag) return new Response(null, { status: 304, headers: { etag } });
    const { type = 'application/json; charset=utf-8', body } = answers.get(path) ?? { body: '{}' };
    return new Response(body, { headers: { etag, 'content-type': type } });
  }

  const ask = async (path: string): Promise<unknown> => (await octokit.request(`GET ${path}`)).data;
  const text = (length: number): string => JSON.stringify({ text: 'x'.repeat(length) });

  it('is asked for conditionally, and is the same', async () => {
    answers.set('/issue', { body: '{"title":"One"}' });
    for (let times = 0; times < 3; times += 1)
      expect(await ask('/issue')).toEqual({ title: 'One' });
    expect(conditional).toEqual(['/issue', '/issue']);
  });

  it.each([
    ['a log', '/log', 'text/plain', 'line'],
    ['a log that is called bytes', '/log', 'application/octet-stream', 'line'],
    ['a long record', '/long', 'application/json', text(300_000)],
    ['what changed since a time', '/issues?since=2026-01-01', 'application/json', '[]'],
  ])('is not kept if it is %s', async (_, path, type, body) => {
    answers.set(path, { type, body });
    await ask(path);
    await ask(path);
    expect(conditional).toEqual([]);
  });

  it('is kept within bounds of all of it, and what was used last stays', async () => {
    const paths = Array.from({ length: 100 }, (_, nth) => `/issues/${nth}`);
    for (const path of paths) answers.set(path, { body: text(200_000) });
    for (const path of paths) {
      await ask(path);
      await ask('/issues/0');
    }
    conditional.length = 0;
    await ask('/issues/0');
    expect(conditional.splice(0)).toEqual(['/issues/0']);
    for (const path of paths.slice(1).toReversed()) await ask(path);
    expect(conditional.length).toBeGreaterThan(10);
    expect(conditional.length * 200_000).toBeLessThan(16 * 1024 * 1024);
  });
});
