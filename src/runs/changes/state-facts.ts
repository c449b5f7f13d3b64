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
 * Facts of a state that git does not store. A state is named `<tree>-<facts>`; the facts are stored
 * beside the objects under their hash.
 */
export interface StateFacts {
  /** Permission bits of all directories except the workspace itself. */
  readonly directories: ReadonlyMap<string, number>;
  /** Permission bits of files, unless they are 644 or 755. */
  readonly modes: ReadonlyMap<string, number>;
  /** Entries without a record; a folder ends with `/`. */
  readonly unrecorded: ReadonlyMap<string, UnrecordedFact>;
  /**
   * Files recorded before ignore rules covered them: git would not add them. They may be too large
   * by now.
   */
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

/** Pairs, because a path may be any name, also `__proto__`. */
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

/** Stores the facts; returns the name of the state. */
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

/** Empty for states of earlier versions. @throws SnapshotError if they are no longer kept */
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
