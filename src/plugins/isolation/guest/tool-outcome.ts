import { clip } from '#platform/text/clip.js';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { pluginLimits } from '../../plugin-limits.js';
import type { ToolOutcome } from '../messages.js';

const previewCharacters = 1000;
const pathCharacters = 1000;

/** Converts a tool's return value for the service. */
export function toolOutcome(result: unknown): ToolOutcome {
  if (typeof result !== 'object' || result === null) throw new Error(pluginCodeTexts.badResult);
  const { ok, content, preview, affectsPaths } = result as Record<string, unknown>;
  return {
    ok: ok === true,
    content: clip(spelled(content), pluginLimits.toolContentCharacters),
    ...(typeof preview === 'string' ? { preview: clip(preview, previewCharacters) } : {}),
    ...(Array.isArray(affectsPaths) ? { affectsPaths: pathsOf(affectsPaths) } : {}),
  };
}

/** Content that is not text is converted to JSON. */
function spelled(content: unknown): string {
  if (typeof content === 'string') return content;
  return content === undefined ? '' : JSON.stringify(content);
}

function pathsOf(paths: readonly unknown[]): readonly string[] {
  return paths
    .filter((path) => typeof path === 'string' && path.length <= pathCharacters)
    .slice(0, pluginLimits.affectedPaths) as readonly string[];
}
