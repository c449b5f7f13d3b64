import { limits } from '../../protocol/limits.js';

const tagLine = /^[ \t>*-]*TAGS:[ \t]*(\S.*)$/im;

/**
 * The tags an intake summary declares on its first `TAGS:` line with text: lower case, at most eight, none
 * longer than 32 characters. Empty when there is no such line.
 */
export function parseTags(summary: string): readonly string[] {
  const declared = tagLine.exec(summary)?.[1] ?? '';
  return declared
    .replace(/[`"'“”‘’*]/g, '')
    .split(/[,•|]/)
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag.length > 0 && tag.length <= limits.tagCharacters)
    .slice(0, limits.runTags);
}
