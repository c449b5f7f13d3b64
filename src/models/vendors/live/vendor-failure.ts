import { AISDKError, APICallError, EmptyResponseBodyError } from '@ai-sdk/provider';
import { limits } from '../../../protocol/limits.js';
import { providerTexts } from '../../../protocol/texts/models.js';
import { causesOf, innermostMessage } from '../../../platform/errors/error-text.js';
import type { ErrorLike } from '../../../platform/errors/error-text.js';
import { errorDetail } from '../error-detail.js';
import { ProviderFailure } from '../model-provider.js';
import type { ProviderAnswer } from '../model-provider.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { ReportedError } from './answer-fetch.js';
import { toldWaitMs } from './retry-after.js';
import {
  isOutOfMoney,
  isPassing,
  isRateLimit,
  isRetryableStatus,
  reportIn,
  reportInText,
} from './vendor-report.js';
import type { VendorReport } from './vendor-report.js';

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

/** The last one is the SDK's word for a first event of Anthropic's that cannot be read. */
const retryableMessages = /fetch failed|socket hang up|normalized Anthropic stream error/i;

/** Whatever a call threw, as the reason it failed, in the words of interface.md 7. */
export function vendorFailure(
  thrown: unknown,
  definition: ProviderDefinition,
  partial: ProviderAnswer | null,
): ProviderFailure {
  const { id, key } = definition;
  const causes = causesOf(thrown);
  const reported = causes.find((cause) => cause instanceof ReportedError);
  if (reported !== undefined) {
    const waitMs = toldWaitMs(reported.refused, Date.now());
    return reportedFailure(reported.report, definition, partial, waitMs);
  }
  const refusal = causes.find((cause) => APICallError.isInstance(cause));
  if (refusal !== undefined && (refusal.statusCode ?? 0) >= 400) {
    return refusedFailure(refusal, definition, partial);
  }
  if (causes.some((cause) => EmptyResponseBodyError.isInstance(cause))) {
    return new ProviderFailure(providerTexts.noBody(id), { retryable: true, partial });
  }
  const detail = errorDetail(innermostMessage(thrown), limits.providerErrorCharacters, key);
  return new ProviderFailure(providerTexts.failed(id, detail), {
    retryable: causes.some(isRetryable),
    partial,
    cause: thrown,
  });
}

/** A request that was answered with an error status. */
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
  const waitMs = toldWaitMs({ headers, body }, Date.now());
  const outOfMoney = isOutOfMoney(report);
  return new ProviderFailure(providerTexts.httpError(status, id, detail), {
    retryable: isRetryableStatus(status) && !outOfMoney,
    limited: status === 429 && !outOfMoney && isRateLimit({ ...report, status }),
    waitMs,
    partial,
    cause: refusal,
  });
}

/** An error that a vendor reports although it had begun to answer. */
export function reportedFailure(
  report: VendorReport,
  { id, key }: ProviderDefinition,
  partial: ProviderAnswer | null,
  waitMs: number | null = null,
): ProviderFailure {
  const detail = errorDetail(report.message, limits.providerErrorCharacters, key);
  return new ProviderFailure(providerTexts.failed(id, detail), {
    retryable: isPassing(report),
    limited: isPassing(report) && isRateLimit(report),
    waitMs,
    partial,
  });
}

/** What the SDK calls an error in a stream; null where it merely could not read a line. */
export function reportFrom(error: unknown): VendorReport | null {
  if (AISDKError.isInstance(error)) return null;
  return reportIn({ error }) ?? { message: JSON.stringify(error) ?? '', words: [], status: null };
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
