import path from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../platform/errors/error-text.js';
import { listConfined, readConfined } from '../../platform/paths/confined-files.js';
import type { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { readFrontMatter } from '../../platform/text/front-matter.js';
import { inOneLine } from '../../platform/text/cleaned.js';
import { lenient } from '../../platform/text/foreign-fields.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import type { Skill, SkillFile } from '../../protocol/records/skills.js';
import { skillTexts } from '../../protocol/texts/skills.js';

/** A skill of a folder, or the reason why it is none. */
type ReadFolder =
  | { readonly ok: true; readonly skill: Skill }
  | { readonly ok: false; readonly path: string; readonly reason: string };

const skillFile = 'SKILL.md';
const mostBytes = 64 * 1024;
const mostFileBytes = 64 * 1024;
const mostTextBytes = 512 * 1024;
const mostFiles = 100;
const parts = ['references', 'scripts', 'assets'] as const;

const nameOfFolder = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The open format, https://agentskills.io/specification; unknown fields are ignored. */
const fields = z.looseObject({
  name: z.string().min(1).max(64).regex(nameOfFolder),
  description: z.string().trim().min(1).max(1024),
  license: lenient(z.string().max(500)),
  compatibility: lenient(z.string().max(500)),
  'allowed-tools': lenient(z.union([z.string(), z.array(z.string())])),
});

interface FolderOptions {
  /** Loads the texts of its references, if no tool of an employee reaches the folder. */
  readonly keepsTexts: boolean;
}

/**
 * Reads the skill of a folder below the root. Never throws: a problem is returned as the reason.
 */
export async function readSkillFolder(
  root: ConfinedRoot,
  folder: string,
  { keepsTexts }: FolderOptions,
): Promise<ReadFolder> {
  const at = shownName(path.posix.join(folder, skillFile));
  try {
    const source = await readConfined(root, path.posix.join(folder, skillFile), mostBytes);
    if (source === null) return { ok: false, path: at, reason: skillTexts.noSkillFile };
    const { values, body, problem } = readFrontMatter(source);
    if (problem !== null) {
      return { ok: false, path: at, reason: skillTexts.badFrontMatter(inOneLine(problem)) };
    }
    const { data, error } = fields.safeParse(values);
    if (data === undefined) {
      return { ok: false, path: at, reason: reasonOf(error.issues[0]?.path[0]) };
    }
    if (data.name !== path.posix.basename(folder)) {
      return { ok: false, path: at, reason: skillTexts.otherName(data.name) };
    }
    const files = await filesOf(root, folder);
    const texts = keepsTexts ? await textsOf(root, folder, files) : [];
    const place = keepsTexts ? path.join(root.root, folder) : folder;
    return {
      ok: true,
      skill: {
        id: data.name,
        name: data.name,
        description: inOneLine(data.description),
        tags: [],
        body: [
          sanitizeOutput(body),
          skillTexts.ofFolder({
            id: data.name,
            place,
            files,
            texts: texts.map((text) => text.path),
            compatibility: data.compatibility && inOneLine(data.compatibility),
            namesTools: data['allowed-tools'] !== undefined,
          }),
        ].join('\n\n'),
        sourcePath: keepsTexts ? path.join(root.root, folder, skillFile) : at,
        folder: place,
        ...(texts.length > 0 && { files: texts }),
      },
    };
  } catch (thrown) {
    return { ok: false, path: at, reason: messageOf(thrown) };
  }
}

function reasonOf(field: PropertyKey | undefined): string {
  return field === 'name' ? skillTexts.badName : skillTexts.badDescription;
}

/** Paths of its files, relative to it, without links. */
async function filesOf(root: ConfinedRoot, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const part of parts) {
    const entries = await listConfined(root, path.posix.join(folder, part), mostFiles);
    for (const { name, kind } of entries) {
      if (kind === 'file' && found.length < mostFiles) found.push(`${part}/${name}`);
    }
  }
  return found;
}

async function textsOf(
  root: ConfinedRoot,
  folder: string,
  files: readonly string[],
): Promise<readonly SkillFile[]> {
  const texts: SkillFile[] = [];
  let left = mostTextBytes;
  for (const file of files) {
    const text = await readConfined(root, path.posix.join(folder, file), mostFileBytes).catch(
      () => null,
    );
    if (text === null || text.length > left) continue;
    left -= text.length;
    texts.push({ path: file, text: sanitizeOutput(text) });
  }
  return texts;
}
