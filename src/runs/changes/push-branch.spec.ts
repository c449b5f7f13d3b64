import { describe, expect, it } from '@jest/globals';
import { ForeignTipError, pushBranch, pushMs } from './push-branch.js';
import { gitTimeoutMs, SnapshotError } from './shadow-git.js';

const tip = 'a'.repeat(40);
const earlier = 'b'.repeat(40);
const remote = {
  address: 'https://forge.example/acme/widgets.git',
  account: 'office:token',
  way: { proxy: null, addresses: [] },
} as never;

/** What git is asked to do where a branch stands so, and for how long. */
async function pushed(
  listed: string | null,
  owned: readonly string[],
  push: () => Promise<string> = () => Promise.resolve(''),
) {
  const calls: (readonly [string | undefined, number | undefined])[] = [];
  const told: (readonly [string, string | null])[] = [];
  const made = {
    over: (_: unknown, args: readonly string[], timeoutMs?: number): Promise<string> => {
      calls.push([args[0], timeoutMs]);
      if (args[0] === 'push') return push();
      return Promise.resolve(listed === null ? '' : `${listed}\trefs/heads/office/x\n`);
    },
  };
  await pushBranch(
    made,
    { branch: 'office/x', tip },
    {
      remote,
      owned,
      before: (next, replaced) => {
        told.push([next, replaced]);
        return Promise.resolve();
      },
    },
  );
  return { calls, told };
}

describe('a push', () => {
  it('has time for a large change', async () => {
    const { calls } = await pushed(null, []);
    expect(calls).toEqual([
      ['ls-remote', undefined],
      ['push', pushMs],
    ]);
    expect(pushMs).toBeGreaterThan(4 * gitTimeoutMs);
  });

  it('tells before it what it replaces', async () => {
    expect((await pushed(null, [])).told).toEqual([[tip, null]]);
    expect((await pushed(earlier, [earlier])).told).toEqual([[tip, earlier]]);
  });

  it('is none where the commit is there, and none over one of others', async () => {
    expect((await pushed(tip, [])).calls).toHaveLength(1);
    await expect(pushed(earlier, [tip])).rejects.toThrow(ForeignTipError);
    const stale = () => Promise.reject(new SnapshotError('git push: stale info'));
    await expect(pushed(earlier, [earlier], stale)).rejects.toThrow(ForeignTipError);
  });
});
