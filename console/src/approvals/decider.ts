import type { Approval } from '#protocol/records/work.js';

const words = {
  person: 'a person',
  timeout: 'nobody in time',
  cancel: 'cancelling the run',
  end: 'the end of the turn',
} as const;

/** By whom or what an approval was decided; empty where that was not kept. */
export function deciderOf({ decidedBy, decidedByName }: Approval): string {
  if (decidedBy === undefined) return '';
  return decidedByName ?? words[decidedBy];
}
