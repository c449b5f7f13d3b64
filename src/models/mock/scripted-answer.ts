import type { ToolRequest } from '../model-call.js';

/** What a simulated employee says, and the tool it reaches for. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly toolCall?: ToolRequest;
}
