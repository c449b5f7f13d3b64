import { clip } from '#platform/text/clip.js';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';

const maxCharacters = 2000;

/** Node's globals that authors expect; the machine has none of them. */
const nodeGlobals = ['process', 'Buffer', 'require', 'global', '__dirname', '__filename', 'module'];

const notDefined = /^'?([\w$]+)'? is not defined$/;

/** Describes anything thrown by a plugin. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return clip(explained(message), maxCharacters);
  } catch {
    return 'something that cannot be shown';
  }
}

/** The engine's error when the machine's memory is exhausted. */
export function isOutOfMemory(thrown: unknown): boolean {
  return (
    thrown instanceof Error && thrown.name === 'InternalError' && thrown.message === 'out of memory'
  );
}

/** Adds the replacement if code used a global of Node. */
export function explained(message: string): string {
  const name = notDefined.exec(message)?.[1];
  if (name === undefined || !nodeGlobals.includes(name)) return message;
  return pluginCodeTexts.noNodeGlobal(name);
}
