import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readWithoutFollowing } from '../platform/paths/read-without-following.js';
import { messageOf } from '../platform/errors/error-text.js';
import type { ScopedLogger } from '../platform/logging/office-logger.js';
import { ConfinedRoot } from '../platform/paths/confined-root.js';
import { makeDirectory } from '../platform/paths/make-directory.js';
import type { Skill } from '../protocol/records/skills.js';
import { processTexts } from '../protocol/texts/process.js';
import { skillTexts } from '../protocol/texts/skills.js';
import { readSkillFolder } from './folders/skill-folder.js';
import { parseSkill } from './parse-skill.js';
import type { ParsedSkill } from './parse-skill.js';

/**
 * All valid skill documents and skill folders of the folder, by id. A missing folder is made. Invalid files and
 * repeated ids cause a warning and are left out.
 */
export async function loadSkills(dir: string, log: ScopedLogger): Promise<readonly Skill[]> {
  const byId = new Map<string, Skill>();
  let skipped = 0;
  for (const file of await markdownFiles(dir, log)) {
    const parsed = unlessTaken(await readSkill(path.join(dir, file)), byId);
    if (parsed.ok) {
      byId.set(parsed.skill.id, parsed.skill);
    } else {
      skipped += 1;
      log.warn(processTexts.skillSkipped(file, parsed.reason));
    }
  }
  for (const folder of await skillFolders(dir)) {
    const read = await readSkillFolder(new ConfinedRoot(dir), folder, { keepsTexts: true });
    const parsed = unlessTaken(read, byId);
    if (parsed.ok) {
      byId.set(parsed.skill.id, parsed.skill);
    } else {
      skipped += 1;
      log.warn(processTexts.skillSkipped(folder, parsed.reason));
    }
  }
  if (skipped > 0) log.warn(processTexts.skillsSkipped(skipped));
  return [...byId.values()];
}

async function markdownFiles(dir: string, log: ScopedLogger): Promise<readonly string[]> {
  try {
    await makeDirectory(dir);
    return (await readdir(dir)).filter((name) => /\.md$/i.test(name)).sort();
  } catch (error) {
    log.warn(skillTexts.unreadableFolder(dir, messageOf(error)));
    return [];
  }
}

/** Folders that may hold skills, including links, which are refused later. */
async function skillFolders(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !/\.md$/i.test(entry.name) && !entry.name.startsWith('.'))
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

async function readSkill(file: string): Promise<ParsedSkill> {
  try {
    if ((await lstat(file)).isSymbolicLink()) return { ok: false, reason: skillTexts.link };
    return parseSkill(await readWithoutFollowing(file), file);
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

function unlessTaken(parsed: ParsedSkill, byId: ReadonlyMap<string, Skill>): ParsedSkill {
  const holder = parsed.ok ? byId.get(parsed.skill.id) : undefined;
  if (!holder) return parsed;
  const reason = skillTexts.idTaken(holder.id, path.basename(holder.sourcePath));
  return { ok: false, reason };
}
