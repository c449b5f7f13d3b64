import type { McpLimits } from '../mcp-limits.js';
import { McpClient } from './mcp-client.js';
import type { McpTransport } from './mcp-transport.js';
import { type Approach, nextApproach } from './protocol-versions.js';
import type { ServerIdentity } from './server-identity.js';

interface OpenedClient {
  readonly client: McpClient;
  readonly identity: ServerIdentity;
}

/**
 * Connects to a server of either protocol, with a new transport per attempt: a server may end or
 * hang on an unknown request.
 * @param openTransport makes the next transport; throws if it is no longer wanted
 * @throws McpRequestError
 */
export async function openClient(
  openTransport: () => McpTransport,
  { handshakeMs, probeMs }: Pick<McpLimits, 'handshakeMs' | 'probeMs'>,
): Promise<OpenedClient> {
  let approach: Approach = 'ask';
  let probeAnswered = false;
  for (;;) {
    const client = new McpClient(
      openTransport(),
      approach,
      approach === 'ask' ? probeMs : handshakeMs,
    );
    try {
      return { client, identity: await client.open(handshakeMs) };
    } catch (error) {
      const attempt = client.attempt(error);
      probeAnswered ||= attempt.probeAnswered;
      const next = nextApproach({ ...attempt, probeAnswered });
      await client.close();
      if (next === null) throw error;
      approach = next;
    }
  }
}
