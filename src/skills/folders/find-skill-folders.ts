import path from 'node:path';
import { messageOf } from '../../platform/errors/error-text.js';
import { listConfined } from '../../platform/paths/confined-files.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import type { Skill } from '../../protocol/records/skills.js';
import { skillTexts } from '../../protocol/texts/skills.js';
import { readSkillFolder } from './skill-folder.js';

/**
 * Folders of a workspace in which tools keep skills; of skills with the same name the first one
 * counts.
 */
const skillPlaces = ['.agents/skills', '.claude/skills', '.github/skills'] as const;

const mostFolders = 50;
/** Characters of all bodies together, which are kept with a run. */
const mostCharacters = 256_000;

/** A file or folder that was not read, and why. */
interface Skipped {
  readonly path: string;
  readonly reason: string;
}

interface FoundSkills {
  readonly skills: readonly Skill[];
  readonly skipped: readonly Skipped[];
}

/** The skills of a workspace. Never throws: unreadable ones are skipped with the reason. */
export async function findSkillFolders(workspace: string): Promise<FoundSkills> {
  const root = new ConfinedRoot(workspace);
  const byId = new Map<string, Skill>();
  const skipped: Skipped[] = [];
  let left = mostCharacters;
  for (const place of skillPlaces) {
    for (const { name, kind } of await entriesOf(root, place, skipped)) {
      const folder = path.posix.join(place, name);
      const skip = (reason: string) => void skipped.push({ path: shownName(folder), reason });
      if (kind === 'link') skip(skillTexts.link);
      if (kind !== 'directory') continue;
      const read = await readSkillFolder(root, folder, { keepsTexts: false });
      if (!read.ok) skipped.push(read);
      else if (byId.has(read.skill.id)) {
        skip(skillTexts.idTaken(read.skill.id, byId.get(read.skill.id)?.sourcePath ?? ''));
      } else if (read.skill.body.length > left || byId.size === mostFolders) {
        skip(skillTexts.tooManySkills(mostFolders, mostCharacters));
      } else {
        left -= read.skill.body.length;
        byId.set(read.skill.id, read.skill);
      }
    }
  }
  return {
    skills: [...byId.values()],
    skipped: skipped.map(({ path: at, reason }) => ({ path: at, reason })),
  };
}

async function entriesOf(root: ConfinedRoot, place: string, skipped: Skipped[]) {
  try {
    return await listConfined(root, place, 4 * mostFolders);
  } catch (thrown) {
    skipped.push({ path: place, reason: messageOf(thrown) });
    return [];
  }
}
