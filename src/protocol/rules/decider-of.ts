import type { Approval } from '../records/work.js';
import { personOf } from './who-acts.js';

const causes = {
  timeout: 'nobody answered in time',
  cancel: 'the run was cancelled',
  end: 'the turn ended',
} as const;

/**
 * The person who decided an approval, as words after "by"; empty: nobody, or not recorded.
 * @param ownName the name that the reader has given; empty: none
 */
export function deciderOf({ decidedBy, decidedByName }: Approval, ownName = ''): string {
  if (decidedBy !== 'person') return '';
  return decidedByName === undefined ? 'a person' : personOf(decidedByName, ownName);
}

/** Why an approval was refused without a person, as a clause; empty: a person decided it. */
export function causeOf({ decidedBy }: Approval): string {
  return decidedBy === undefined || decidedBy === 'person' ? '' : causes[decidedBy];
}

/** Words after a decision: who decided it, or why it was refused, such as " by Ada". */
export function decidedWords(approval: Approval, ownName = ''): string {
  const decider = deciderOf(approval, ownName);
  const cause = causeOf(approval);
  if (decider !== '') return ` by ${decider}`;
  return cause === '' ? '' : ` because ${cause}`;
}

/** Words after a decision about its scope; empty: once, and for everything asked. */
export function reachOf({ scope, items = [] }: Approval): string {
  const yes = items.filter(({ approved }) => approved === true).length;
  const some = yes === items.length || yes === 0 ? '' : ` (${yes} of ${items.length})`;
  if (scope === 'checks') return `${some} for the floor's checks`;
  return scope === 'run' ? `${some} for the rest of the run` : some;
}
