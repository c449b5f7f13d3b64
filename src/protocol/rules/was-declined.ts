import type { ToolCallRecord } from '../records/work.js';

/** True for a tool call that a person refused: its status is that of a failure. */
export function wasDeclined({
  status,
  resultPreview,
}: Pick<ToolCallRecord, 'status' | 'resultPreview'>): boolean {
  return status === 'error' && resultPreview.startsWith('The human declined to ');
}
