import { endingTexts } from '../../../protocol/texts/models.js';
import type { SdkAnswer } from './sdk.js';

/** Why an answer that has ended is none that can be used (decisions.md E10). */
export interface EndingFault {
  readonly message: string;
  /** The vendor's trouble, not the answer's: where nothing was written it may be asked again. */
  readonly passing: boolean;
}

export interface Ending {
  readonly providerId: string;
  readonly finishReason: SdkAnswer['finishReason'];
  /** The vendor said by other means than a reason that the answer is complete. */
  readonly isComplete: boolean;
  /** The vendor's explanation of a refusal. */
  readonly explanation: string | null;
}

const troubles = ['insufficient_system_resource', 'error', 'network_error', 'abort'];
const overflows = ['model_context_window_exceeded', 'model_length', 'context_length_exceeded'];

/** Null: it ended as it should, or at the limit that was asked for. */
export function endingFault(ending: Ending): EndingFault | null {
  const { providerId: id, finishReason, explanation } = ending;
  const { unified, raw } = finishReason;
  if (unified === 'content-filter') {
    const isFilter = raw !== undefined && /filter|safety|sensitive/i.test(raw);
    const reason = raw === undefined || raw === 'stop' ? 'refusal' : raw;
    const message = isFilter
      ? endingTexts.filtered(id, reason)
      : endingTexts.refused(id, explanation ?? reason);
    return { message, passing: false };
  }
  if (raw === undefined) {
    const isMissing = !ending.isComplete && !['stop', 'tool-calls', 'length'].includes(unified);
    return isMissing ? { message: endingTexts.unfinished(id), passing: true } : null;
  }
  if (overflows.includes(raw)) {
    return { message: endingTexts.contextFull(id, raw), passing: false };
  }
  if (troubles.includes(raw)) return { message: endingTexts.trouble(id, raw), passing: true };
  return null;
}
