import { clipMiddle } from '#platform/text/clip.js';
import type { OrgChart, Role } from '#protocol/records/organisation.js';
import type { Skill } from '#protocol/records/skills.js';
import type { StageSpec } from '#protocol/records/work.js';
import { promptTexts } from '#protocol/texts/prompts.js';
import type { Prompts } from '../../prompts/prompts.js';

export interface RolePromptFacts {
  readonly role: Role;
  readonly org: OrgChart;
  readonly spec: Pick<StageSpec, 'mode'>;
  /** Skills that the role may use on this floor. */
  readonly usableSkills: readonly Skill[];
  /** The skill whose body is shown. */
  readonly loadedSkill: Skill | undefined;
  /** Characters of that body, at most. */
  readonly skillCharacters: number;
}

/** Describes the employee and its skills. */
export function rolePrompt(prompts: Prompts, facts: RolePromptFacts): string {
  return [identity(prompts, facts.role, facts.org), ...skills(prompts, facts)].join('\n\n');
}

function identity(prompts: Prompts, role: Role, org: OrgChart): string {
  const department = org.departments.find(({ id }) => id === role.departmentId);
  const manager = org.roles.find(({ id }) => id === role.reportsTo);
  const { voice, values, debateStyle } = role.persona;
  const details = [
    ...bullets('Your responsibilities:', role.responsibilities),
    `Your voice: ${voice}`,
    ...(values.length > 0 ? [`You value: ${values.join('; ')}.`] : []),
    ...(debateStyle === undefined ? [] : [`How you argue: ${debateStyle}`]),
    ...(role.maxDirectReports > 0
      ? ['You have direct reports. Their work is assigned by the pipeline, not by you.']
      : []),
  ];
  return prompts.fill('role', {
    name: role.displayName,
    title: role.title,
    department: department?.name ?? role.departmentId,
    company: org.company.name,
    id: role.id,
    seniority: role.seniority,
    reports:
      manager === undefined
        ? 'You report to nobody here.'
        : `You report to ${manager.displayName}, ${manager.title}.`,
    mission: role.mission,
    details: details.join('\n'),
  });
}

function bullets(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [heading, ...items.map((item) => `- ${item}`)];
}

function skills(
  prompts: Prompts,
  { usableSkills, loadedSkill, skillCharacters, spec }: RolePromptFacts,
): readonly string[] {
  if (usableSkills.length === 0) return [];
  const index = usableSkills
    .filter((skill) => skill !== loadedSkill)
    // A debate needs no descriptions of skills; they matter where work is done.
    .map(({ id, description }) => (spec.mode === 'debate' ? `- ${id}` : `- ${id}: ${description}`));
  const list = index.length === 0 ? [] : [listed(prompts, index)];
  if (loadedSkill === undefined) return list;
  const { id, name, body } = loadedSkill;
  const shown = clipMiddle(untitled(body.trim(), name), skillCharacters, (count) =>
    promptTexts.restOfSkill(count, id),
  );
  return [...list, prompts.fill('skill', { name, body: shown })];
}

/** Removes a title that repeats the name above it. */
function untitled(body: string, name: string): string {
  const title = `# ${name}\n`;
  return body.startsWith(title) ? body.slice(title.length).trimStart() : body;
}

function listed(prompts: Prompts, index: readonly string[]): string {
  return prompts.fill('skills', { skills: [...index, '', promptTexts.otherSkills].join('\n') });
}
