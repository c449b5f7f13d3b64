import type { Skill, SkillSummary } from '../protocol/records/skills.js';
import { summaryOf } from '../skills/skills.service.js';

/** A floor's enabled skills, in its order, without unknown ids. */
export function enabledSkills(
  skills: readonly Skill[],
  enabledIds: readonly string[],
): readonly SkillSummary[] {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return enabledIds.flatMap((id) => {
    const skill = byId.get(id);
    return skill === undefined ? [] : [summaryOf(skill)];
  });
}
