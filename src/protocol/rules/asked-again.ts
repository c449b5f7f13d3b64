import type { Approval } from '../records/work.js';

/** True if `approval.requested` tells of an answer to some items, and not of a new question. */
export function isAskedAgain({ items = [] }: Pick<Approval, 'items'>): boolean {
  return items.some(({ approved }) => approved !== undefined);
}
