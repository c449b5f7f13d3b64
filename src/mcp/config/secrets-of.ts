import { secretValuesIn } from '../../platform/process/secret-values.js';
import type { McpServerConfig } from './mcp-server-config.js';

/**
 * An operator's secrets for a server: credentials in its environment, and its headers. They are
 * hidden if the server repeats them.
 */
export function secretsOf(server: McpServerConfig): readonly string[] {
  if (server.type === 'stdio') return secretValuesIn(server.env);
  // In `Bearer abc`, `abc` alone is secret too.
  const { headers, oauth } = server;
  const sent = Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']);
  return oauth?.clientSecret ? [...sent, oauth.clientSecret] : sent;
}
