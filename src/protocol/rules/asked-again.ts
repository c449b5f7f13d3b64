import type { Approval } from '../records/work.js';

/** True if `approval.requested` reports an answer to some items instead of a new question. */
export function isAskedAgain({ items = [] }: Pick<Approval, 'items'>): boolean {
  return items.some(({ approved }) => approved !== undefined);
}
