import { APICallError } from '@ai-sdk/provider';
import { z } from 'zod';
import { causesOf } from '../../platform/errors/error-text.js';

const statuses = [400, 422];
const field = /\breasoning(?:_content|_details)?\b/i;
/** The vendor wants the field, and says so. */
const demand = /must be (?:passed|sent|provided|present)|is (?:missing|required)|field required/i;
/** Refusals that have their reason, and might vanish with a shorter request. */
const others =
  /context (?:length|window)|maximum context|too (?:long|large|many)|api key|quota|billing|credit|max_tokens/i;

const sent = z.object({
  messages: z.array(
    z.object({
      reasoning_content: z.unknown(),
      reasoning: z.unknown(),
      reasoning_details: z.unknown(),
    }),
  ),
});

/**
 * Whether a vendor refused a request because reasoning went back with it: it names the field, or
 * gives no other reason. Only a request that held such a field counts.
 */
export function mayRefuseReasoning(thrown: unknown): boolean {
  const refusal = refusalIn(thrown);
  if (refusal === undefined || !statuses.includes(refusal.statusCode ?? 0)) return false;
  const said = refusal.responseBody ?? '';
  const names = field.test(said);
  return holdsReasoning(refusal.requestBodyValues) && !(names ? demand : others).test(said);
}

/** Whether the vendor answered with an error status, so that nothing was paid. */
export function isRefusal(thrown: unknown): boolean {
  return (refusalIn(thrown)?.statusCode ?? 0) >= 400;
}

function refusalIn(thrown: unknown): APICallError | undefined {
  return causesOf(thrown).find((cause) => APICallError.isInstance(cause));
}

function holdsReasoning(body: unknown): boolean {
  const read = sent.safeParse(body);
  const messages = read.success ? read.data.messages : [];
  return messages.some((message) => Object.values(message).some((value) => value !== undefined));
}
