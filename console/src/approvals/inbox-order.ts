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

/** The waiting approvals: the highest risk first, then the newest. */
export function inboxOrder(approvals: readonly Approval[]): readonly Approval[] {
  return approvals.toSorted(
    (a, b) => risks[b.kind] - risks[a.kind] || b.requestedAt - a.requestedAt,
  );
}

/** The next or previous item; at an end, the item at the other end. */
export function stepFrom<T>(all: readonly T[], from: T, by: 1 | -1): T {
  return all.at((all.indexOf(from) + by) % all.length) ?? from;
}

/**
 * The request that keys answer: the shown one until it is answered, then the first of the run whose
 * page is open, else the first of the inbox.
 */
export function shownFirst(
  approvals: readonly Approval[],
  shownId: string | null,
  runId: string | null = null,
): Approval | undefined {
  const own = approvals.filter((approval) => approval.runId === runId);
  return (
    approvals.find(({ id }) => id === shownId) ?? inboxOrder(own)[0] ?? inboxOrder(approvals)[0]
  );
}

/**
 * The request that stays shown when a page is opened; null: none, because it is the page of a run
 * with requests of its own.
 * @param runId id of the run whose page it is
 */
export function stillShown(
  approvals: readonly Approval[],
  shownId: string | null,
  runId: string | null,
): string | null {
  const own = approvals.filter((approval) => approval.runId === runId);
  return own.length === 0 || own.some(({ id }) => id === shownId) ? shownId : null;
}
