import type { WorkPlan } from '#protocol/records/work-plan.js';
import { describePlan } from '#protocol/rules/describe-plan.js';

/** Said of an instruction that is a plan. */
export const planChanged = 'The plan was changed.';

/** A plan in Markdown, in blocks of their own, with the names of its builders. */
export function toldPlan(plan: WorkPlan, nameOf: (roleId: string) => string): string {
  // What follows an entry of a list in the next line would belong to that entry.
  return describePlan(plan, true, nameOf).replaceAll(/\n(?!- )/g, '\n\n');
}
