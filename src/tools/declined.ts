import { toolTexts } from '../protocol/texts/tools.js';
import { failure } from './checked-tool.js';
import type { ApprovalAnswer, ToolResult } from './tool.js';

/** The result of a call that a person did not allow: the tool's own text, and what they said. */
export function declined(text: string, answer: ApprovalAnswer): ToolResult {
  return failure(withPersonsWord(text, answer));
}

/** The text, and what the person who decided said with the decision. */
export function withPersonsWord(text: string, { reason }: ApprovalAnswer): string {
  return reason ? `${text}\n${toolTexts.personSaid(reason)}` : text;
}
