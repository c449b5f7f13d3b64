import { markedName, shortenedName } from '../../tools/shortened-name.js';

const maxCharacters = 64;

/**
 * The name employees call a server's tool by: `mcp__<server>__<tool>`. Vendors of models accept
 * letters, digits, `_` and `-`, 64 in all, and refuse a whole turn over one bad name; so what they
 * would not accept is replaced, and a longer name ends in a hash of the whole. Over the wire a tool
 * keeps the name its server gave it.
 */
export function publishedName(serverId: string, tool: string): string {
  return shortenedName(plainName(serverId, tool), maxCharacters);
}

/**
 * The published names of a list of tools. Where two different names come to one, the second ends in
 * a hash of its own; of two with the same name the second is left out.
 */
export function publishedNames<T extends { readonly name: string }>(
  serverId: string,
  tools: readonly T[],
): { readonly named: ReadonlyMap<string, T>; readonly doubled: readonly string[] } {
  const named = new Map<string, T>();
  const doubled: string[] = [];
  for (const tool of tools) {
    const plain = publishedName(serverId, tool.name);
    const taken = named.get(plain);
    const name =
      taken === undefined || taken.name === tool.name
        ? plain
        : markedName(plainName(serverId, tool.name), tool.name, maxCharacters);
    if (named.has(name)) doubled.push(name);
    else named.set(name, tool);
  }
  return { named, doubled };
}

function plainName(serverId: string, tool: string): string {
  return `mcp__${serverId}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`;
}
