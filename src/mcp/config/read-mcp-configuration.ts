import { readConfigurationFile } from '../../platform/config/entries-file.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import type { McpServerConfig } from './mcp-server-config.js';
import { parseInlineServers } from './parse-inline-servers.js';
import { listedEntries, parseListedEntries } from './parse-server-entries.js';

/** The usable part of the operator's configuration. */
export interface McpConfiguration {
  readonly servers: readonly McpServerConfig[];
  readonly problems: readonly string[];
  /** Path of the file; null = none. */
  readonly path: string | null;
}

/** Reads both sources again, the file and `OFFICE_MCP_SERVERS`; for equal ids the file wins. */
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
