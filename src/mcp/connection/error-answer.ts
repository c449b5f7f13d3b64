import { z } from 'zod';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';

const answer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  error: z.looseObject({ code: z.number(), message: z.string() }),
});

/** The error answer to a request in a body; null if there is none. */
export function errorAnswer(
  body: string,
  awaited: string | number | null,
): z.output<typeof answer> | null {
  if (awaited === null) return null;
  const read = answer.safeParse(parsedOrUndefined(body)).data;
  return read?.id === awaited ? read : null;
}
