import { toolTexts } from '../protocol/texts/tools.js';
import { failure } from './checked-tool.js';
import type { ApprovalAnswer, ToolResult } from './tool.js';

/** The result of a call that a person refused: the tool's text and the person's reason. */
export function declined(text: string, answer: ApprovalAnswer): ToolResult {
  return failure(withPersonsWord(text, answer));
}

/** The text, followed by the reason that the person gave. */
export function withPersonsWord(text: string, { reason }: ApprovalAnswer): string {
  return reason ? `${text}\n${toolTexts.personSaid(reason)}` : text;
}
