/** One line of a report; `met` says whether the target was reached. */
export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly target: string;
  readonly met: boolean;
}

/** What every `*.bench.ts` exports as its default. */
export type Bench = () => Promise<readonly Finding[]>;

/** The value below which this share of the samples lies; 0.5 is the median. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/**
 * Milliseconds of processor time that the work took. Work that waits for nothing but the processor
 * takes as long on the wall, unless the machine is busy with something else.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export const ms = (value: number): string => `${value.toFixed(3)} ms`;

/** Numbers from 0 to 1 in an order that depends on the seed alone (the generator Mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
