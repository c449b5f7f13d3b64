import { ErrorCode, type JSONRPCErrorResponse } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { OversizedLine } from '../../platform/process/line-splitter.js';

/** Marks placeholders of this client. */
const mark = 'office-transport';

const placeholderData = z.object({ mark: z.literal(mark) });

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
 * An error answer in place of one that was lost, so that the request fails at once and not by its
 * timeout.
 */
export function placeholder(id: string | number, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message, data: { mark } } };
}

/** Whether the data of an error are those of a placeholder. */
export function isPlaceholder(data: unknown): boolean {
  return placeholderData.safeParse(data).success;
}
