const maxCharacters = 64;

/**
 * The name employees call a server's tool by: `mcp__<server>__<tool>`. Vendors of models accept
 * letters, digits, `_` and `-`, 64 in all, and refuse a whole turn over one bad name; so what they
 * would not accept is replaced. Over the wire a tool keeps the name its server gave it.
 */
export function publishedName(serverId: string, tool: string): string {
  return `mcp__${serverId}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, maxCharacters);
}
