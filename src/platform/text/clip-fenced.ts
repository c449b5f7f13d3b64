import { fencesAt } from '../../protocol/rules/fences.js';
import { clip, clipLines, clipMiddle, type Join } from './clip.js';

/** `clipLines` for a text with fences: what is fenced in it stays fenced, and nothing else. */
export function clipFencedLines(text: string, max: number, note: (omitted: number) => string) {
  return clipLines(text, max, note, joinFenced);
}

/** `clipMiddle` for a text with fences. */
export function clipFencedMiddle(text: string, max: number, note: (omitted: number) => string) {
  return clipMiddle(text, max, note, joinFenced);
}

/** `clip` for a text with fences: those that the cut leaves open are closed, within `max`. */
export function clipFenced(text: string, max: number, marker = ''): string {
  if (text.length <= max) return text;
  const taken = closingsOf(fencesAt(text, max, 'back').open).length;
  const { at, open } = fencesAt(text, Math.max(0, max - taken), 'back');
  return clip(text, at) + marker + closingsOf(open);
}

/** A fence in which both parts lie stays as it is, with the note in it. */
const joinFenced: Join = (text, headEnd, tailStart, note) => {
  const head = fencesAt(text, headEnd, 'back');
  const tail = fencesAt(text, tailStart, 'on');
  const isShared = (open: readonly { readonly at: number }[], { at }: { readonly at: number }) =>
    open.some((other) => other.at === at);
  const closings = closingsOf(head.open.filter((fence) => !isShared(tail.open, fence)));
  const openings = tail.open
    .filter((fence) => !isShared(head.open, fence))
    .map(({ opening }) => `${opening}\n`);
  return [
    text.slice(0, head.at),
    closings,
    note(tail.at - head.at),
    ...openings,
    text.slice(tail.at),
  ].join('');
};

function closingsOf(open: readonly { readonly closing: string }[]): string {
  return open
    .toReversed()
    .map(({ closing }) => `\n${closing}`)
    .join('');
}
