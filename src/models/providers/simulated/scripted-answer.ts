import type { ToolRequest } from '../../gateway/model-call.js';

/** A simulated answer: text and an optional tool call. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly toolCall?: ToolRequest;
}
