import { createHash } from 'node:crypto';
import { ConfinedRoot } from '#platform/paths/confined-root.js';
import { spelledStrictly } from '#platform/text/spelling.js';
import type { FloorChecks } from '#protocol/records/approval-parts.js';
import type { Run } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { readAtMost } from '#tools/files/read-text.js';
import { manifestNames, projectCommands } from './project-commands.js';

const fileBytes = 1024 * 1024;
const commandsAllowed = 20;
const commandCharacters = 300;

/** Files other than manifests that change the effect of a project's commands. */
const furtherNames = [
  'GNUmakefile',
  'makefile',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'pnpm-workspace.yaml',
  'conftest.py',
  'pytest.ini',
  'build.rs',
  '.cargo/config.toml',
  '.mvn/jvm.config',
  '.mvn/maven.config',
  '.mvn/extensions.xml',
] as const;

/** Files that only decide which program runs the scripts of a package. */
const lockNames = ['pnpm-lock.yaml', 'yarn.lock'] as const;

/** Texts of the files in a workspace's root that define commands; null: no such file. */
type DefiningFiles = ReadonlyMap<string, string | null>;

/**
 * The checks of a run's workspace: those of its plan and the project's own commands, with a hash of
 * the files that define them. Null: there are none, or a file cannot be read.
 */
export async function floorChecks({
  workspaceId,
  workspacePath,
  workPlan,
}: Pick<Run, 'workspaceId' | 'workspacePath' | 'workPlan'>): Promise<FloorChecks | null> {
  const files = await definingFiles(workspacePath);
  if (files === null) return null;
  const planned = workPlan?.checks.map(({ command }) => command) ?? [];
  return checksOf(workspaceId, planned, files);
}

/** The checks that files define, and those of the plan. */
function checksOf(
  workspaceId: string,
  planned: readonly string[],
  files: DefiningFiles,
): FloorChecks | null {
  const has = (name: string): boolean => (files.get(name) ?? null) !== null;
  const own = [...files].flatMap(([name, text]) =>
    text === null ? [] : projectCommands(name, text, has).commands,
  );
  const commands = [...new Set([...own, ...planned.map((command) => command.trim())])]
    .filter(isPlain)
    .slice(0, commandsAllowed);
  if (commands.length === 0) return null;
  const defining = [...files.keys()].filter((name) => has(name) && manifestNames.has(name));
  const told = runTexts.checksTold(commands, defining);
  return { workspaceId, commands, definition: definitionOf(files), told };
}

/** A command on one line, without characters that look like others. */
function isPlain(command: string): boolean {
  const fits = command !== '' && command.length <= commandCharacters;
  return fits && !command.includes('\n') && spelledStrictly(command) === command;
}

function definitionOf(files: DefiningFiles): string {
  const isLock = (name: string): boolean => lockNames.some((lock) => lock === name);
  const known = [...files].map(([name, text]) => [name, isLock(name) ? text !== null : text]);
  return createHash('sha256').update(JSON.stringify(known)).digest('hex');
}

async function definingFiles(workspacePath: string): Promise<DefiningFiles | null> {
  const root = new ConfinedRoot(workspacePath);
  const names = [...manifestNames, ...furtherNames, ...lockNames];
  try {
    const texts = await Promise.all(names.map((name) => textOf(root, name)));
    return new Map(names.map((name, at) => [name, texts[at] ?? null]));
  } catch {
    return null;
  }
}

/** Null: there is no such file. */
async function textOf(root: ConfinedRoot, name: string): Promise<string | null> {
  const found = await root.find(name);
  if (found.kind === 'missing') return null;
  if (found.kind !== 'file') {
    await found.directory.close();
    throw new Error(name);
  }
  await using file = found.file;
  const isLock = lockNames.some((lock) => lock === name);
  const bytes = isLock ? Buffer.of() : await readAtMost(file, found.size, fileBytes);
  if (bytes === undefined) throw new Error(name);
  return bytes.toString('latin1');
}
