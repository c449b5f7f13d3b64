import { describe, expect, it } from '@jest/globals';
import { simulatedClients } from './support/simulated-clients.js';

const kinds = ['github', 'gitlab', 'gitea'] as const;
const sha = 'a'.repeat(40);
const secondMs = 1000;

describe('a forge where there is much', () => {
  const at = simulatedClients();

  it.each(kinds)('on %s: every check of a commit is read', async (kind) => {
    const { forge, client } = at(kind);
    const { world } = forge;
    const expected = new Map<string, string>();
    for (let nth = 0; nth < 260; nth += 1) {
      const name = `check ${nth}`;
      const state = nth === 240 || nth === 130 ? 'failed' : 'passed';
      if (nth % 2 === 0) world.statuses.add(name);
      world.check(sha, name, state);
      expected.set(name, state);
    }
    const checks = await client.checks(sha);
    expect(new Map(checks.map(({ name, state }) => [name, state]))).toEqual(expected);
    expect(checks).toHaveLength(expected.size);
  });

  it.each(kinds)('on %s: all changes are found, however many there were', async (kind) => {
    const { forge, client } = at(kind);
    const { world } = forge;
    const begun = Date.now() - 5 * 3600 * secondMs;
    const count = kind === 'github' ? 450 : 1250;
    for (let nth = 0; nth < count; nth += 1) {
      const each = world.openIssue({ title: `Change ${nth}` });
      // They did not change in the order of their numbers, and some did at once.
      each.updatedAt = begun + Math.floor(((nth * 7) % count) / 3) * secondMs;
    }
    const expected = [...world.issues.keys()];
    const found = new Set<number>();
    let since: number | null = begun;
    for (let looks = 0; since !== null && looks < 5; looks += 1) {
      const { threads, upTo } = await client.changedSince(since);
      for (const { number } of threads) found.add(number);
      if (upTo !== null) expect(upTo).toBeGreaterThan(since);
      since = upTo;
    }
    expect(since).toBeNull();
    expect([...found].toSorted((a, b) => a - b)).toEqual(expected);
  });

  it.each(kinds)('on %s: what changes while its list is read hides nothing', async (kind) => {
    const { forge, client } = at(kind);
    const { world, server } = forge;
    const since = Date.now() - 3000 * secondMs;
    for (const each of [...world.issues.values()].slice(0, 250)) {
      each.updatedAt = since + each.number * secondMs;
    }
    const issues = [...world.issues.values()].filter(({ updatedAt }) => updatedAt >= since);
    const path = /\/issues\?/;
    const [first, second] = [
      server.hold('GET', path, 'before'),
      server.hold('GET', path, 'before'),
    ];
    first.release();
    const changes = client.changedSince(since);
    await second.reached;
    const [oldest] = issues.toSorted((a, b) => a.updatedAt - b.updatedAt);
    if (oldest === undefined) throw new Error('there is no issue');
    world.touch(oldest);
    second.release();
    const found = new Set((await changes).threads.map(({ number }) => number));
    expect(issues.filter(({ number }) => !found.has(number))).toEqual([]);
  });

  it.each(kinds)('on %s: its clock is that of its answers', async (kind) => {
    const { forge, client } = at(kind);
    const hourMs = 3600 * secondMs;
    forge.setAhead(-hourMs);
    await client.repository();
    const now = await client.now();
    forge.setAhead(0);
    expect(Math.abs(now - (Date.now() - hourMs))).toBeLessThan(60 * secondMs);
  });
});
