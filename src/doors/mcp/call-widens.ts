import { z } from 'zod';
import { type McpToolName, mcpToolRights } from '../../protocol/rules/rights-table.js';

const toolCall = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
});

/**
 * True if a JSON-RPC message calls a tool that widens rights: one that answers for a person, like
 * the command `approve`.
 */
export function callWidens(message: Readonly<Record<string, unknown>>): boolean {
  const call = toolCall.safeParse(message);
  return call.success && answersForPerson(call.data.params.name);
}

function answersForPerson(name: string): boolean {
  const isKnown = Object.hasOwn(mcpToolRights, name);
  return isKnown && mcpToolRights[name as McpToolName].some((right) => right === 'approve');
}
