import { shownName } from '../../platform/paths/shown-name.js';
import { clip, clipStart } from '../../platform/text/clip.js';
import { spelled } from '../../platform/text/spelling.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';

const shownCharacters = 300;
/** Parts of a long line shown around distant matches. */
const maxParts = 3;
/** Share of the room before a match. */
const before = 1 / 3;

/** True if a line is always shown whole. */
export function isShownWhole(line: string): boolean {
  return line.length <= shownCharacters && spelled(line).length <= shownCharacters;
}

/**
 * The shown form of a line; a long one is cut around its matches.
 * @param matches their start positions, ascending
 */
export function shownLine(line: string, matches: readonly number[] = []): string {
  if (isShownWhole(line)) return spelled(line);
  const [first = 0] = matches;
  const single = partAround(line, first, shownCharacters);
  const isEnough = matches.every((at) => at < single.end);
  const parts = isEnough ? [single] : partsAround(line, matches);
  const width = Math.floor(shownCharacters / parts.length);
  const shown = parts.map((part) => shownPart(line, part, matches, width));
  return shown.join('').replaceAll('……', '…');
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Begins at the line's start if the match is near it. */
function partAround(line: string, at: number, width: number): Part {
  if (at < width * (1 - before)) return { start: 0, end: Math.min(line.length, width) };
  const start = Math.max(0, Math.min(Math.floor(at - width * before), line.length - width));
  return { start, end: Math.min(line.length, start + width) };
}

function partsAround(line: string, matches: readonly number[]): readonly Part[] {
  const width = Math.floor(shownCharacters / maxParts);
  const parts: Part[] = [];
  for (const at of matches) {
    const last = parts.at(-1);
    if (last && at < last.end) continue;
    if (parts.length === maxParts) break;
    const part = partAround(line, at, width);
    parts.push({ ...part, start: Math.max(part.start, last?.end ?? 0) });
  }
  return parts;
}

/** Invisible characters are spelled out; if that takes too much room, the match is kept. */
function shownPart(line: string, part: Part, matches: readonly number[], width: number): string {
  const start = splitsPair(line, part.start) ? part.start + 1 : part.start;
  const end = splitsPair(line, part.end) ? part.end - 1 : part.end;
  const match = matches.find((at) => at >= start && at < end) ?? start;
  const [head, tail] = [spelled(line.slice(start, match)), spelled(line.slice(match, end))];
  const fits = head.length + tail.length <= width;
  const keptHead = fits ? head : clipStart(head, Math.floor(width * before));
  const keptTail = fits ? tail : clip(tail, width - keptHead.length);
  const isCut = end < line.length || keptTail.length < tail.length;
  const startsLater = start > 0 || keptHead.length < head.length;
  return `${startsLater ? '…' : ''}${keptHead}${keptTail}${isCut ? '…' : ''}`;
}

/** `<path>:<line>: <text>` for a match; `-` instead of `:` for a surrounding line. */
export function matchLine(path: string, index: number, shown = '', mark: ':' | '-' = ':'): string {
  return `${shownName(path)}${mark}${index + 1}${mark} ${shown}`;
}
