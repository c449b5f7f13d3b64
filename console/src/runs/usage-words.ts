import type { TurnRecord } from '../../../src/protocol/records/work.js';
import { count, dollars, duration } from '../app/format.js';

const cutOffWords = 'estimated: a call was cut off and is booked at the most it is known to cost';

/** What a turn has used, after the name of its model; nothing while it is at work. */
export function usageWords({
  usage,
  startedAt,
  endedAt,
}: Pick<TurnRecord, 'usage' | 'startedAt' | 'endedAt'>): string {
  if (endedAt === null) return '';
  const { tokensIn, tokensOut, cachedTokens, costUsd, estimated, cutOff } = usage;
  const cached = cachedTokens === undefined ? '' : ` (${count(cachedTokens)} from a cache)`;
  const guessed = estimated === true ? ` (${cutOff === true ? cutOffWords : 'estimated'})` : '';
  const tokens = `${count(tokensIn)} in${cached}, ${count(tokensOut)} out`;
  return `, ${tokens}, ${dollars(costUsd)}${guessed}, ${duration(endedAt - startedAt)}`;
}
