import { shortenedName } from '../../tools/shortened-name.js';
import { pluginLimits } from '../plugin-limits.js';

/**
 * The name under which a plugin's tool is granted and called: `office.office-echo` and `echo` make
 * `office_office_echo_echo`. Null when nothing of the tool's own name is left.
 */
export function namespacedToolName(pluginId: string, toolName: string): string | null {
  const name = cleaned(toolName);
  if (name === '') return null;
  return shortenedName(`${namespaceOf(pluginId)}_${name}`, pluginLimits.toolNameCharacters);
}

/** Whether the plugin may publish a tool under the name: its namespace, then plain characters. */
export function isToolNameOf(pluginId: string, name: string): boolean {
  const prefix = `${namespaceOf(pluginId)}_`;
  return name.startsWith(prefix) && name.length > prefix.length && plainName.test(name);
}

const plainName = /^[a-z0-9_]{1,64}$/;

function namespaceOf(pluginId: string): string {
  const name = cleaned(pluginId).slice(0, pluginLimits.toolNamespaceCharacters);
  // Some vendors of models take no name that begins with a digit.
  return /^[0-9]/.test(name) ? `p_${name}` : name;
}

function cleaned(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
