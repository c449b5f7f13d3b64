import { shortenedName } from '../../tools/shortened-name.js';
import { pluginLimits } from '../plugin-limits.js';

/**
 * The name under which a plugin's tool is granted and called: `office.office-echo` and `echo` give
 * `office_office_echo_echo`. Null if nothing of the tool's own name remains.
 */
export function namespacedToolName(pluginId: string, toolName: string): string | null {
  const name = cleaned(toolName);
  if (name === '') return null;
  return shortenedName(`${namespaceOf(pluginId)}_${name}`, pluginLimits.toolNameCharacters);
}

/** True if the plugin may publish a tool under the name: its namespace, then plain characters. */
export function isToolNameOf(pluginId: string, name: string): boolean {
  const prefix = `${namespaceOf(pluginId)}_`;
  return name.startsWith(prefix) && name.length > prefix.length && plainName.test(name);
}

const plainName = /^[a-z0-9_]{1,64}$/;

function namespaceOf(pluginId: string): string {
  const name = cleaned(pluginId).slice(0, pluginLimits.toolNamespaceCharacters);
  // Some model providers refuse names that begin with a digit.
  return /^[0-9]/.test(name) ? `p_${name}` : name;
}

function cleaned(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
