import type { ServerEventOf } from '#protocol/events.js';

/** Time that a bubble stays, ms. */
export const spokenMs = 9000;

type Speech = Pick<ServerEventOf<'speech'>, 'at' | 'stageId' | 'fromEmployeeId' | 'toEmployeeIds'>;

export interface Talk {
  readonly from: string;
  readonly to: string;
}

/**
 * The last speaker and whom they address: the previous speaker of the same stage, or the only
 * addressee. Null if nobody spoke recently, or to everybody.
 */
export function talkOf(speeches: readonly Speech[], now: number): Talk | null {
  const latest = speeches.at(-1);
  if (latest === undefined || now - latest.at > spokenMs) return null;
  const { fromEmployeeId: from, toEmployeeIds, stageId } = latest;
  const heard = toEmployeeIds.filter((id) => id !== from);
  const answered = speeches
    .slice(0, -1)
    .findLast((speech) => speech.stageId === stageId && heard.includes(speech.fromEmployeeId));
  const to = answered?.fromEmployeeId ?? (heard.length === 1 ? heard[0] : undefined);
  return to === undefined ? null : { from, to };
}
