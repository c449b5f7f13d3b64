import { clip, clipMiddle } from '#platform/text/clip.js';
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
  /** The role can read the other skills. */
  readonly readsSkills: boolean;
  /** Longest part of that body that is shown, characters. */
  readonly skillCharacters: number;
}

/** Describes the employee and its skills. */
export function rolePrompt(prompts: Prompts, facts: RolePromptFacts): string {
  return [identity(prompts, facts), ...skills(prompts, facts)].join('\n\n');
}

function identity(prompts: Prompts, { role, org, spec: { mode } }: RolePromptFacts): string {
  const argues = mode === 'debate' || mode === 'review-loop';
  const department = org.departments.find(({ id }) => id === role.departmentId);
  const manager = org.roles.find(({ id }) => id === role.reportsTo);
  const { voice, values, debateStyle } = role.persona;
  const details = [
    ...bullets('Your responsibilities:', role.responsibilities),
    `Your voice: ${voice}`,
    ...(values.length > 0 && argues ? [`You value: ${values.join('; ')}.`] : []),
    ...(debateStyle !== undefined && argues ? [`How you argue: ${debateStyle}`] : []),
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
  { usableSkills, loadedSkill, skillCharacters, readsSkills }: RolePromptFacts,
): readonly string[] {
  if (usableSkills.length === 0) return [];
  const others = usableSkills.filter((skill) => skill !== loadedSkill).map(listed);
  const isListed = readsSkills && others.length > 0;
  const list = isListed ? [prompts.fill('skills', { skills: others.join(', ') })] : [];
  if (loadedSkill === undefined) return list;
  const { id, name, body } = loadedSkill;
  const shown = clipMiddle(untitled(body.trim(), name), skillCharacters, (count) =>
    promptTexts.restOfSkill(count, id),
  );
  return [...list, prompts.fill('skill', { name, body: shown })];
}

/** Longest description in the list of skills, which may have fifty. */
const listedCharacters = 200;

/**
 * Lists a skill with a folder or files with its description, and a skill of the floor by its id
 * alone.
 */
function listed({ id, description, folder, files }: Skill): string {
  return folder === undefined && files === undefined
    ? id
    : `${id} (${clip(description, listedCharacters, '…')})`;
}

/** Removes a title that repeats the name above it. */
function untitled(body: string, name: string): string {
  const title = `# ${name}\n`;
  return body.startsWith(title) ? body.slice(title.length).trimStart() : body;
}
