import { pluginLimits } from '../plugin-limits.js';

/**
 * The name under which a plugin's tool is granted and called (records.md 6.4): `office.office-echo`
 * and `echo` make `office_office_echo_echo`. Null when nothing of the tool's own name is left.
 */
export function namespacedToolName(pluginId: string, toolName: string): string | null {
  const namespace = cleaned(pluginId).slice(0, pluginLimits.toolNamespaceCharacters);
  const name = cleaned(toolName);
  return name === '' ? null : `${namespace}_${name}`.slice(0, pluginLimits.toolNameCharacters);
}

function cleaned(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
