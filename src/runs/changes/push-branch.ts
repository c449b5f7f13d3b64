import type { RemoteRepository } from './delivery-git.js';
import type { DeliveryRepository } from './delivery-repository.js';
import { SnapshotError } from './shadow-git.js';

/** Longest push, ms. */
export const pushMs = 4 * 60_000;

/** A repository elsewhere, and what the office may replace there. */
export interface PushTarget {
  readonly remote: RemoteRepository;
  /** Commits at the tip of the branch that the office has pushed, or was about to push. */
  readonly owned: readonly string[];
  /** Called before something is pushed, with the commit that it replaces; null: there is no branch. */
  readonly before: (tip: string, replaced: string | null) => Promise<void>;
}

/** The branch has a commit at its tip that the office has not pushed. */
export class ForeignTipError extends Error {
  constructor(readonly branch: string) {
    super(`the branch ${branch} was changed by others`);
    this.name = 'ForeignTipError';
  }
}

/**
 * Pushes a commit as a branch, once: what is there already is not pushed again, and commits of others
 * are never replaced.
 * @throws ForeignTipError
 * @throws SnapshotError if git fails
 */
export async function pushBranch(
  made: Pick<DeliveryRepository, 'over'>,
  { branch, tip }: { readonly branch: string; readonly tip: string },
  { remote, owned, before }: PushTarget,
): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const listed = await made.over(remote, ['ls-remote', remote.address, ref]);
  const found = tipOf(listed);
  if (found === tip) return;
  if (found !== null && !owned.includes(found)) throw new ForeignTipError(branch);
  await before(tip, found);
  const lease = `--force-with-lease=${ref}:${found ?? ''}`;
  try {
    await made.over(remote, ['push', '--quiet', lease, remote.address, `${tip}:${ref}`], pushMs);
  } catch (thrown) {
    if (thrown instanceof SnapshotError && thrown.message.includes('stale info')) {
      throw new ForeignTipError(branch);
    }
    throw thrown;
  }
}

/** The commit in an answer of `ls-remote`; null: there is none. */
export function tipOf(listed: string): string | null {
  return /^[0-9a-f]{40,64}(?=\t)/.exec(listed)?.[0] ?? null;
}
