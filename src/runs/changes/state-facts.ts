import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';
import { SnapshotError } from './shadow-git.js';
import type { UnrecordedReason } from './tree.js';

export interface UnrecordedFact {
  readonly reason: UnrecordedReason;
  /** Changes whenever it is touched. */
  readonly mark: string;
}

/**
 * What a state holds beside its git tree. A state is named `<tree>-<facts>`; the facts are stored
 * beside the objects under their digest.
 */
export interface StateFacts {
  /** Permission bits of all directories but the workspace itself. */
  readonly directories: ReadonlyMap<string, number>;
  /** Permission bits of files that have others than 644 and 755. */
  readonly modes: ReadonlyMap<string, number>;
  /** What was there and is not recorded; a folder ends with `/`. */
  readonly unrecorded: ReadonlyMap<string, UnrecordedFact>;
  /** Was recorded before ignore rules covered it: git would not add it. It may be too large by now. */
  readonly ignored: ReadonlySet<string>;
}

const noFacts: StateFacts = {
  directories: new Map(),
  modes: new Map(),
  unrecorded: new Map(),
  ignored: new Set(),
};

const reasons = [
  'ignored',
  'excluded',
  'large',
  'committed',
  'unreadable',
  'special',
  'name',
] as const;
const modes = z.array(z.tuple([z.string(), z.number()]));

/** Pairs, since a path may have any name. */
const stored = z.looseObject({
  directories: modes,
  modes,
  unrecorded: z.array(z.tuple([z.string(), z.enum(reasons), z.string()])),
  ignored: z.array(z.string()),
});

/** The git tree of a state. */
export function treeOf(state: string): string {
  return state.split('-')[0] ?? '';
}

/** Whether permissions, directories and what is not recorded are known of a state. */
export function hasFacts(state: string): boolean {
  return state.includes('-');
}

/** Stores the facts; the name of the state. */
export async function nameState(
  gitDirectory: string,
  tree: string,
  { directories, modes: bits, unrecorded, ignored }: StateFacts,
): Promise<string> {
  const text = JSON.stringify({
    directories: [...directories],
    modes: [...bits],
    unrecorded: [...unrecorded].map(([name, { reason, mark }]) => [name, reason, mark]),
    ignored: [...ignored],
  });
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const file = fileOf(gitDirectory, digest);
  const isStored = await access(file).then(
    () => true,
    () => false,
  );
  if (!isStored) await writeWhole(file, text);
  return `${tree}-${digest}`;
}

/** None for the state of an earlier version. @throws SnapshotError when they are not kept any more */
export async function factsOf(gitDirectory: string, state: string): Promise<StateFacts> {
  const digest = state.split('-')[1];
  if (digest === undefined) return noFacts;
  const text = await readFile(fileOf(gitDirectory, digest), 'utf8').catch(() => '');
  const { success, data: read } = stored.safeParse(parsedOrUndefined(text));
  if (!success) throw new SnapshotError(`the facts of the state ${state} are not kept`);
  return {
    directories: new Map(read.directories),
    modes: new Map(read.modes),
    unrecorded: new Map(read.unrecorded.map(([name, reason, mark]) => [name, { reason, mark }])),
    ignored: new Set(read.ignored),
  };
}

function fileOf(gitDirectory: string, digest: string): string {
  return path.join(gitDirectory, 'facts', `${digest}.json`);
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, file);
}
