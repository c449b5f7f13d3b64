import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfinedRoot } from '#platform/paths/confined-root.js';
import { cleaned } from '#platform/text/cleaned.js';
import { repositoryTexts } from '#protocol/texts/repository.js';
import { fenceUntrusted } from '#tools/fence-untrusted.js';
import { readTextFile } from '#tools/files/read-text.js';
import { walk } from '#tools/files/walk.js';
import { findRepository } from '#tools/git/find-repository.js';
import { guardedGit } from '#tools/git/guarded-git.js';
import { languageOf } from './languages.js';
import {
  manifestNames,
  namesPackages,
  type ProjectCommands,
  projectCommands,
} from './project-commands.js';

/** Characters of a whole brief, including its fence. */
export const briefCharacters = 6000;
const fenceRoom = 200;
const partCharacters = 1500;
const manifestBytes = 256 * 1024;
const manifestsRead = 6;
const manifestsNamed = 20;
const commits = 8;

export const readme = 'README.md';
/** Notes of people for each other, with the characters shown of each; see also `projectNotes`. */
const notes = [
  ['CONTRIBUTING.md', 700],
  [readme, 600],
] as const;

interface BriefSource {
  readonly workspacePath: string;
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** False if the README is shown whole, or an earlier run has shown it. */
  readonly tellsReadme: boolean;
}

/** The survey of a workspace, made before employees look at it. */
export interface RepositorySurvey {
  readonly brief: string;
  /** The project's own test command; null: none was found. */
  readonly test: string | null;
}

/**
 * A survey of the workspace: tree, languages, manifests, scripts, commands, notes and latest
 * commits, at most 6,000 characters. It is foreign text: cleaned and fenced, it informs but grants
 * nothing. Empty for an empty workspace.
 */
export async function surveyRepository(
  source: BriefSource,
  survey: FileSurvey,
): Promise<RepositorySurvey> {
  if (survey.paths.length === 0) return { brief: '', test: null };
  const manifests = manifestsOf(survey);
  const [project, said, log] = await Promise.all([
    projectOf(source, survey, manifests),
    notesOf(source),
    latestCommits(source),
  ]);
  const parts = [
    part(repositoryTexts.tree, treeOf(survey)),
    part(repositoryTexts.languages, [languagesOf(survey).join(', ')]),
    part(repositoryTexts.manifests, manifests.slice(0, manifestsNamed)),
    part(repositoryTexts.commands, project.commands),
    part(repositoryTexts.scripts, project.scripts),
    ...said,
    part(repositoryTexts.commits, log),
  ].filter((text) => text !== '');
  const room = briefCharacters - fenceRoom;
  const whole = cleaned(parts.join('\n\n'), room, repositoryTexts.cut);
  return { brief: fenceUntrusted('repository', whole), test: project.test };
}

function part(heading: string, lines: readonly string[]): string {
  const body = lines.filter((line) => line !== '').join('\n');
  return body === '' ? '' : cleaned(`${heading}\n${body}`, partCharacters, repositoryTexts.cut);
}

/** Manifests, those nearest to the root first. */
function manifestsOf({ paths }: FileSurvey): string[] {
  const depth = (name: string): number => name.split('/').length;
  return paths
    .filter((name) => manifestNames.has(path.posix.basename(name)) && depth(name) <= 3)
    .sort((a, b) => depth(a) - depth(b));
}

