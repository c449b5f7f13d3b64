import { endingTexts } from '#protocol/texts/models.js';
import type { AnswerEnding } from './answers/answer-reader.js';

/** Why a completed answer is unusable. */
interface EndingFault {
  readonly message: string;
  /** The provider's trouble, not the answer's: if nothing was written it may be retried. */
  readonly passing: boolean;
}

const troubles = ['insufficient_system_resource', 'error', 'network_error', 'abort'];
const overflows = ['model_context_window_exceeded', 'model_length', 'context_length_exceeded'];

/** Null: a normal end, or the requested limit was reached. */
export function endingFault(id: string, ending: AnswerEnding | null): EndingFault | null {
  if (ending === null) return { message: endingTexts.unfinished(id), passing: true };
  const { end, raw, explanation } = ending;
  if (end === 'filtered') {
    const isFilter =
      raw !== null && /filter|safety|sensitive|recitation|block|prohibited/i.test(raw);
    const reason = raw === null || raw === 'stop' ? 'refusal' : raw;
    const message = isFilter
      ? endingTexts.filtered(id, reason)
      : endingTexts.refused(id, explanation ?? reason);
    return { message, passing: false };
  }
  if (raw === null) return null;
  if (overflows.includes(raw)) {
    return { message: endingTexts.contextFull(id, raw), passing: false };
  }
  if (troubles.includes(raw)) return { message: endingTexts.trouble(id, raw), passing: true };
  return null;
}
