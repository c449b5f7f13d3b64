import { APICallError } from '@ai-sdk/provider';
import { causesOf } from '../../platform/errors/error-text.js';
import { fieldsOf, listOf } from './live/answers/foreign-values.js';

const statuses = [400, 422];
const field = /\breasoning(?:_content|_details)?\b/i;
/** The provider requires the field and says so. */
const demand = /must be (?:passed|sent|provided|present)|is (?:missing|required)|field required/i;
/** Refusals for other reasons, which a shorter request might avoid. */
const others =
  /context (?:length|window)|maximum context|too (?:long|large|many)|api key|quota|billing|credit|max_tokens/i;

const fields = ['reasoning_content', 'reasoning', 'reasoning_details'];

/**
 * True if a provider may have refused a request because of returned reasoning: it names the field,
 * or gives no other reason. Only requests with such a field count.
 */
export function mayRefuseReasoning(thrown: unknown): boolean {
  const refusal = refusalIn(thrown);
  if (refusal === undefined || !statuses.includes(refusal.statusCode ?? 0)) return false;
  const said = refusal.responseBody ?? '';
  const names = field.test(said);
  return holdsReasoning(refusal.requestBodyValues) && !(names ? demand : others).test(said);
}

/** True if the provider answered with an error status, so nothing was charged. */
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
