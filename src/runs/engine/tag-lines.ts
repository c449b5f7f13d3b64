import { limits } from '#protocol/limits.js';

/**
 * Matches up to the colon, after any marks of quotations, lists, headings, brackets and emphasis.
 */
const tagLine = /^(?:[ \t>*_#`•+([<|-]|\d{1,2}[.)] )*tags[ \t*_`]*[:\uff1a]/i;
/** Words for "no tags". */
const noTag = /^(?:none|n\/a|-+|keine)$/;
const emphasis = /^[ \t*_`]+/;
const listItem = /^[ \t>]*(?:[-*+•]|\d{1,2}[.)])[ \t]+(\S.*)$/;

interface TaggedText {
  /**
   * Tags of the first line that names any: lower case, at most eight, none longer than 32
   * characters.
   */
  readonly tags: readonly string[];
  /** The text without the lines that declare tags. */
  readonly text: string;
}

/**
 * Reads and removes the `TAGS:` lines of an intake's answer: any case, bold or quoted, the tags
 * after the colon or in a list below it.
 */
export function readTags(answer: string): TaggedText {
  const lines = answer.split(/\r\n|\n/);
  const kept: string[] = [];
  let tags: readonly string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const declared = declaredIn(lines[at] ?? '');
    if (declared === undefined) {
      kept.push(lines[at] ?? '');
      continue;
    }
    const listed = declared === '' ? itemsAfter(lines, at) : [];
    at += listed.length;
    if (tags.length === 0) tags = tagsIn([declared, ...listed].join(','));
  }
  return kept.length === lines.length ? { tags, text: answer } : { tags, text: joined(kept) };
}

/** The text after `TAGS:`; undefined: the line declares no tags. */
function declaredIn(line: string): string | undefined {
  const word = tagLine.exec(line)?.[0];
  return word === undefined ? undefined : line.slice(word.length).replace(emphasis, '').trimEnd();
}

/** The items of a list directly below a line. */
function itemsAfter(lines: readonly string[], at: number): readonly string[] {
  const items: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = tagLine.test(line) ? undefined : listItem.exec(line)?.[1];
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}

function tagsIn(declared: string): readonly string[] {
  return declared
    .replace(/[`"'“”‘’*[\]()<>]/g, '')
    .split(/[,;\u3001\uff0c•|#]/)
    .map((tag) => tag.trim().replace(/\.$/, '').toLowerCase())
    .filter((tag) => tag.length > 0 && !noTag.test(tag) && tag.length <= limits.tagCharacters)
    .slice(0, limits.runTags);
}

/** Joins the remaining lines; leaves at most one blank line where lines were removed. */
function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
