import { clip } from '../platform/text/clip.js';
import { limits } from '../protocol/limits.js';
import { toolTexts } from '../protocol/texts.js';
import { fenceUntrusted } from './fence-untrusted.js';
import { sanitizeOutput } from './sanitize-output.js';
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
    preview: cleaned(result.preview ?? result.content, toolPreviewCharacters),
    content: fenceUntrusted(`tool:${toolName}`, cleaned(result.content, toolResultCharacters)),
  };
}

function cleaned(text: string, max: number): string {
  return clip(sanitizeOutput(text), max, toolTexts.truncated(max));
}
