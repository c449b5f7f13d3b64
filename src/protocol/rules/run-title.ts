import type { Run } from '../records/work.js';
import { commentHeadingTexts } from '../texts/comment-heading.js';

/** The beginning of every brief that was made of comments, whatever their number. */
const [commented = ''] = commentHeadingTexts.heading(1).split('. ');

/** What a run is called: its title, or its brief; of one made of comments, the first of them. */
export function titleOf({ title, brief }: Pick<Run, 'title' | 'brief'>): string {
  if (title !== undefined) return title;
  const first = brief.startsWith(commented)
    ? /^- (?:lines? .{1,60}?: )?(.+)$/m.exec(brief)?.[1]
    : undefined;
  return first === undefined ? brief : `Comment: ${first}`;
}
