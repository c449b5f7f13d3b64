import { runTexts } from '../../../protocol/texts.js';
import type { ToolArguments } from '../../../tools/tool.js';
import { clip } from '../../../platform/text/clip.js';

const maxCharacters = 120;

/** A short text on what an employee does while a tool runs (behaviour-engine.md 3.4). */
export function activityOf(toolName: string, args: ToolArguments): string {
  if (toolName === 'run_shell') return runTexts.runningCommand;
  const { path } = args;
  const words = toolName.replaceAll('_', ' ');
  return clip(
    typeof path === 'string' && path !== '' ? `${toolName} ${path}` : words,
    maxCharacters,
  );
}
