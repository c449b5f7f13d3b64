import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import type { Tool, ToolArguments, ToolContext, ToolParameters } from '../../tools/tool.js';
import type { DeclaredTool, ToolOutcome } from '../isolation/messages.js';
import { shownSchema } from '../../tools/shown-schema.js';
import { pluginLimits } from '../plugin-limits.js';
import path from 'node:path';
import { resolveLexically } from '../../platform/paths/resolve-lexically.js';

const anything: ToolParameters = { type: 'object', properties: {} };

/** Has the plugin's code run its tool; throws what it throws. */
type RunInPlugin = (
  name: string,
  args: ToolArguments,
  context: ToolContext,
) => Promise<ToolOutcome>;

/**
 * A plugin's tool as the office grants and calls it. Its effects are unknown, so it is never
 * repeated by itself; what it says of paths counts only inside the workspace.
 */
export function pluginTool(pluginId: string, declared: DeclaredTool, run: RunInPlugin): Tool {
  const most = pluginLimits.toolDescriptionCharacters;
  // Cut before it becomes part of a text, so that a long one is not copied.
  const begun = clip(declared.description, 8 * most);
  return {
    name: declared.name,
    description: cleaned(pluginCodeTexts.toolDescription(pluginId, begun), most, '…'),
    parameters: toolParameters(declared.parameters),
    pluginId,
    readOnly: false,
    run: async (args, context) => {
      const { ok, content, preview, affectsPaths = [] } = await run(declared.name, args, context);
      return {
        ok,
        content,
        preview: preview ?? (ok ? pluginCodeTexts.toolOk : pluginCodeTexts.toolFailed),
        affectsPaths: pathsInside(context.workspaceRoot, affectsPaths),
      };
    },
  };
}

/** The paths that lie in the workspace, relative to it with `/` between the parts, each once. */
export function pathsInside(root: string, candidates: readonly string[]): readonly string[] {
  return [...new Set(candidates.flatMap((candidate) => relativeTo(root, candidate) ?? []))];
}

function relativeTo(root: string, candidate: string): string | undefined {
  try {
    const relative = path.relative(root, resolveLexically(root, candidate));
    return relative.split(path.sep).join('/') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The schema of a plugin's tool as models are shown it: an object schema of bearable size, or one
 * that takes anything. It is never compiled here: a pattern in it could hold up the whole office.
 */
export function toolParameters(declared: Readonly<Record<string, unknown>>): ToolParameters {
  if (declared.type !== 'object') return anything;
  return shownSchema(declared, pluginLimits.toolSchemaCharacters) ?? anything;
}
