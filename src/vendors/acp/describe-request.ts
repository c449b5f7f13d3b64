import { isPlainObject } from '../../platform/config/entry-values.js';
import { clip } from '../../platform/text/clip.js';
import { vendorTexts } from '../../protocol/texts.js';
import { sanitizeOutput } from '../../tools/sanitize-output.js';
import type { ApprovalAsk } from '../../tools/tool.js';
import type { Engagement } from '../engagement.js';
import { vendorLimits } from '../vendor-limits.js';
import type { AcpTranscript } from './acp-transcript.js';

/** What a person is asked when an agent wants permission for one of its actions. */
export function describeRequest(
  { vendor, task }: Engagement,
  transcript: AcpTranscript,
  toolCall: unknown,
): ApprovalAsk {
  const { title, kind, paths } = transcript.describe(toolCall);
  return {
    kind: 'network',
    midway: true,
    summary: vendorTexts.permissionSummary(vendor.label, title ?? vendorTexts.permissionUntitled),
    detail: vendorTexts.permissionDetail({
      kind: kind ?? 'other',
      paths: paths.map(sanitizeOutput),
      input: inputOf(toolCall),
      task: clip(task, vendorLimits.detailCharacters, '…'),
    }),
  };
}

/** The arguments of the action, as far as they can be shown. */
function inputOf(toolCall: unknown): string | null {
  const input = isPlainObject(toolCall) ? toolCall.rawInput : undefined;
  if (input === undefined || input === null) return null;
  try {
    return clip(sanitizeOutput(JSON.stringify(input, null, 2)), vendorLimits.inputCharacters, '…');
  } catch {
    return null;
  }
}
