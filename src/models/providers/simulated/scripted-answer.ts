import type { ToolRequest } from '../../gateway/model-call.js';

/** A simulated answer: text, and the tool call it makes. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly toolCall?: ToolRequest;
}
