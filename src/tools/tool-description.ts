import { clip } from '../platform/text/clip.js';

/** The strictest provider's limit. */
const toolDescriptionCharacters = 1024;

/** A foreign tool's description followed by its origin, within providers' limits. */
export function describedWithOrigin(description: string, origin: string): string {
  if (description === '') return fittedDescription(origin);
  const line = `\n${clip(origin, toolDescriptionCharacters / 2, '…')}`;
  return fittedDescription(description, toolDescriptionCharacters - line.length) + line;
}

/** The beginning of the description, within the limit. */
export function fittedDescription(description: string, max = toolDescriptionCharacters): string {
  return description.length <= max ? description : clip(description, max - 1, '…');
}
