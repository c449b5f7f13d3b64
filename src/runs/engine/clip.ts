import { clip } from '../../platform/text/clip.js';

const truncatedMark = '\n… [truncated]';

/** Cuts a stage summary and says so on its own line. */
export function clipSummary(text: string, max: number): string {
  return clip(text, max, truncatedMark);
}

/** True if a stage summary was cut. */
export function isClipped(summary: string): boolean {
  return summary.endsWith(truncatedMark);
}
