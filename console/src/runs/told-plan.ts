import type { WorkPlan } from '#protocol/records/work-plan.js';
import { describePlan } from '#protocol/rules/describe-plan.js';

/** Text for an instruction that is a plan. */
export const planChanged = 'The plan was changed.';

/** A plan in Markdown, in separate blocks, with the names of its builders. */
export function toldPlan(plan: WorkPlan, nameOf: (roleId: string) => string): string {
  // Without a blank line, a line after a list entry would belong to that entry.
  return describePlan(plan, true, nameOf).replaceAll(/\n(?!- )/g, '\n\n');
}
