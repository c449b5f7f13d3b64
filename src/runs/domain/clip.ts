import { clip } from '../../platform/text/clip.js';

/** A stage summary: a line of its own says that it was cut. */
export function clipSummary(text: string, max: number): string {
  return clip(text, max, '\n… [truncated]');
}

/** Earlier work shown in a prompt: the marker says how much is missing. */
export function clipMaterial(text: string, max: number): string {
  return clip(text, max, `… [truncated ${text.length - max} characters of upstream material]`);
}
