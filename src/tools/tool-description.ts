import { clip } from '../platform/text/clip.js';

/** What the strictest vendor of models takes. */
const toolDescriptionCharacters = 1024;

/** The description of a foreign tool, with its line of origin whole and within the vendors' limit. */
export function describedWithOrigin(description: string, origin: string): string {
  if (description === '') return fittedDescription(origin);
  const line = `\n${clip(origin, toolDescriptionCharacters / 2, '…')}`;
  return fittedDescription(description, toolDescriptionCharacters - line.length) + line;
}

/** The beginning of the description, within the limit. */
export function fittedDescription(description: string, max = toolDescriptionCharacters): string {
  return description.length <= max ? description : clip(description, max - 1, '…');
}
