import { AISDKError, APICallError, EmptyResponseBodyError } from '@ai-sdk/provider';
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { providerTexts } from '../../../protocol/texts/models.js';
import { causesOf, innermostMessage } from '../../../platform/errors/error-text.js';
import type { ErrorLike } from '../../../platform/errors/error-text.js';
import { lenient } from '../../../platform/text/foreign-fields.js';
import { errorDetail } from '../error-detail.js';
import { ProviderFailure } from '../model-provider.js';
import type { ProviderAnswer } from '../model-provider.js';
import type { ProviderDefinition } from '../provider-definition.js';

const retryableNames = ['AbortError', 'TimeoutError'];

const retryableCodes = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

const retryableMessages = /fetch failed|socket hang up/i;

const reportSchema = z
  .object({
    message: lenient(z.string()),
    type: lenient(z.string()),
    code: lenient(z.union([z.number(), z.string()])),
  })
  .catch({});

/** Statuses after which the same request may succeed (behaviour-engine.md 3.7). */
export function isRetryableStatus(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || status >= 500;
}

/** Whatever a call threw, as the reason it failed, in the words of interface.md 7. */
export function vendorFailure(
  thrown: unknown,
  { id, key, keyEnvVar }: ProviderDefinition,
  partial: ProviderAnswer | null,
): ProviderFailure {
  const causes = causesOf(thrown);
  const refusal = causes.find((cause) => APICallError.isInstance(cause));
  const status = refusal?.statusCode ?? 0;
  const most = limits.providerErrorCharacters;
  if (refusal !== undefined && status >= 400) {
    const said = errorDetail(refusal.responseBody ?? '', most, key) || refusal.message;
    const ofKey = keyEnvVar !== null && refusesKey(status, said);
    const detail = ofKey ? providerTexts.keyRefused(said, keyEnvVar) : said;
    return new ProviderFailure(providerTexts.httpError(status, id, detail), {
      retryable: isRetryableStatus(status),
      partial,
      cause: thrown,
    });
  }
  if (causes.some((cause) => EmptyResponseBodyError.isInstance(cause))) {
    return new ProviderFailure(providerTexts.noBody(id), { retryable: true, partial });
  }
  const detail = errorDetail(innermostMessage(thrown), most, key);
  return new ProviderFailure(providerTexts.failed(id, detail), {
    retryable: causes.some(isRetryable),
    partial,
    cause: thrown,
  });
}

/** An error a vendor reports inside a stream; null where the SDK merely could not read a line. */
export function reportedFailure(
  error: unknown,
  { id, key }: ProviderDefinition,
  partial: ProviderAnswer | null,
): ProviderFailure | null {
  if (AISDKError.isInstance(error)) return null;
  const { message = asText(error), type, code } = reportSchema.parse(error);
  const retryable = type === 'overloaded_error' || isRetryableStatus(Number(code));
  const detail = errorDetail(message, limits.providerErrorCharacters, key);
  return new ProviderFailure(providerTexts.failed(id, detail), { retryable, partial });
}

/** JSON of a vendor may have a `toString` that is no function. */
function asText(error: unknown): string {
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
}

/** Gemini refuses a key with 400. */
function refusesKey(status: number, said: string): boolean {
  return [401, 403].includes(status) || (status === 400 && /\bapi key not valid\b/i.test(said));
}

function isRetryable({ name, code, message }: ErrorLike): boolean {
  return (
    retryableNames.includes(name) ||
    (typeof code === 'string' && retryableCodes.includes(code)) ||
    retryableMessages.test(message)
  );
}
