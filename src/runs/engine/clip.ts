import { clip } from '../../platform/text/clip.js';

const truncatedMark = '\n… [truncated]';

/** A stage summary: a line of its own says that it was cut. */
export function clipSummary(text: string, max: number): string {
  return clip(text, max, truncatedMark);
}

/** Whether a stage summary was cut. */
export function isClipped(summary: string): boolean {
  return summary.endsWith(truncatedMark);
}
