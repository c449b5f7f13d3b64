import { APICallError } from '@ai-sdk/provider';
import { limits } from '#protocol/limits.js';
import { endingTexts, providerTexts } from '#protocol/texts/models.js';
import { causesOf, innermostMessage, type ErrorLike } from '#platform/errors/error-text.js';
import { ProxyError } from '#platform/net/proxy-error.js';
import { errorDetail, pageDetail } from '../error-detail.js';
import { ProviderFailure, type ProviderAnswer } from '../model-provider.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { ReportedError } from './answer-fetch.js';
import { WebPageAnswer } from './answers/answer-items.js';
import type { AnswerEnding } from './answers/answer-reader.js';
import { requestedWaitMs } from './requested-wait.js';
import { reportInText, type ProviderReport } from './provider-report.js';

/** Errors that a retry cannot change. */
const permanent = [
  'invalid',
  'auth',
  'permission',
  'not_found',
  'unsupported',
  'insufficient',
  'quota',
  'billing',
  'context_length',
  'too_large',
  'content',
  'policy',
];

const resources = 'insufficient_system_resource';

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

/** Converts an error of a call into its reason for people. */
export function providerFailure(
  thrown: unknown,
  definition: ProviderDefinition,
  partial: ProviderAnswer | null,
): ProviderFailure {
  const { id, key } = definition;
  const causes = causesOf(thrown);
  const reported = causes.find((cause) => cause instanceof ReportedError);
  if (reported !== undefined) {
    return reportedFailure(reported.report, definition, { partial, waitMs: null, isEvent: false });
  }
  const refusal = causes.find((cause) => APICallError.isInstance(cause));
  if (refusal !== undefined && (refusal.statusCode ?? 0) >= 400) {
    return refusedFailure(refusal, definition, partial);
  }
  const page = causes.find((cause) => cause instanceof WebPageAnswer);
  if (page !== undefined) {
    const message = providerTexts.failed(id, pageDetail(page.page));
    return new ProviderFailure(message, { retryable: false, partial });
  }
  const detail = errorDetail(innermostMessage(thrown), limits.providerErrorCharacters, key);
  return new ProviderFailure(providerTexts.failed(id, detail), {
    retryable: causes.some(isRetryable) && !causes.some(isRefusalOfProxy),
    partial,
    cause: thrown,
  });
}

/** A request answered with an error status. */
function refusedFailure(
  refusal: APICallError,
  { id, key, keyEnvVar }: ProviderDefinition,
  partial: ProviderAnswer | null,
): ProviderFailure {
  const {
    statusCode: status = 0,
    responseBody: body = '',
    responseHeaders: headers = {},
  } = refusal;
  const said = errorDetail(body, limits.providerErrorCharacters, key) || refusal.message;
  const ofKey = keyEnvVar !== null && refusesKey(status, said);
  const detail = ofKey ? providerTexts.keyRefused(said, keyEnvVar) : said;
  const report = reportInText(body) ?? { message: said, words: [], status };
  const waitMs = requestedWaitMs({ headers, body }, Date.now());
  const outOfMoney = isOutOfMoney(report);
  return new ProviderFailure(providerTexts.httpError(status, id, detail), {
    retryable: isRetryableStatus(status) && !outOfMoney,
    limited: status === 429 && !outOfMoney && isRateLimit({ ...report, status }),
    waitMs,
    partial,
    cause: refusal,
  });
}

/** Statuses that correspond to Anthropic's error types, for errors sent as events. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
};

interface ReportPlace {
  readonly partial: ProviderAnswer | null;
  readonly waitMs: number | null;
  /** The error is an event of a stream, where types replace statuses. */
  readonly isEvent: boolean;
}

/** An error that a provider reports instead of an answer, or during one. */
export function reportedFailure(
  report: ProviderReport,
  { id, key, kind }: ProviderDefinition,
  { partial, waitMs, isEvent }: ReportPlace,
): ProviderFailure {
  const detail = errorDetail(report.message, limits.providerErrorCharacters, key);
  const [type = ''] = report.words;
  const stands = isEvent && kind === 'anthropic' && partial === null;
  const status = stands ? statuses[type] : undefined;
  const message =
    status === undefined
      ? providerTexts.failed(id, detail)
      : providerTexts.httpError(status, id, detail);
  return new ProviderFailure(message, {
    retryable: isPassing(report),
    limited: isPassing(report) && isRateLimit(report),
    waitMs,
    partial,
  });
}

/** True if a provider refused the key; Gemini does with status 400. */
export function refusesKey(status: number, said: string): boolean {
  return [401, 403].includes(status) || (status === 400 && /\bapi key not valid\b/i.test(said));
}

/** A proxy that refuses the login or the target will do so again. */
function isRefusalOfProxy(cause: ErrorLike): boolean {
  return cause instanceof ProxyError && cause.refuses;
}

function isRetryable({ name, code, message }: ErrorLike): boolean {
  return (
    retryableNames.includes(name) ||
    (typeof code === 'string' && retryableCodes.includes(code)) ||
    retryableMessages.test(message)
  );
}

/** Why a completed answer is unusable. */
interface EndingFault {
  readonly message: string;
  /** The provider's trouble, not the answer's: if nothing was written it may be retried. */
  readonly passing: boolean;
}

const troubles = ['insufficient_system_resource', 'error', 'network_error', 'abort'];
const overflows = ['model_context_window_exceeded', 'model_length', 'context_length_exceeded'];

/** Null: a normal end, or the requested limit was reached. */
export function endingFault(id: string, ending: AnswerEnding | null): EndingFault | null {
  if (ending === null) return { message: endingTexts.unfinished(id), passing: true };
  const { end, raw, explanation } = ending;
  if (end === 'filtered') {
    const isFilter =
      raw !== null && /filter|safety|sensitive|recitation|block|prohibited/i.test(raw);
    const reason = raw === null || raw === 'stop' ? 'refusal' : raw;
    const message = isFilter
      ? endingTexts.filtered(id, reason)
      : endingTexts.refused(id, explanation ?? reason);
    return { message, passing: false };
  }
  if (raw === null) return null;
  if (overflows.includes(raw)) {
    return { message: endingTexts.contextFull(id, raw), passing: false };
  }
  if (troubles.includes(raw)) return { message: endingTexts.trouble(id, raw), passing: true };
  return null;
}

/** True if the same request may succeed later; unknown errors count as transient. */
function isPassing({ words, status }: ProviderReport): boolean {
  if (words.includes(resources)) return true;
  if (words.some((word) => permanent.some((part) => word.includes(part)))) return false;
  return status === null || isRetryableStatus(status);
}

/** True if the key has reached a rate limit, which applies to all its requests. */
function isRateLimit({ words, status }: ProviderReport): boolean {
  if (words.some((word) => word.includes('overloaded'))) return false;
  return status === 429 || words.some((word) => /rate_limit|resource_exhausted/.test(word));
}

/**
 * True if the account is out of money; some providers report this as a rate limit, although waiting
 * does not help.
 */
function isOutOfMoney({ words }: ProviderReport): boolean {
  return words.some((word) => /insufficient_quota|exceeded_current_quota|billing/.test(word));
}

/** Statuses after which the same request may succeed. */
function isRetryableStatus(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || status >= 500;
}
