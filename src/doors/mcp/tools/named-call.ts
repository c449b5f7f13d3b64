import { z } from 'zod';
import { carryOutNamed, type Once } from '#platform/commands/once.js';
import type { McpToolName } from '#protocol/rules/rights-table.js';
import { requestIdTexts } from '#protocol/texts/http.js';
import type { ToolCall } from './door-tool.js';

/** The argument by which a call has an id. */
export const requestId = z
  .string()
  .optional()
  .describe('Of your choice: a repeat with the same id within a day does nothing anew.');

interface NamedCall {
  readonly name: McpToolName;
  readonly args: { readonly requestId?: string | undefined };
  readonly call: ToolCall;
}

/** Carries out a call, only once if it has an id, in its arguments or its metadata. */
export function carryOutCall<T>(
  once: Once,
  { name, args, call }: NamedCall,
  work: () => Promise<T>,
): Promise<T> {
  const { requestId: id = call.requestId, ...content } = args;
  const asker = `mcp ${call.actor.tokenId ?? ''}`;
  return carryOutNamed(
    once,
    { asker, id, idName: requestIdTexts.requestId },
    [name, content],
    work,
  );
}
