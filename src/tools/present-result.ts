import { cleaned } from '../platform/text/cleaned.js';
import { limits } from '../protocol/limits.js';
import { toolTexts } from '../protocol/texts/tools.js';
import { fenceUntrusted } from './fence-untrusted.js';
import type { ToolResult } from './tool.js';

export interface PresentedResult {
  /** For the call's record. */
  readonly preview: string;
  /** For the model: stripped, capped, fenced. */
  readonly content: string;
}

/** How a returned result is recorded and handed to the model (behaviour-engine.md 3.5). */
export function presentResult(toolName: string, result: ToolResult): PresentedResult {
  const { toolPreviewCharacters, toolResultCharacters } = limits;
  return {
    preview: shown(result.preview ?? result.content, toolPreviewCharacters),
    content: fenceUntrusted(`tool:${toolName}`, shown(result.content, toolResultCharacters)),
  };
}

function shown(text: string, max: number): string {
  return cleaned(text, max, toolTexts.truncated(max));
}
