import type { ApprovalScope } from '../records/enums.js';
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

const reaches: Readonly<Record<ApprovalScope, string>> = {
  once: '',
  run: ' for the rest of the run',
  checks: " for the floor's checks",
  'sandbox-run': ' for everything inside the sandbox in this run',
  'sandbox-floor': ' for everything inside the sandbox on this floor',
};

/** Words after a decision about its scope; empty: once, and for everything asked. */
export function reachOf({ scope = 'once', items = [] }: Approval): string {
  const yes = items.filter(({ approved }) => approved === true).length;
  const some = yes === items.length || yes === 0 ? '' : ` (${yes} of ${items.length})`;
  return some + reaches[scope];
}
