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

/** Runs the tool in the plugin's code; rethrows its errors. */
type RunInPlugin = (
  name: string,
  args: ToolArguments,
  context: ToolContext,
) => Promise<ToolOutcome>;

/**
 * A plugin's tool for the office. Its effects are unknown, so calls are never repeated; reported
 * paths count only inside the workspace.
 */
export function pluginTool(pluginId: string, declared: DeclaredTool, run: RunInPlugin): Tool {
  const most = pluginLimits.toolDescriptionCharacters;
  // Shortened first, so that a long text is not copied.
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

/** The paths inside the workspace, relative with `/`, without duplicates. */
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
 * The schema of a plugin's tool for models: an object schema of limited size, or one that accepts
 * anything. Never compiled here, because a pattern could block the service.
 */
export function toolParameters(declared: Readonly<Record<string, unknown>>): ToolParameters {
  if (declared.type !== 'object') return anything;
  return shownSchema(declared, pluginLimits.toolSchemaCharacters) ?? anything;
}
