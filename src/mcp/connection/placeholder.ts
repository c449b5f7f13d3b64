import { INTERNAL_ERROR, type JSONRPCErrorResponse } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { OversizedLine } from '../../platform/process/line-splitter.js';

/** Marks placeholders of this client. */
const mark = 'office-transport';

const placeholderData = z.object({ mark: z.literal(mark), lost: z.boolean() });

/** An answer names its request near its beginning or at its very end, depending on who wrote it. */
const idAtHead =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,\s*"(?:result|error)"/;
const idAtTail = /[}\]]\s*,(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$/;

/** The request that a line too long to keep was to answer; null when it cannot be read. */
export function requestAnsweredBy({ head, tail }: OversizedLine): number | null {
  const id = (idAtHead.exec(head) ?? idAtTail.exec(tail))?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * An error answer in place of one that did not come, so that the request fails at once and not by
 * its timeout.
 * @param lost the connection ended before the answer; else the answer was not read
 */
export function placeholder(
  id: string | number,
  message: string,
  lost = false,
): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message, data: { mark, lost } } };
}

/** Whether the data of an error are those of a placeholder. */
export function isPlaceholder(data: unknown): boolean {
  return placeholderData.safeParse(data).success;
}

/** Whether they say that the connection ended before the answer. */
export function saysLost(data: unknown): boolean {
  return placeholderData.safeParse(data).data?.lost === true;
}
