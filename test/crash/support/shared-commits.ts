import { readFile } from 'node:fs/promises';

/** A commit in which several runs were written together, as `kill-switch.mjs` saw it. */
export interface SharedCommit {
  readonly runs: number;
  /** Whether the process died just before or after it. */
  readonly fate: 'survived' | 'before' | 'after';
}

/** The shared commits of all lives; none when there was none. */
export async function readTally(path: string): Promise<readonly SharedCommit[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [runs, fate] = line.split(' ') as [string, SharedCommit['fate']];
    return { runs: Number(runs), fate };
  });
}
