import { INTERNAL_ERROR, type JSONRPCErrorResponse } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { OversizedLine } from '../../platform/process/line-splitter.js';

/** Marks this client's placeholders. */
const mark = 'office-transport';

const placeholderData = z.object({ mark: z.literal(mark), lost: z.boolean() });

/** An answer has its id near the beginning or at the very end, depending on the writer. */
const idAtHead =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,\s*"(?:result|error)"/;
const idAtTail = /[}\]]\s*,(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$/;

/** Id of the request answered by a line that was too long; null if unreadable. */
export function requestAnsweredBy({ head, tail }: OversizedLine): number | null {
  const id = (idAtHead.exec(head) ?? idAtTail.exec(tail))?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * An error answer that replaces a missing one, so that the request fails at once instead of timing
 * out.
 * @param lost true: the connection ended first; false: the answer was not read
 */
export function placeholder(
  id: string | number,
  message: string,
  lost = false,
): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message, data: { mark, lost } } };
}

/** True if an error's data belong to a placeholder. */
export function isPlaceholder(data: unknown): boolean {
  return placeholderData.safeParse(data).success;
}

/** True if they say that the connection ended before the answer. */
export function saysLost(data: unknown): boolean {
  return placeholderData.safeParse(data).data?.lost === true;
}
