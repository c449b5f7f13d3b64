import { readdir, readFile, readlink, statfs } from 'node:fs/promises';
import type { SandboxBounds } from '#protocol/records/organisation.js';
import type { MetBound } from './confinement.js';
import { sumOf } from '#protocol/rules/sum-of.js';

/** Between two looks at a sandbox, ms. */
const lookMs = 100;
const mb = 1024 * 1024;
/** Average number of threads per process; further threads count as processes. */
const threadsOfOne = 8;

/** What the processes of a sandbox use together. */
type SandboxUse = SandboxBounds;

/**
 * Watches what a sandbox uses until it ends, and reports the first bound that it exceeds.
 * @param first id of the first process of its namespace
 * @returns a function that ends the watch
 */
export function watchSandbox(
  first: number,
  bounds: SandboxBounds,
  inMemory: readonly string[],
  onMet: (bound: MetBound) => void,
): () => void {
  let written = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const use = await sandboxUse(first, inMemory);
    if (isOver) return;
    if (use !== null) {
      // The bytes written by an ended process may no longer be counted, so the maximum counts.
      written = Math.max(written, use.writtenMb);
      const met = metBound({ ...use, writtenMb: written }, bounds);
      if (met !== null) return onMet(met);
    }
    next();
  };
  const next = (): void => {
    timer = setTimeout(() => void look(), lookMs);
    timer.unref();
  };
  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The first bound that is exceeded; null: none. */
function metBound(use: SandboxUse, bounds: SandboxBounds): MetBound | null {
  const order = ['processes', 'memoryMb', 'writtenMb'] as const;
  return order.find((bound) => use[bound] > bounds[bound]) ?? null;
}

/**
 * Read through the sandbox's own /proc, which lists only its processes; null: it has ended, or is not
 * set up yet.
 * @param inMemory folders whose contents take memory
 */
export async function sandboxUse(
  first: number,
  inMemory: readonly string[],
): Promise<SandboxUse | null> {
  const root = await rootOf(first);
  if (root === null) return null;
  const ids = (await namesIn(`${root}/proc`)).filter((name) => /^\d+$/.test(name));
  if (ids.length === 0) return null;
  const used = await Promise.all(ids.map((id) => useOf(`${root}/proc/${id}`)));
  const folders = await Promise.all(inMemory.map((folder) => bytesIn(`${root}${folder}`)));
  const memory = sumOf(used, ({ memoryBytes }) => memoryBytes) + sumOf(folders, (bytes) => bytes);
  const written = sumOf(used, ({ writtenBytes }) => writtenBytes);
  const threads = sumOf(used, (one) => one.threads);
  return {
    // The first process is bubblewrap's own.
    processes: Math.max(ids.length - 1, Math.floor(threads / threadsOfOne)),
    memoryMb: memory / mb,
    writtenMb: written / mb,
  };
}

/** The root directory of a process of the sandbox that this account may look at. */
async function rootOf(first: number): Promise<string | null> {
  const children = await textOf(`/proc/${first}/task/${first}/children`);
  for (const id of [first, ...children.split(' ').filter((part) => part !== '')]) {
    const root = `/proc/${id}/root`;
    if (await isOwnProc(`${root}/proc`)) return null;
    if ((await namesIn(`${root}/proc`)).length > 0) return root;
  }
  return null;
}

/** True if a /proc lists this process: a sandbox that is being set up still has the root of the service. */
async function isOwnProc(proc: string): Promise<boolean> {
  return (await readlink(`${proc}/self`).catch(() => null)) !== null;
}

interface ProcessUse {
  readonly threads: number;
  readonly memoryBytes: number;
  readonly writtenBytes: number;
}

/** Without shared memory, which is counted in the folders in memory. */
async function useOf(folder: string): Promise<ProcessUse> {
  const [status, io] = await Promise.all([textOf(`${folder}/status`), textOf(`${folder}/io`)]);
  return {
    threads: numberIn(status, 'Threads'),
    memoryBytes: numberIn(status, 'RssAnon') * 1024,
    writtenBytes: numberIn(io, 'write_bytes'),
  };
}

function numberIn(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name}:`)) ?? '';
  return Number.parseInt(line.slice(name.length + 1), 10) || 0;
}

async function bytesIn(folder: string): Promise<number> {
  try {
    const { blocks, bfree, bsize } = await statfs(folder);
    return (blocks - bfree) * bsize;
  } catch {
    return 0;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
