import { addUsage, noUsage } from '../../../models/gateway/usage.js';
import type { UsageRecord } from '../../../protocol/records/work.js';
import type { RunSteps } from './run-steps.js';
import { stepKeys, turnKeyOf } from './step-keys.js';
import { modelCallStep } from './step-kinds.js';

/**
 * USD of model calls whose turn has not settled, by hold: spent, though not yet on the run. A call
 * that was cut off costs what was known or estimated of it.
 */
export function knownCosts(
  steps: RunSteps,
  settledTurns: ReadonlySet<string>,
): readonly (readonly [string, number])[] {
  return steps.keys().flatMap((key) => {
    const usd = settledTurns.has(turnKeyOf(key)) ? 0 : usdOf(steps, key);
    return usd > 0 ? [[holdKeyOf(steps, key), usd] as const] : [];
  });
}

/** What the attempts at a call have cost that were cut off before this process. */
export function cutOffUsage(steps: RunSteps, callKey: string): UsageRecord {
  const found = steps.find(modelCallStep, callKey);
  if (!('open' in found)) return noUsage;
  const { spent, estimate } = found.open;
  return steps.isAnnounced(callKey) ? spent : addUsage(spent, estimate);
}

/** A call that is made again reserves its worst case beside what was lost on the attempts before. */
function holdKeyOf(steps: RunSteps, key: string): string {
  const isOpen = steps.stateOf(key) === 'started';
  return isOpen ? stepKeys.cutOffAttempts(key) : key;
}

function usdOf(steps: RunSteps, key: string): number {
  if (!steps.fits(modelCallStep, key)) return 0;
  const found = steps.find(modelCallStep, key);
  return 'result' in found ? found.result.usage.costUsd : cutOffUsage(steps, key).costUsd;
}
