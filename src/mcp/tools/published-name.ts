import { markedName, shortenedName } from '../../tools/shortened-name.js';

const maxCharacters = 64;

/**
 * The name for employees: `mcp__<server>__<tool>`. Model providers accept letters, digits, `_` and
 * `-`, 64 in all, and refuse a whole turn over one bad name; other characters are replaced, and a
 * longer name ends in a hash. On the wire a tool keeps the server's name.
 */
export function publishedName(serverId: string, tool: string): string {
  return shortenedName(plainName(serverId, tool), maxCharacters);
}

/**
 * The published names of a list of tools. If two names coincide, the second gets a hash of its own;
 * a repeated name is left out.
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
