import { RefusedError } from '../platform/errors/office-error.js';
import type { Skill, SkillSummary } from '../protocol/records/skills.js';
import { skillTexts } from '../protocol/texts/skills.js';

/**
 * All skills of the installation: documents read at boot, and those of enabled plugins. Sorted by
 * id; ids are unique.
 */
export class SkillsService {
  private skills: readonly Skill[];

  constructor(documents: readonly Skill[]) {
    this.skills = sorted(documents);
  }

  /** The same array until a change. */
  all(): readonly Skill[] {
    return this.skills;
  }

  get(id: string): Skill | undefined {
    return this.skills.find((skill) => skill.id === id);
  }

  /** Body of `GET /api/skills`. */
  summaries(): readonly SkillSummary[] {
    return this.skills.map(summaryOf);
  }

  /**
   * Adds a skill without a document on disk.
   * @returns a function that removes it; idempotent.
   * @throws RefusedError if the id is taken.
   */
  register(skill: Skill): () => void {
    if (this.get(skill.id)) throw new RefusedError(skillTexts.registered(skill.id));
    this.replace(sorted([...this.skills, skill]));
    return () => {
      if (this.get(skill.id) === skill) this.replace(this.skills.filter((kept) => kept !== skill));
    };
  }

  private replace(skills: readonly Skill[]): void {
    this.skills = skills;
  }
}

/** A skill as shown to clients, without its body. */
export function summaryOf({ id, name, description, tags }: Skill): SkillSummary {
  return { id, name, description, tags };
}

function sorted(skills: readonly Skill[]): readonly Skill[] {
  return skills.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
