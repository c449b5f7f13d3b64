import { walk } from '../../tools/files/walk.js';

const maxFiles = 5000;
const maxMs = 3000;
const treeDepth = 3;
const treeLines = 60;
const languagesShown = 6;

/** The files of a workspace, as far as they were met. */
export interface FileSurvey {
  /** Paths relative to the workspace, parts joined with `/`. */
  readonly paths: readonly string[];
  /** There are more. */
  readonly more: boolean;
}

/** Lists what `.gitignore` files do not leave out; bounded in number and time, links not followed. */
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

/** Directories with the number of files below them, and the files of the root. */
export function treeOf({ paths, more }: FileSurvey): string[] {
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

const languages: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  cpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  mjs: 'JavaScript',
  php: 'PHP',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  sh: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
};

/** Languages by number of files, the most used first. */
export function languagesOf({ paths }: FileSurvey): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = languages[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, languagesShown)
    .map(([name, count]) => `${name} (${count} file(s))`);
}
