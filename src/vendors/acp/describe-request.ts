import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import type { ApprovalAsk } from '../../tools/tool.js';
import type { Engagement } from '../engagement.js';
import { vendorLimits } from '../vendor-limits.js';
import type { AcpTranscript } from './acp-transcript.js';

/**
 * The question to a person when an agent requests permission for an action.
 * @param answer what the agent will be told after a yes, in its own words
 */
export function describeRequest(
  { vendor, task }: Engagement,
  transcript: AcpTranscript,
  toolCall: unknown,
  answer: string | null,
): ApprovalAsk {
  const { title, kind, paths, input } = transcript.describe(toolCall);
  return {
    kind: 'network',
    midway: true,
    summary: vendorTexts.permissionSummary(vendor.label, title ?? vendorTexts.permissionUntitled),
    detail: vendorTexts.permissionDetail({
      kind: kind ?? 'other',
      paths: paths.map(sanitizeOutput),
      input,
      answer: answer === null ? null : cleaned(answer, vendorLimits.titleCharacters, '…'),
      task: clip(task, vendorLimits.detailCharacters, '…'),
    }),
  };
}
