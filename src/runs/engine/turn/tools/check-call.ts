import type { ModelImage, ToolRequest } from '#models/gateway/model-call.js';
import { messageOf } from '#platform/errors/error-text.js';
import type { ToolCallStatus } from '#protocol/records/enums.js';
import type { CommandEnd } from '#protocol/records/evidence.js';
import { toolTexts } from '#protocol/texts/tools.js';
import type { Tool, ToolArguments } from '#tools/tool.js';

/** An allowed call, or the answer to a refused one. */
export type CallCheck = AllowedCall | { readonly allowed: false; readonly answer: CallAnswer };

export interface AllowedCall {
  readonly allowed: true;
  readonly tool: Tool;
  readonly args: ToolArguments;
}

/** The outcome of a call: status and preview for the record, content for the model. */
export interface CallAnswer {
  readonly status: Exclude<ToolCallStatus, 'running'>;
  readonly preview: string;
  readonly content: string;
  readonly affectsPaths: readonly string[];
  readonly images?: readonly ModelImage[];
  /** The whole result, if the content shows a part of it. */
  readonly whole?: string;
  /** The end of its command. */
  readonly command?: CommandEnd;
  /** USD spent outside the office. */
  readonly spentUsd?: number;
}

/** A tool call without the provider's id. */
export interface ToolCall extends Omit<ToolRequest, 'id'> {
  /** Output tokens at which the answer was cut off inside this call; undefined: complete. */
  readonly cutAt?: number | undefined;
}

export function checkCall(
  request: ToolCall,
  granted: readonly string[],
  roleId: string,
  tool: Tool | undefined,
): CallCheck {
  const { name } = request;
  if (!granted.includes(name)) {
    const preview = toolTexts.notGranted(name, roleId);
    return refused('denied', preview, toolTexts.notGrantedAdvice(preview, granted));
  }
  if (tool === undefined) {
    return refused('denied', toolTexts.unknownTool(name), toolTexts.unknownToolAdvice(name));
  }
  const parsed = parseArguments(request.argumentsJson);
  if ('args' in parsed) return { allowed: true, tool, args: parsed.args };
  if (request.cutAt !== undefined) {
    const cut = toolTexts.cutAt(name, request.cutAt);
    return refused('error', cut, cut);
  }
  const preview = toolTexts.badArguments(parsed.problem);
  return refused('error', preview, toolTexts.badArgumentsAdvice(preview));
}

function refused(status: CallAnswer['status'], preview: string, content: string): CallCheck {
  return { allowed: false, answer: { status, preview, content, affectsPaths: [] } };
}

/** Streams give an empty text for a call without arguments; it counts as `{}`. */
function parseArguments(json: string): { args: ToolArguments } | { problem: string } {
  if (json.trim() === '') return { args: {} };
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { args: parsed as ToolArguments };
    }
    return { problem: toolTexts.argumentsNotObject };
  } catch (thrown) {
    return { problem: messageOf(thrown) };
  }
}
