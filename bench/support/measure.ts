/** One line of a report; `met` is true if the goal was reached. */
export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly target: string;
  readonly met: boolean;
  /** Figure and goal as numbers, if there is a single figure; for stored results and plots. */
  readonly figure?: Figure;
  /** What a ratio compares, as the table shows it. */
  readonly compared?: Compared;
}

export interface Compared {
  readonly ours: string;
  readonly other: string;
}

export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly goal: number;
  /** The good side of the goal. */
  readonly good: 'below' | 'above';
  /** Its place in a series: the same figure at several sizes. */
  readonly series?: { readonly name: string; readonly x: number; readonly of: string };
}

/** A finding from a figure; the report shows the note or comparison behind it. */
export function finding(what: string, figure: Figure, note: string | Compared = ''): Finding {
  const { value, goal, unit, good } = figure;
  const behind = typeof note === 'string' ? note : `${note.ours} against ${note.other}`;
  return {
    what,
    ...(typeof note !== 'string' && { compared: note }),
    found: `${readable(value)} ${unit}`.trimEnd() + (behind && ` (${behind})`),
    target: `${good === 'below' ? 'at most' : 'at least'} ${readable(goal)} ${unit}`.trimEnd(),
    met: good === 'below' ? value <= goal : value >= goal,
    figure,
  };
}

/** A finding that is good up to its goal. */
export function atMost(
  what: string,
  value: number,
  unit: string,
  goal: number,
  note: string | Compared = '',
): Finding {
  return finding(what, { value, unit, goal, good: 'below' }, note);
}

/** Three significant digits, and every digit of a larger integer part. */
export function readable(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Math.abs(value) >= 0.1 || value === 0
    ? value.toLocaleString('en', { maximumFractionDigits: digits })
    : value.toPrecision(2);
}

/** Default export of every `*.bench.ts`. */
export type Bench = () => Promise<readonly Finding[]>;

/** The value below which this share of the samples lies; 0.5 is the median. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/**
 * Processor time of the work, ms. Work without waiting takes as long on the wall clock unless the
 * machine is busy.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export const ms = (value: number): string => `${value.toFixed(3)} ms`;

/** Numbers from 0 to 1 that depend only on the seed (Mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
