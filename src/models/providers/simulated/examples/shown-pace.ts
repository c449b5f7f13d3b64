import type { ExampleBrief } from '#protocol/example-briefs.js';
import { exampleIn } from './play-example.js';

/** Times of every call of a run that is watched, ms. */
interface ShownPace {
  readonly thinkMs: number;
  /** From the first letter of an answer to its last. */
  readonly writeMs: number;
}

const program: ShownPace = { thinkMs: 900, writeMs: 2200 };

/** The runs take 20 to 40 seconds without the time that they wait for people. */
const paces: Readonly<Record<ExampleBrief['id'], ShownPace>> = {
  'csv-table': program,
  'days-until': program,
  'which-database': { thinkMs: 5000, writeMs: 18_000 },
};

/** The pace of the example whose brief a prompt contains; null in every other prompt. */
export function shownPace(prompt: string): ShownPace | null {
  const example = exampleIn(prompt);
  return example === undefined ? null : paces[example.id];
}
