import type { Approval } from '../records/work.js';

const words = {
  person: 'a person',
  timeout: 'nobody in time',
  cancel: 'cancelling the run',
  end: 'the end of the turn',
} as const;

/** The person or rule that decided an approval; empty if it was not recorded. */
export function deciderOf({ decidedBy, decidedByName }: Approval): string {
  if (decidedBy === undefined) return '';
  return decidedByName ?? words[decidedBy];
}

/** How far a decision reaches, to be said after it; empty: once, and for all that was asked. */
export function reachOf({ scope, items = [] }: Approval): string {
  const yes = items.filter(({ approved }) => approved === true).length;
  const some = yes === items.length || yes === 0 ? '' : ` (${yes} of ${items.length})`;
  if (scope === 'checks') return `${some} for the floor's checks`;
  return scope === 'run' ? `${some} for the rest of the run` : some;
}
