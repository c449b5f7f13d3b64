import type { TurnRecord } from '#protocol/records/work.js';
import { guessedWords } from '#protocol/rules/guessed-usage.js';
import { count, dollars, duration } from '../app/format.js';

/** Usage of a turn, shown after its model; nothing while it runs. */
export function usageWords({
  usage,
  startedAt,
  endedAt,
  waitedMs = 0,
}: Pick<TurnRecord, 'usage' | 'startedAt' | 'endedAt' | 'waitedMs'>): string {
  if (endedAt === null) return '';
  const waited = waitedMs > 0 ? ` and ${duration(waitedMs)} of waiting for people` : '';
  const { tokensIn, tokensOut, cachedTokens, costUsd } = usage;
  const cached = cachedTokens === undefined ? '' : ` (${count(cachedTokens)} from a cache)`;
  const words = guessedWords(usage);
  const guessed = words === null ? '' : ` (${words})`;
  const tokens = `${count(tokensIn)} in${cached}, ${count(tokensOut)} out`;
  return `, ${tokens}, ${dollars(costUsd)}${guessed}, ${duration(Math.max(0, endedAt - startedAt - waitedMs))}${waited}`;
}
