import type { McpServer } from '../../src/protocol/records/mcp.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { StdioServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import type { OfficeSocket } from '../support/office-socket.js';

/** `id=command args` as `OFFICE_MCP_SERVERS` takes it. */
export function inline(...servers: StdioServerConfig[]): string {
  return servers.map(({ id, command, args }) => [`${id}=${command}`, ...args].join(' ')).join(';');
}

/** The server's row once it has come to a state. */
export async function settled(socket: OfficeSocket, id: string, state: string): Promise<McpServer> {
  const rowIn = ({ mcp }: OfficeState) => mcp.servers.find((server) => server.id === id);
  const known = socket.ofType('hello').map((hello) => rowIn(hello.state));
  const ready = known.find((row) => row?.state === state);
  if (ready !== undefined) return ready;
  const frame = await socket.waitFor(
    'office.updated',
    (event) => rowIn(event.state)?.state === state,
  );
  return rowIn(frame.state)!;
}
