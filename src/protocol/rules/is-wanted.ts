import type { Run, StageSpec } from '../records/work.js';
import { asksForDecision } from './asks-for-decision.js';
import { askedIn } from './fences.js';

/** Whether the plan asks for a stage, or without a plan the brief. */
export function isWanted(
  { brief, workPlan, full }: Pick<Run, 'brief' | 'workPlan' | 'full'>,
  { onDemand, onDecision, name }: StageSpec,
): boolean {
  if (onDemand !== true || full === true) return true;
  if (workPlan === undefined) return onDecision === true && asksForDecision(askedIn(brief));
  return workPlan.stages.some((wanted) => wanted.name === name);
}
