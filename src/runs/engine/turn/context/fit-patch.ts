import { promptTexts } from '#protocol/texts/prompts.js';
import { clipLines } from '#platform/text/clip.js';

/** Beginning of a file's section, with its name. */
const heading = /^diff --git (?:"?a\/.*?"? )?"?b\/(?<path>[^"\n]*)"?$/m;

/** Files to be shortened first, by how little a judge misses them. */
const ranks: readonly RegExp[] = [
  /(?:^|\/)(?:package-lock\.json|[^/]*\.(?:lock|snap|map|min\.js|min\.css|svg|csv))$|(?:^|\/)(?:dist|vendor)\//,
  /\.(?:md|mdx|txt|rst|adoc)$/,
  /(?:^|\/)(?:tests?|specs?|__tests__|fixtures)\/|[._-](?:test|spec)\.[a-z]+$/,
];

/**
 * A patch of at most so many characters, if possible: generated files are shortened first, then
 * texts, tests and sources, the longest first. Each omission is named with its file.
 */
export function fitPatch(patch: string, max: number): string {
  if (patch.length <= max) return patch;
  const sections = patch.split(/^(?=diff --git )/m);
  const order = sections
    .map((text, index) => ({ index, rank: rankOf(text), length: text.length }))
    .sort((one, other) => one.rank - other.rank || other.length - one.length);
  let over = patch.length - max;
  for (const { index } of order) {
    if (over <= 0) break;
    const section = sections[index] ?? '';
    const shorter = shortened(section, Math.max(0, section.length - over));
    if (shorter.length >= section.length) continue;
    over -= section.length - shorter.length;
    sections[index] = shorter;
  }
  return sections.join('');
}

function rankOf(section: string): number {
  const path = pathOf(section);
  const rank = path === undefined ? -1 : ranks.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? ranks.length : rank;
}

function pathOf(section: string): string | undefined {
  return heading.exec(section)?.groups?.path;
}

/** The section's heading, the lines that fit, and how many are left out. */
function shortened(section: string, room: number): string {
  const path = pathOf(section);
  if (path === undefined) return clipLines(section, room, promptTexts.leftOut);
  const lines = section.replace(/\n$/, '').split('\n');
  const first = Math.max(
    1,
    lines.findIndex((line) => line.startsWith('@@')),
  );
  const note = promptTexts.patchLeftOut(lines.length, path);
  let kept = first;
  let length = lines.slice(0, first).join('\n').length + note.length + 2;
  for (const line of lines.slice(first)) {
    length += line.length + 1;
    if (length > room) break;
    kept += 1;
  }
  if (kept === lines.length) return section;
  const left = promptTexts.patchLeftOut(lines.length - kept, path);
  return `${[...lines.slice(0, kept), left].join('\n')}\n`;
}
