import type { Run } from '#protocol/records/work.js';
import { titleOf } from '#protocol/rules/run-title.js';
import { firstLine } from './format.js';

/** The parts of a run that give its title. */
export type Titled = Pick<Run, 'title' | 'brief'>;

/** The title of a run, in one line. */
export function runTitle(run: Titled, most?: number): string {
  return firstLine(titleOf(run), most);
}
