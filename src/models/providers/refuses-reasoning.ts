import { APICallError } from '@ai-sdk/provider';
import { causesOf } from '../../platform/errors/error-text.js';
import { fieldsOf, listOf } from './live/answers/foreign-values.js';

const statuses = [400, 422];
const field = /\breasoning(?:_content|_details)?\b/i;
/** The vendor wants the field, and says so. */
const demand = /must be (?:passed|sent|provided|present)|is (?:missing|required)|field required/i;
/** Refusals that have their reason, and might vanish with a shorter request. */
const others =
  /context (?:length|window)|maximum context|too (?:long|large|many)|api key|quota|billing|credit|max_tokens/i;

const fields = ['reasoning_content', 'reasoning', 'reasoning_details'];

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
  const messages = listOf(fieldsOf(body)['messages']).map(fieldsOf);
  return messages.some((message) => fields.some((name) => message[name] !== undefined));
}
