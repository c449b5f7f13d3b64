import { basename, relative } from 'node:path';
import { type Environment, processSource } from '../platform/config/read-environment.js';

/** Set by `scripts/office.mjs`: the file that started it. */
const startedBy = 'OFFICE_STARTED_BY';

/** Relative to the package's folder, where `npx office` starts the same. */
const ownFiles: ReadonlySet<string> = new Set(['dist/cli/office.js', 'scripts/office.mjs']);

/** How a process was started. */
interface Started {
  readonly env: Environment;
  /** The program's file. */
  readonly file: string;
  readonly cwd: string;
}

/** `office` in the form that the person can type; used in printed commands. */
export function commandName({ env, file, cwd }: Started): string {
  if (env.npm_lifecycle_event === 'office') return 'npm run -s office --';
  if (env.npm_lifecycle_event === 'npx') return 'npx office';
  const script = env[startedBy] ?? file;
  if (basename(script) === 'office') return 'office';
  if (!/^office\.m?js$/.test(basename(script))) return 'npx office';
  const path = relative(cwd, script);
  if (ownFiles.has(path)) return 'npx office';
  return `node ${shellWord(path.startsWith('..') ? script : path)}`;
}

/** The name for this process. */
export const office = commandName({ ...processSource(), file: process.argv[1] ?? '' });

/** A text as one word of a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w./\\:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
