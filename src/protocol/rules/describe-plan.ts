import type { WorkPlan } from '../records/work.js';
import { workPlanTexts as texts } from '../texts/work-plan.js';

/** A plan as employees and people are told it, in Markdown. */
export function describePlan({ builders, checks, open, stages, review }: WorkPlan): string {
  return [
    texts.builders,
    ...builders.map(({ roleId, part, paths }) => `- \`${roleId}\`: ${part}${among(paths)}`),
    ...(checks.length === 0 ? [texts.noChecks] : [texts.checks]),
    ...checks.map(
      ({ command, proves, mustPass }) =>
        `- \`${command}\`: ${proves}${mustPass === true ? texts.mustPass : ''}`,
    ),
    ...(open.length === 0 ? [] : [texts.open]),
    ...open.map(({ question, options }) => `- ${question}${optionsIn(options)}`),
    ...(stages.length === 0 ? [] : [texts.stages]),
    ...stages.map(({ name, reason }) => `- ${name}: ${reason}`),
    review === 'full' ? texts.reviewFull : texts.reviewOne,
  ].join('\n');
}

function among(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` (${paths.join(', ')})`;
}

function optionsIn(options: readonly string[]): string {
  return options.length === 0 ? '' : ` (${options.join(' / ')})`;
}
