import type { ToolRequest } from '../../../models/model-call.js';
import { messageOf } from '../../../platform/errors/office-error.js';
import type { ToolCallStatus } from '../../../protocol/records/enums.js';
import { toolTexts } from '../../../protocol/texts.js';
import type { Tool, ToolArguments } from '../../../tools/tool.js';

/** A call that may be made, or what is answered instead (behaviour-engine.md 3.5). */
export type CallJudgement =
  | { readonly allowed: true; readonly tool: Tool; readonly args: ToolArguments }
  | { readonly allowed: false; readonly answer: CallAnswer };

/** What becomes of a call: its record's status and preview, and what the model is told. */
export interface CallAnswer {
  readonly status: Exclude<ToolCallStatus, 'running'>;
  readonly preview: string;
  readonly content: string;
  readonly affectsPaths: readonly string[];
}

export function judgeCall(
  request: ToolRequest,
  granted: readonly string[],
  roleId: string,
  tool: Tool | undefined,
): CallJudgement {
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
  const preview = toolTexts.badArguments(parsed.problem);
  return refused('error', preview, toolTexts.badArgumentsAdvice(preview));
}

function refused(status: CallAnswer['status'], preview: string, content: string): CallJudgement {
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
