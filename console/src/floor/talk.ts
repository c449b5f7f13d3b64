import type { ServerEventOf } from '#protocol/events.js';

/** How long words stay above a head, ms. */
export const spokenMs = 9000;

type Speech = Pick<ServerEventOf<'speech'>, 'at' | 'stageId' | 'fromEmployeeId' | 'toEmployeeIds'>;

export interface Talk {
  readonly from: string;
  readonly to: string;
}

/**
 * Who spoke last, and to whom: the one whom they answer, which is who spoke before them in the same
 * stage, or the only one they speak to. Null when nobody has spoken lately, or to all alike.
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
