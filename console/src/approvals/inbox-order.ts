import type { ApprovalKind } from '#protocol/records/enums.js';
import type { Approval } from '#protocol/records/work.js';

/** How much can go wrong with a yes; higher is worse. */
const risks: Readonly<Record<ApprovalKind, number>> = {
  risk: 5,
  network: 4,
  shell: 3,
  write: 2,
  spend: 1,
  memory: 0,
};

/** What waits for an answer: the highest risk first, of one risk the newest. */
export function inboxOrder(approvals: readonly Approval[]): readonly Approval[] {
  return approvals.toSorted(
    (a, b) => risks[b.kind] - risks[a.kind] || b.requestedAt - a.requestedAt,
  );
}

/** The one after or before another, at the ends the one at the other end. */
export function stepFrom<T>(all: readonly T[], from: T, by: 1 | -1): T {
  return all.at((all.indexOf(from) + by) % all.length) ?? from;
}

/**
 * The request that keys answer: the one that is shown stays until it is answered, then comes the
 * first of the inbox that was not folded.
 */
export function shownFirst(approvals: readonly Approval[], shownId: string | null) {
  return approvals.find(({ id }) => id === shownId) ?? inboxOrder(approvals)[0];
}
