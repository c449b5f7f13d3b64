import { readConfigurationFile } from '../../platform/config/entries-file.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import type { McpServerConfig } from './mcp-server-config.js';
import { parseInlineServers } from './parse-inline-servers.js';
import { listedEntries, parseListedEntries } from './parse-server-entries.js';

/** What the operator configured, as far as it can be used. */
export interface McpConfiguration {
  readonly servers: readonly McpServerConfig[];
  readonly problems: readonly string[];
  /** The file that was read; null = none. */
  readonly path: string | null;
}

/** Reads both sources anew, the file and `OFFICE_MCP_SERVERS`; on the same id the file wins. */
export async function readMcpConfiguration({
  mcp,
  environment,
}: Pick<OfficeConfig, 'mcp' | 'environment'>): Promise<McpConfiguration> {
  const variable = 'OFFICE_MCP_CONFIG';
  const file = await readConfigurationFile({
    path: mcp.configPath,
    variable,
    named: environment[variable] !== undefined,
  });
  const { path } = file;
  const isRead = path !== null && file.problems.length === 0;
  const found = isRead ? listedEntries(file.document, path) : { listed: [], problems: [] };
  const listed = parseListedEntries(found.listed);
  const inline = parseInlineServers(mcp.servers);
  const ids = new Set(listed.servers.map(({ id }) => id));
  return {
    servers: [...listed.servers, ...inline.servers.filter(({ id }) => !ids.has(id))],
    problems: [...inline.problems, ...file.problems, ...found.problems, ...listed.problems],
    path,
  };
}
