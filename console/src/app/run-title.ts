import { commentHeadingTexts } from '#protocol/texts/comment-heading.js';
import { firstLine } from './format.js';

/** The beginning of every brief that was made of comments, whatever their number. */
const [commented = ''] = commentHeadingTexts.heading(1).split('. ');

/** What a run is called: the first line of its brief; of one made of comments, the first of them. */
export function runTitle(brief: string, most?: number): string {
  const first = brief.startsWith(commented)
    ? /^- (?:lines? .{1,60}?: )?(.+)$/m.exec(brief)?.[1]
    : undefined;
  return firstLine(first === undefined ? brief : `Comment: ${first}`, most);
}
