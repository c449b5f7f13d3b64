import { limits } from '../../protocol/limits.js';
import { reviewBreadths } from '../../protocol/records/enums.js';
import type { WorkPlan } from '../../protocol/records/work-plan.js';
import { workPlanTexts as texts } from '../../protocol/texts/work-plan.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { Tool } from '../tool.js';

export const setPlanName = 'set_plan';

const { planEntries: maxItems, planTextCharacters: maxLength } = limits;
const text = { type: 'string', minLength: 1, maxLength };
const listOf = (items: object) => ({ type: 'array', maxItems, items, default: [] });
const objectOf = (required: readonly string[], properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** @param unshown fields that the pipeline leaves no choice about */
const planTool = (unshown: readonly (keyof WorkPlan)[]): Tool =>
  builtInTool<WorkPlan>({
    name: setPlanName,
    description: 'Set how the run goes on; the office carries it out. This ends the turn.',
    required: ['builders'],
    properties: {
      builders: listOf(
        objectOf(['roleId', 'part'], { roleId: text, part: text, paths: listOf(text) }),
      ),
      checks: listOf(
        objectOf(['command', 'proves'], {
          command: text,
          proves: text,
          mustPass: { type: 'boolean' },
        }),
      ),
      open: {
        ...listOf(objectOf(['question'], { question: text, options: listOf(text) })),
        description: 'Questions that a debate has to settle.',
      },
      stages: listOf(objectOf(['name', 'reason'], { name: text, reason: text })),
      review: {
        type: 'string',
        enum: reviewBreadths,
        default: 'one',
        description: 'full: leads too, for what is risky or large.',
      },
    },
    unshown,
    readOnly: true,
    runsAlone: true,
    run: async (args, context) => {
      const answer = await context.setWorkPlan?.(planFrom(args));
      if (answer === undefined) return failure(texts.notHere);
      if (!answer.ok) return failure(answer.problem);
      return { ok: true, content: texts.set, preview: texts.set };
    },
  });

/** Held by planning employees; the engine carries out the plan. */
export const setPlanTool = planTool([]);

/** The same tool, for pipelines without stages on demand. */
export const setPlanAlone = planTool(['open', 'stages']);

/** The fields of a plan alone, with empty lists for absent ones. */
export function planFrom(given: Partial<WorkPlan>): WorkPlan {
  const { builders = [], checks = [], open = [], stages = [], review = 'one' } = given;
  return {
    builders: builders.map(({ roleId, part, paths = [] }) => ({ roleId, part, paths })),
    checks: checks.map(({ command, proves, mustPass }) => ({
      command,
      proves,
      ...(mustPass === true && { mustPass }),
    })),
    open: open.map(({ question, options = [] }) => ({ question, options })),
    stages: stages.map(({ name, reason }) => ({ name, reason })),
    review,
  };
}
