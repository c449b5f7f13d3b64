import type { Command } from 'commander';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';

const examples = `
Examples:
  $ claude mcp add office -- ${office} mcp
  $ codex mcp add office -- ${office} --url http://127.0.0.1:8787 mcp

It speaks on standard input and output, until its client leaves. Tools that the token may not use
are not listed.`;

export function addMcp(program: Command, act: Act): void {
  program
    .command('mcp')
    .description('the office as an MCP server over standard input and output, for other agents')
    .addHelpText('after', examples)
    .action(act(bridge));
}

/** @throws OfficeUnreachable at once if nobody answers */
async function bridge({ address, http, interrupt }: Around): Promise<void> {
  await http.health({ signal: interrupt.signal });
  const { McpBridge } = await import('../mcp-bridge.js');
  await new McpBridge(address).run(interrupt.signal);
}
