import type { Run } from '../records/work.js';
import { commentHeadingTexts } from '../texts/comment-heading.js';
import { askedIn } from './fences.js';

/** The beginning of every brief made of comments, for any number of them. */
const [commented = ''] = commentHeadingTexts.heading(1).split('. ');

/**
 * The name of a run: its title, else what its brief asks, or the first comment of a brief made of
 * comments.
 */
export function titleOf({ title, brief }: Pick<Run, 'title' | 'brief'>): string {
  if (title !== undefined) return title;
  const first = brief.startsWith(commented)
    ? /^- (?:lines? .{1,60}?: )?(.+)$/m.exec(brief)?.[1]
    : undefined;
  return first === undefined ? askedIn(brief) : `Comment: ${first}`;
}
