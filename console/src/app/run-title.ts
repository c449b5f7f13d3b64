import type { Run } from '#protocol/records/work.js';
import { titleOf } from '#protocol/rules/run-title.js';
import { firstLine } from './format.js';

/** What makes the title of a run. */
export type Titled = Pick<Run, 'title' | 'brief'>;

/** What a run is called, in one line. */
export function runTitle(run: Titled, most?: number): string {
  return firstLine(titleOf(run), most);
}
