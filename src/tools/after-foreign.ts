import type { ForeignSource } from '../protocol/records/evidence.js';
import { foreignTexts } from '../protocol/texts/foreign.js';
import type { ApprovalAsk } from './tool.js';

/**
 * A question that names the foreign texts that the run has read. Permissions given before they were
 * read do not cover it.
 */
export function afterForeign(
  ask: ApprovalAsk,
  foreign: readonly ForeignSource[] = [],
): ApprovalAsk {
  if (foreign.length === 0) return ask;
  const { covers } = ask;
  return {
    ...ask,
    detail: `${ask.detail}\n\n${foreignTexts.because(foreign)}`,
    ...(covers !== undefined && { covers: foreignTexts.covers(covers) }),
  };
}
