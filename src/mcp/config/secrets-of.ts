import { secretValuesIn } from '../../platform/process/secret-values.js';
import type { McpServerConfig } from './mcp-server-config.js';

/**
 * What an operator gave a server in confidence: credentials of its environment, and its headers. A
 * server that echoes them must not show them to every client of this service.
 */
export function secretsOf(server: McpServerConfig): readonly string[] {
  if (server.type === 'stdio') return secretValuesIn(server.env);
  // Of `Bearer abc`, the `abc` alone is as secret as the whole.
  const { headers, oauth } = server;
  const sent = Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']);
  return oauth?.clientSecret ? [...sent, oauth.clientSecret] : sent;
}
