import type { ForeignSource } from '../protocol/records/evidence.js';
import { foreignTexts } from '../protocol/texts/foreign.js';
import type { ApprovalAsk } from './tool.js';

/**
 * A question that names the foreign texts which the run has read; what was allowed before they were
 * does not reach it.
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
