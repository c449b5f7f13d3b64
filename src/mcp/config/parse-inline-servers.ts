import { mcpTexts } from '../../protocol/texts/mcp.js';
import {
  defaultRequestTimeoutMs,
  serverIdPattern,
  type McpServerConfig,
} from './mcp-server-config.js';

export interface ParsedServers {
  readonly servers: readonly McpServerConfig[];
  /** A line for each entry that was skipped or changed. */
  readonly problems: readonly string[];
}

/** Parses `OFFICE_MCP_SERVERS`: `<id>=<command> [args]`, separated by semicolons. */
export function parseInlineServers(text: string): ParsedServers {
  const servers = new Map<string, McpServerConfig>();
  const problems: string[] = [];
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const parsed = parseInlineServer(entry);
    if (typeof parsed === 'string') problems.push(parsed);
    else if (servers.has(parsed.id)) problems.push(mcpTexts.inlineDuplicate(parsed.id));
    else servers.set(parsed.id, parsed);
  }
  return { servers: [...servers.values()], problems };
}

/** The server, or the fault of the entry. */
function parseInlineServer(entry: string): McpServerConfig | string {
  const equals = entry.indexOf('=');
  if (equals < 0) return mcpTexts.inlineForm(entry);
  const id = entry.slice(0, equals).trim();
  if (!serverIdPattern.test(id)) return mcpTexts.inlineId(id);
  const [command, ...args] = entry
    .slice(equals + 1)
    .split(/\s+/)
    .filter(Boolean);
  if (command === undefined) return mcpTexts.inlineNoCommand(id);
  return {
    id,
    type: 'stdio',
    command,
    args,
    env: {},
    cwd: null,
    enabled: true,
    requestTimeoutMs: defaultRequestTimeoutMs,
  };
}
