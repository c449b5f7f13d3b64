import { limits } from '../../../../protocol/limits.js';
import type { OrgChart } from '../../../../protocol/records/organisation.js';
import type { Prompts } from '../../prompts/prompts.js';

export interface SystemPromptFacts {
  readonly org: OrgChart;
  readonly workspacePath: string;
}

/**
 * How work is done here: the same for every employee and every turn of a run, so that vendors serve
 * it from their caches. Who the employee is stands in the role's part (`rolePrompt`).
 */
export function systemPrompt(prompts: Prompts, { org, workspacePath }: SystemPromptFacts): string {
  return prompts.fill('office', {
    company: org.company.name,
    mission: org.company.mission,
    calls: String(limits.toolRoundTrips),
    workspace: workspacePath,
  });
}
