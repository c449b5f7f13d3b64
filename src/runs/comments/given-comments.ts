import { limits } from '../../protocol/limits.js';
import { changeSides } from '../../protocol/records/enums.js';
import type { GivenComment } from '../../protocol/records/change-review.js';
import { commentTexts } from '../../protocol/texts/comments.js';

/** The comments of a command, or the reason why they are refused. */
export function givenComments(given: readonly unknown[]): readonly GivenComment[] | string {
  const { commentsAtOnce: most } = limits;
  if (given.length > most) return commentTexts.tooManyAtOnce(most);
  const comments: GivenComment[] = [];
  for (const [index, each] of given.entries()) {
    const comment = commentIn(each);
    if (typeof comment === 'string') return commentTexts.notOne(index + 1, comment);
    comments.push(comment);
  }
  return comments;
}

function commentIn(given: unknown): GivenComment | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return commentTexts.noObject;
  }
  const { id, path, side, line, fromLine, text } = given as Record<string, unknown>;
  const known = changeSides.find((each) => each === side);
  const { commentCharacters, commentLines } = limits;
  if (id !== undefined && typeof id !== 'string') return commentTexts.id;
  if (typeof path !== 'string' || path === '') return commentTexts.path;
  if (known === undefined) return commentTexts.side;
  if (!isLine(line)) return commentTexts.line;
  if (fromLine !== undefined && !(isLine(fromLine) && fromLine <= line)) {
    return commentTexts.fromLine;
  }
  if (line - (fromLine ?? line) >= commentLines) return commentTexts.tooWide(commentLines);
  if (typeof text !== 'string' || text.trim() === '') return commentTexts.text;
  if (text.trim().length > commentCharacters) return commentTexts.tooLong(commentCharacters);
  return {
    ...(id !== undefined && { id }),
    ...{ path, side: known, line, text: text.trim() },
    ...(fromLine !== undefined && fromLine !== line && { fromLine }),
  };
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}
