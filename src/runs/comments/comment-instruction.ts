import { shownName } from '../../platform/paths/shown-name.js';
import type { CommentedLines, RunComment } from '../../protocol/records/change-review.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { commentHeadingTexts } from '../../protocol/texts/comment-heading.js';
import { commentTexts } from '../../protocol/texts/comments.js';

/** The role of each path's last writer. */
export function writersOf(turns: readonly TurnRecord[]): ReadonlyMap<string, string> {
  const inOrder = turns.toSorted((a, b) => endOf(a) - endOf(b));
  return new Map(
    inOrder.flatMap(({ wroteFiles, roleId }) => wroteFiles.map((path) => [path, roleId] as const)),
  );
}

function endOf({ diff, endedAt, startedAt }: TurnRecord): number {
  return diff?.afterAt ?? endedAt ?? startedAt;
}

/**
 * The comments as an instruction, grouped by file and naming its writer. The commented lines are
 * sent separately.
 */
export function instructionOf(
  comments: readonly RunComment[],
  nameOf: (roleId: string) => string,
): string {
  const byFile = Map.groupBy(comments, ({ path, roleId = '' }) => `${path}\n${roleId}`);
  const files = [...byFile.values()].map((own) => {
    const [{ path = '', roleId } = {}] = own;
    const name = roleId === undefined ? null : nameOf(roleId);
    const asked = own.map(({ text, ...where }) => `- ${placeOf(where)}: ${indented(text)}`);
    return [commentTexts.writtenBy(shownName(path), name), ...asked].join('\n');
  });
  return [commentHeadingTexts.heading(comments.length), ...files].join('\n\n');
}

/** The comments without the fields that only the run keeps. */
export function linesOf(comments: readonly RunComment[]): readonly CommentedLines[] {
  return comments.map(({ id: _id, at: _at, byName: _by, sent: _sent, ...lines }) => lines);
}

function placeOf({
  side,
  line,
  fromLine = line,
}: Pick<CommentedLines, 'side' | 'line' | 'fromLine'>): string {
  return commentTexts.lines(fromLine, line, side);
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