async function projectOf(
  { workspacePath }: BriefSource,
  survey: FileSurvey,
  manifests: readonly string[],
): Promise<Omit<ProjectCommands, 'test'> & Pick<RepositorySurvey, 'test'>> {
  const known = new Set(survey.paths);
  const commands: string[] = [];
  const scripts: string[] = [];
  let test: string | null = null;
  for (const manifest of manifests.slice(0, manifestsRead)) {
    const text = await textOf(workspacePath, manifest);
    if (text === null) continue;
    const directory = path.posix.dirname(manifest);
    const has = (file: string): boolean => known.has(path.posix.join(directory, file));
    const found = projectCommands(path.posix.basename(manifest), text, has);
    const where = directory === '.' ? '' : ` (in ${directory})`;
    if (directory === '.') test ??= found.test ?? null;
    if (manifest === 'package.json' && namesPackages(text) && !(await hasPackages(workspacePath))) {
      scripts.push(repositoryTexts.notInstalled);
    }
    commands.push(...found.commands.map((command) => command + where));
    scripts.push(...found.scripts.map((script) => script + where));
  }
  return { commands: [...new Set(commands)], scripts, test };
}

async function hasPackages(workspacePath: string): Promise<boolean> {
  return stat(path.join(workspacePath, 'node_modules')).then(
    () => true,
    () => false,
  );
}

async function notesOf({ workspacePath, tellsReadme }: BriefSource): Promise<string[]> {
  const read = tellsReadme ? notes : notes.filter(([name]) => name !== readme);
  const texts = await Promise.all(read.map(([name]) => textOf(workspacePath, name)));
  return read.flatMap(([name, characters], at) => {
    const text = texts[at]?.trim() ?? '';
    return text === '' ? [] : [`${name}\n${cleaned(text, characters, repositoryTexts.cut)}`];
  });
}

/** Null if it is missing, a link, too large or binary. */
async function textOf(workspacePath: string, name: string): Promise<string | null> {
  try {
    const bytes = await readTextFile(new ConfinedRoot(workspacePath), name, manifestBytes);
    return bytes.toString('utf8');
  } catch {
    return null;
  }
}

/** Empty without git or a repository. */
async function latestCommits({ workspacePath, inherited, signal }: BriefSource): Promise<string[]> {
  try {
    const repository = await findRepository(workspacePath, inherited, signal);
    if (repository === null) return [];
    const args = ['log', `--max-count=${commits}`, '--format=%h %as %s'];
    const where = { root: workspacePath, ...repository, inherited, signal };
    const { code, stdout } = await guardedGit({ args, writes: false, ...where });
    return code === 0 ? stdout.trim().split('\n') : [];
  } catch {
    return [];
  }
}

const maxFiles = 5000;
const maxMs = 3000;
const treeDepth = 3;
const treeLines = 60;
const languagesShown = 6;

/** The files of a workspace found so far. */
export interface FileSurvey {
  /** Paths relative to the workspace, joined with `/`. */
  readonly paths: readonly string[];
  /** True if there are more. */
  readonly more: boolean;
}

/**
 * Lists files that `.gitignore` does not exclude; limited in number and time, without following
 * links.
 */
export async function surveyFiles(workspaceRoot: string): Promise<FileSurvey> {
  const signal = AbortSignal.timeout(maxMs);
  const { files } = await walk({ workspaceRoot, path: '.', signal });
  const paths: string[] = [];
  for await (const { path } of files) {
    if (paths.length === maxFiles) return { paths, more: true };
    paths.push(path);
  }
  return { paths, more: signal.aborted };
}

/** Directories with their numbers of files, and the files of the root. */
function treeOf({ paths, more }: FileSurvey): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= Math.min(parts.length, treeDepth); depth += 1) {
      const directory = parts.slice(0, depth).join('/');
      counts.set(directory, (counts.get(directory) ?? 0) + 1);
    }
  }
  const directories = [...counts].map(([name, count]) => `${name}/ (${count})`);
  const lines = [...paths.filter((path) => !path.includes('/')), ...directories];
  const left = lines.length - treeLines;
  return [
    ...lines.slice(0, treeLines),
    ...(left > 0 ? [`… and ${left} more`] : []),
    ...(more ? [`(only the first ${paths.length} files were looked at)`] : []),
  ];
}

/** Languages by number of files, the most used first. */
function languagesOf({ paths }: FileSurvey): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = languageOf(path);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, languagesShown)
    .map(([name, count]) => `${name} (${count} file(s))`);
}
