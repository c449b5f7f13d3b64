import { clip } from '../../platform/text/clip.js';
import { pluginCodeTexts } from '../../protocol/texts.js';
import { sanitizeOutput } from '../../tools/sanitize-output.js';
import type { Tool, ToolArguments, ToolContext } from '../../tools/tool.js';
import type { ToldTool, ToolOutcome } from '../isolation/messages.js';
import { pluginLimits } from '../plugin-limits.js';
import { pathsInside } from './paths-inside.js';
import { toolParameters } from './tool-parameters.js';

/** Has the plugin's code run its tool; throws what it throws. */
export type RunInPlugin = (
  name: string,
  args: ToolArguments,
  context: ToolContext,
) => Promise<ToolOutcome>;

/**
 * A plugin's tool as the office grants and calls it (behaviour-plugins.md 1.5). Nobody knows what it
 * does, so it never runs twice by itself; what it says of paths counts only inside the workspace.
 */
export function pluginTool(pluginId: string, told: ToldTool, run: RunInPlugin): Tool {
  const described = sanitizeOutput(pluginCodeTexts.toolDescription(pluginId, told.description));
  return {
    name: told.name,
    description: clip(described, pluginLimits.toolDescriptionCharacters, '…'),
    parameters: toolParameters(told.parameters),
    pluginId,
    readOnly: false,
    run: async (args, context) => {
      const { ok, content, preview, affectsPaths = [] } = await run(told.name, args, context);
      return {
        ok,
        content,
        preview: preview ?? (ok ? pluginCodeTexts.toolOk : pluginCodeTexts.toolFailed),
        affectsPaths: pathsInside(context.workspaceRoot, affectsPaths),
      };
    },
  };
}
