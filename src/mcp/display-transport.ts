import { displayCommand } from '../platform/process/display-command.js';
import type { McpServerConfig } from './config/mcp-server-config.js';
import { displayUrl } from './config/url-credentials.js';

/** A server's transport for states: a command line or an address, without secrets. */
export function displayTransport(server: McpServerConfig): string {
  return server.type === 'stdio'
    ? displayCommand(server.command, server.args)
    : displayUrl(server.url);
}
