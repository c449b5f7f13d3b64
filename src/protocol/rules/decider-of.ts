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
