import { vendorTexts } from '../../protocol/texts/vendors.js';
import type { Tool, ToolArguments, ToolContext, ToolResult } from '../../tools/tool.js';
import type { VendorConfig } from '../config/vendor-config.js';
import { vendorLimits } from '../vendor-limits.js';

/** Engages a harness for an employee. */
type Delegate = (
  vendorId: string,
  args: ToolArguments,
  context: ToolContext,
) => Promise<ToolResult>;

export function delegateToolName(vendorId: string): string {
  return `agent__${vendorId}__delegate`;
}

/**
 * The tool that passes a task to one harness. An interrupted engagement is not repeated, because
 * its effect is unknown.
 */
export function delegateTool(vendor: VendorConfig, delegate: Delegate): Tool {
  const { id, label, operator, description, timeoutMs } = vendor;
  const purpose = vendorTexts.toolDescription(label, operator);
  return {
    name: delegateToolName(id),
    description: description === null ? purpose : `${purpose} ${description}`,
    parameters: {
      type: 'object',
      additionalProperties: false,
      required: ['task'],
      properties: {
        task: { type: 'string', minLength: 1, description: vendorTexts.taskArgument },
        timeoutMs: {
          type: 'integer',
          minimum: vendorLimits.minTimeoutMs,
          maximum: timeoutMs,
          description: vendorTexts.timeoutArgument,
        },
      },
    },
    pluginId: null,
    readOnly: false,
    run: (args, context) => delegate(id, args, context),
  };
}
