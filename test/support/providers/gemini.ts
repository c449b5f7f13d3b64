import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
  commonFinish,
} from './core/chat-dialect.js';
import type { ChatBody, ChatWords } from './core/chat-dialect.js';
import { AutomaticCache, tokensOf } from './core/prompt-cache.js';
import type { LimitReached } from './core/rate-limiter.js';
import { Refusal } from './core/refusal.js';
import type { Usage } from './core/reply.js';
import { idFrom, seal } from './core/signatures.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Json, Turn, ProviderRules } from './core/provider-rules.js';
import {
  checkEffort,
  checkMessages,
  checkSignatures,
  checkTools,
  invalid,
  isSigned,
  refusal,
  signatureSeal,
} from './gemini-rules.js';

/** https://ai.google.dev/gemini-api/docs/models */
const thinking = [
  'gemini-4-argon',
  'gemini-3.8-flash',
  'gemini-3.7-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
  'gemini-3-flash-preview',
  'gemini-2.5-pro',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
  'gemini-flash-latest',
  'gemini-pro-latest',
];
/** Models in the list that cannot converse. */
const others = [
  'gemini-embedding-2',
  'gemini-embedding-001',
  'gemini-3-pro-image',
  'gemini-3.1-flash-tts-preview',
  'gemini-3.1-flash-live-preview',
  'deep-research-max-preview-04-2026',
  'imagen-4.0-generate-001',
  'veo-3.1-generate-preview',
  'aqa',
];
const contextWindow = 1_048_576;
const mostOutput = 65_536;

const overloadedText = 'The model is overloaded. Please try again later.';

/** Gemini's endpoint that is compatible with OpenAI: https://ai.google.dev/gemini-api/docs/openai */
export function gemini(): ProviderRules {
  return {
    id: 'google',
    basePath: '/v1beta/openai',
    completions: { 'POST /chat/completions': complete },
    lists: {
      '/models': () => ({
        object: 'list',
        data: [...thinking, ...others].map((id) => ({
          id: `models/${id}`,
          object: 'model',
          owned_by: 'google',
        })),
      }),
    },
    // https://ai.google.dev/gemini-api/docs/caching: implicit, from 2,048 tokens.
    newCache: () => new AutomaticCache({ atLeast: 2048, step: 1 }),
    keyIn: bearerKey,
    // 400, not 401: https://github.com/continuedev/continue/issues/10748
    wrongKey: () =>
      refusal('key', 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
          metadata: { service: 'generativelanguage.googleapis.com' },
        },
      ]),
    unknownRoute: () => new Refusal('route', 404, ''),
    notJson: () => invalid('json', 'Invalid JSON payload received. Unexpected end of string.'),
    rateLimited,
    limitHeaders: () => ({}),
    failure: (kind) =>
      kind === 'overloaded'
        ? refusal('failure', 503, 'UNAVAILABLE', overloadedText)
        : refusal('failure', 500, 'INTERNAL', 'Internal error encountered.'),
    errorFrame: {
      data: [{ error: { code: 503, message: overloadedText, status: 'UNAVAILABLE' } }],
    },
    errorBody: [
      { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } },
    ],
  };
}

/** https://ai.google.dev/gemini-api/docs/rate-limits: the wait stands in the details. */
function rateLimited({ retryMs, by, requests, tokens }: LimitReached): Refusal {
  const [metric, limit] =
    by === 'requests'
      ? ['generate_content_requests', requests.limit]
      : ['generate_content_input_token_count', tokens.limit];
  const seconds = retryMs / 1000;
  const message = `You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: generativelanguage.googleapis.com/${metric}, limit: ${limit}\nPlease retry in ${seconds}s.`;
  return refusal('rate-limit', 429, 'RESOURCE_EXHAUSTED', message, [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
  ]);
}

function complete(call: Call): Turn {
  const body = read(call);
  const model = body.model.replace(/^models\//, '');
  checkEffort(body, model);
  checkTools(body);
  checkMessages(body.messages);
  if (isSigned(model)) checkSignatures(body.messages);
  const segments = chatSegments(body);
  const tokens = tokensOf(segments);
  if (tokens > contextWindow) {
    const message = `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${contextWindow}).`;
    throw invalid('context', message);
  }
  const words = wordsFor(call, body, model);
  return {
    conversation: chatConversation('google', body),
    segments,
    cacheLane: model,
    streamed: body.stream === true,
    thinks: body.reasoning_effort !== 'none',
    outputLimit: body.max_completion_tokens ?? body.max_tokens ?? mostOutput,
    callId: (_name, index) => `function-call-${BigInt(`0x${hex(call, index)}`)}`,
    frames: (answer, used) => chatFrames(words, answer, used),
    whole: (answer, used) => chatWhole(words, answer, used),
  };
}

function hex({ number }: Call, index: number): string {
  return Buffer.from(idFrom(`gemini ${number} ${index}`, 8)).toString('hex');
}

/** The first of several calls is signed: https://ai.google.dev/gemini-api/docs/thought-signatures */
function wordsFor(call: Call, body: ChatBody, model: string): ChatWords {
  return {
    id: idFrom(`gemini ${call.number}`, 22),
    model,
    finish: { ...commonFinish, refused: 'content_filter' },
    usage,
    callFields: ({ name, arguments: args }, index) =>
      index === 0 && isSigned(model)
        ? { extra_content: { google: { thought_signature: seal(signatureSeal, { name, args }) } } }
        : {},
    wholeCalls: true,
    usageInLastChunk: true,
    countsAsked: body.stream !== true || body.stream_options?.include_usage === true,
  };
}

const knownFields = new Set(
  [
    'model messages stream stream_options tools tool_choice max_tokens max_completion_tokens',
    'temperature top_p n stop response_format reasoning_effort parallel_tool_calls extra_body user',
  ].flatMap((line) => line.split(' ')),
);

function read({ body: given }: Call): ChatBody {
  const unknown = Object.keys(given).find((name) => !knownFields.has(name));
  if (unknown !== undefined) {
    // https://github.com/zed-industries/zed/issues/44875
    const message = `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
    throw invalid('unknown-field', message);
  }
  const parsed = chatBody.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid('shape', `Invalid value at '${issue?.path.join('.')}': ${issue?.message}`);
  }
  const model = parsed.data.model.replace(/^models\//, '');
  if (thinking.includes(model)) return parsed.data;
  const message = `models/${model} is not found for API version v1main, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`;
  throw refusal('model', 404, 'NOT_FOUND', message);
}

/** Only the total includes thoughts: https://github.com/mozilla-ai/any-llm/issues/1290 */
function usage({ input, cached, output, reasoning }: Usage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output - reasoning,
    total_tokens: input + output,
    ...(cached > 0 && { prompt_tokens_details: { cached_tokens: cached } }),
  };
}
