import type { WorkPlan } from '../records/work-plan.js';
import { workPlanTexts as texts } from '../texts/work-plan.js';

/**
 * A plan in Markdown, for employees and people.
 * @param tellsChecks false: the checks are listed elsewhere
 * @param nameOf display name of a builder
 */
export function describePlan(
  { builders, checks, open, stages, review }: WorkPlan,
  tellsChecks = true,
  nameOf: (roleId: string) => string = (roleId) => `\`${roleId}\``,
): string {
  return [
    texts.builders,
    ...builders.map(({ roleId, part, paths }) => `- ${nameOf(roleId)}: ${part}${among(paths)}`),
    ...(tellsChecks ? describePlannedChecks(checks) : []),
    ...(open.length === 0 ? [] : [texts.open]),
    ...open.map(({ question, options }) => `- ${question}${optionsIn(options)}`),
    ...(stages.length === 0 ? [] : [texts.stages]),
    ...stages.map(({ name, reason }) => `- ${name}: ${reason}`),
    review === 'full' ? texts.reviewFull : texts.reviewOne,
  ].join('\n');
}

function describePlannedChecks(checks: WorkPlan['checks']): readonly string[] {
  if (checks.length === 0) return [texts.noChecks];
  return [
    texts.checks,
    ...checks.map(
      ({ command, proves, mustPass }) =>
        `- \`${command}\`: ${proves}${mustPass === true ? texts.mustPass : ''}`,
    ),
  ];
}

function among(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` (${paths.join(', ')})`;
}

function optionsIn(options: readonly string[]): string {
  return options.length === 0 ? '' : ` (${options.join(' / ')})`;
}
