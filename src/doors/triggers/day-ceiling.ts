import { passesUsd } from '../../protocol/rules/usd.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import type { TriggerSpec } from './trigger-spec.js';

export const dayMs = 24 * 60 * 60 * 1000;

/** Most runs of a trigger within a day, if it sets no number. */
const usualDayRuns = 50;

/** The runs of a trigger within the last day. */
export interface Taken {
  readonly runs: number;
  /** Their spend; a run at work counts with its whole ceiling. */
  readonly usd: number;
}

/** Why a further run with this ceiling may not begin; null: it may. */
export function dayProblem(spec: TriggerSpec, { runs, usd }: Taken, runUsd: number): string | null {
  const { dayRuns = usualDayRuns, dayUsd } = spec;
  if (runs >= dayRuns) return triggerTexts.dayRunsReached(dayRuns);
  if (dayUsd === undefined || !passesUsd(usd + runUsd, dayUsd)) return null;
  return triggerTexts.dayUsdReached(usd, runUsd, dayUsd);
}
