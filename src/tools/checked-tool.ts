import { messageOf } from '../platform/errors/error-text.js';
import { OfficeError } from '../platform/errors/office-error.js';
import { ChildStartError } from '../platform/process/child-start-error.js';
import { toolTexts } from '../protocol/texts/tools.js';
import { argumentCheck } from './check-arguments.js';
import type { Tool, ToolContext, ToolResult } from './tool.js';

/** A failed call, with its reason for the model and the record. */
export function failure(content: string): ToolResult {
  return { ok: false, content };
}

/**
 * Wraps a tool so that `run` never throws and never gets invalid arguments: problems and refusals
 * become results, and a fault becomes `Tool error: <message>`.
 */
export function checkedTool(tool: Tool): Tool {
  const check = argumentCheck(tool.name, tool.parameters);
  return {
    ...tool,
    run: async (args, context) => {
      try {
        const checked = check(args);
        return checked.ok ? await tool.run(checked.args, context) : failure(checked.message);
      } catch (error) {
        return fromThrown(tool.name, error, context);
      }
    },
  };
}

function fromThrown(toolName: string, error: unknown, context: ToolContext): ToolResult {
  if (error instanceof OfficeError) return failure(error.message);
  context.log.warn(`${toolName}: ${messageOf(error)}`);
  if (error instanceof ChildStartError) return failure(toolTexts.notStarted(error.message));
  return failure(toolTexts.toolError(messageOf(error)));
}
