import { cleaned } from '../platform/text/cleaned.js';
import { clip, clipStart } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import { limits } from '../protocol/limits.js';
import { resultTexts } from '../protocol/texts/tool-results.js';
import { toolTexts } from '../protocol/texts/tools.js';
import { fenceUntrusted } from './fence-untrusted.js';
import type { Tool, ToolResult } from './tool.js';

interface PresentedResult {
  /** For the call's record. */
  readonly preview: string;
  /** For the model: sanitised, limited to its tool's length, fenced. */
  readonly content: string;
}

/** Each end is cleaned up to this multiple of the kept length. */
const cleanedLengths = 2;

/** Share of the beginning in a shortened result. */
const headShare = 2 / 3;

/**
 * Prepares a result for the record and the model. Tools fit their own results; one that is still
 * too long keeps both ends.
 */
export function presentResult(
  { name, resultCharacters = limits.toolResultCharacters }: Pick<Tool, 'name' | 'resultCharacters'>,
  result: ToolResult,
): PresentedResult {
  const { toolPreviewCharacters: max } = limits;
  return {
    preview: cleaned(result.preview ?? result.content, max, toolTexts.truncated(max)),
    content: fenceUntrusted(`tool:${name}`, fitted(result.content, resultCharacters)),
  };
}

function fitted(text: string, max: number): string {
  const cleanedCharacters = cleanedLengths * max;
  const isLong = text.length > 2 * cleanedCharacters;
  const first = sanitizeOutput(isLong ? clip(text, cleanedCharacters) : text);
  const last = isLong ? sanitizeOutput(clipStart(text, cleanedCharacters)) : first;
  if (!isLong && first.length <= max) return first;
  const room = max - resultTexts.cut(max, text.length).length - 2;
  const head = clip(first, Math.floor(room * headShare));
  const tail = clipStart(last, room - head.length);
  const unread = isLong ? text.length - 2 * cleanedCharacters : -last.length;
  const omitted = unread + first.length + last.length - head.length - tail.length;
  return `${head}\n${resultTexts.cut(max, omitted)}\n${tail}`;
}
