import { passesUsd } from '../../protocol/rules/usd.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import type { TriggerSpec } from './trigger-spec.js';

export const dayMs = 24 * 60 * 60 * 1000;

/** Most runs of a trigger within a day where it says nothing. */
const usualDayRuns = 50;

/** The runs of a trigger within the last day. */
export interface Taken {
  readonly runs: number;
  /** What they have spent, and of those at work the whole ceiling. */
  readonly usd: number;
}

/** Why a further run of this ceiling is not begun; null: it is. */
export function dayProblem(spec: TriggerSpec, { runs, usd }: Taken, runUsd: number): string | null {
  const { dayRuns = usualDayRuns, dayUsd } = spec;
  if (runs >= dayRuns) return triggerTexts.dayRunsReached(dayRuns);
  if (dayUsd === undefined || !passesUsd(usd + runUsd, dayUsd)) return null;
  return triggerTexts.dayUsdReached(usd, runUsd, dayUsd);
}
