import { AutomaticCache } from './core/prompt-cache.js';
import type { LimitReached, LimitStates } from './core/rate-limiter.js';
import { Refusal } from './core/refusal.js';
import { bearerKey } from './core/provider-rules.js';
import type { ProviderRules } from './core/provider-rules.js';
import { openAiChat } from './openai-chat.js';
import { openAiError, openAiModelList } from './openai-models.js';
import { openAiResponses } from './openai-responses.js';
import type { Stored } from './openai-responses-input.js';

/** OpenAI: chat completions and the Responses API. */
export function openAi(): ProviderRules {
  const stored: Stored = { reasoning: new Map(), beforeCall: new Map() };
  return {
    id: 'openai',
    basePath: '/v1',
    completions: {
      'POST /chat/completions': openAiChat,
      'POST /responses': (call) => openAiResponses(call, stored),
    },
    lists: { '/models': openAiModelList },
    // https://developers.openai.com/api/docs/guides/prompt-caching
    newCache: () => new AutomaticCache({ atLeast: 1024, step: 128, billsWrites: true }),
    keyIn: bearerKey,
    wrongKey,
    unknownRoute: (method, path) =>
      openAiError('route', 404, {
        message: `Invalid URL (${method} /v1${path})`,
        param: null,
        code: null,
      }),
    notJson: () =>
      openAiError('json', 400, {
        message: 'We could not parse the JSON body of your request.',
        param: null,
        code: null,
      }),
    rateLimited,
    limitHeaders,
    failure: (kind) => new Refusal('failure', kind === 'overloaded' ? 503 : 500, { error: failed }),
    errorFrame: {
      event: 'error',
      data: { ...serverError, type: 'error', sequence_number: 9, error: failed },
    },
    errorBody: { error: failed },
  };
}

const serverError = {
  message: 'The server had an error while processing your request. Sorry about that!',
  param: null,
  code: 'server_error',
};
const failed = { ...serverError, type: 'server_error' };

/** https://developers.openai.com/api/docs/guides/error-codes */
function wrongKey(key: string | null): Refusal {
  if (key === null) {
    const message =
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).";
    return openAiError('key', 401, { message, param: null, code: null });
  }
  const shown = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
  const message = `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`;
  return openAiError('key', 401, { message, param: null, code: 'invalid_api_key' });
}

/** https://developers.openai.com/api/docs/guides/rate-limits */
function rateLimited(reached: LimitReached): Refusal {
  const { by, retryMs, asked } = reached;
  const { limit, remaining } = reached[by];
  const name = by === 'requests' ? 'requests per min (RPM)' : 'tokens per min (TPM)';
  const used = limit - remaining;
  const requested = by === 'requests' ? 1 : asked;
  const wait = duration(retryMs);
  const message = `Rate limit reached for this model in organization org-simulated on ${name}: Limit ${limit}, Used ${used}, Requested ${requested}. Please try again in ${wait}. Visit https://platform.openai.com/account/rate-limits to learn more.`;
  const error = { message, type: by, param: null, code: 'rate_limit_exceeded' };
  return new Refusal(
    'rate-limit',
    429,
    { error },
    {
      ...limitHeaders(reached),
      'retry-after-ms': String(retryMs),
      'retry-after': String(Math.ceil(retryMs / 1000)),
    },
  );
}

function limitHeaders({ requests, tokens }: LimitStates): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit-requests': String(requests.limit),
    'x-ratelimit-remaining-requests': String(requests.remaining),
    'x-ratelimit-reset-requests': duration(requests.resetMs),
    'x-ratelimit-limit-tokens': String(tokens.limit),
    'x-ratelimit-remaining-tokens': String(tokens.remaining),
    'x-ratelimit-reset-tokens': duration(tokens.resetMs),
  };
}

/** A duration in OpenAI's format: `20ms`, `1.5s`, `6m0s`. */
function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = (ms - minutes * 60_000) / 1000;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
