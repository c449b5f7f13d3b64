import { entriesOf, type HistoryEntry, type Lease, type Work } from '../history.js';
import type { Problem } from './problem.js';

/** The fence of a run never falls, and rises with each new holder. */
export function fencesRise(history: readonly HistoryEntry[]): readonly Problem[] {
  return [...leasesOf(history)].flatMap(([run, leases]) =>
    leases.flatMap((lease, place) => {
      const before = leases.slice(0, place).findLast(({ owner }) => owner !== null);
      const message = before === undefined ? null : problemOf(before, lease);
      return message === null ? [] : [{ oracle: 'fences', about: run, message }];
    }),
  );
}

function problemOf(before: Lease, after: Lease): string | null {
  if (after.fence < before.fence) return `its fence fell from ${before.fence} to ${after.fence}`;
  const isTaken = after.owner !== null && after.owner !== before.owner;
  if (isTaken && after.fence === before.fence) {
    return `${before.owner} and ${after.owner} hold it under the fence ${after.fence}`;
  }
  return null;
}

/** Whoever works on a run holds its lease at that moment, under the fence it proves. */
export function workIsLeased(history: readonly HistoryEntry[]): readonly Problem[] {
  const leases = leasesOf(history);
  return entriesOf(history, 'work').flatMap((work) => {
    const holder = leases.get(work.run)?.findLast(({ order }) => order < work.order);
    if (holder !== undefined && isOf(work, holder)) return [];
    const told = holder === undefined ? 'nobody' : `${holder.owner ?? 'nobody'} (${holder.fence})`;
    const own = work.fence === undefined ? work.owner : `${work.owner} (${work.fence})`;
    return [{ oracle: 'leases', about: work.run, message: `${own} works on it, ${told} holds it` }];
  });
}

function isOf({ owner, fence }: Work, lease: Lease): boolean {
  return owner === lease.owner && (fence ?? lease.fence) === lease.fence;
}

function leasesOf(history: readonly HistoryEntry[]): ReadonlyMap<string, readonly Lease[]> {
  const inOrder = entriesOf(history, 'lease').toSorted((one, other) => one.order - other.order);
  return Map.groupBy(inOrder, ({ run }) => run);
}
