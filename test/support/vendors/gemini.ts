import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
  commonFinish,
  orderProblem,
  textOf,
  toolsOf,
} from './core/chat-dialect.js';
import type { ChatBody, ChatMessage, ChatWords } from './core/chat-dialect.js';
import { AutomaticCache, tokensOf } from './core/prompt-cache.js';
import type { LimitReached } from './core/rate-limiter.js';
import { Refusal } from './core/refusal.js';
import type { Usage } from './core/reply.js';
import { idFrom, seal, unseal } from './core/signatures.js';
import { geminiSchema } from './core/schema-dialects.js';
import { commonLimits, toolProblem } from './core/tool-limits.js';
import { bearerKey } from './core/vendor.js';
import type { Call, Json, Turn, Vendor } from './core/vendor.js';

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

/** Errors come as an array: https://github.com/Gitlawb/openclaude/issues/67 */
function refusal(rule: string, code: number, status: string, message: string, details?: unknown[]) {
  return new Refusal(rule, code, [
    { error: { code, message, status, ...(details !== undefined && { details }) } },
  ]);
}

function invalid(rule: string, message: string): Refusal {
  return refusal(rule, 400, 'INVALID_ARGUMENT', message);
}

const overloadedText = 'The model is overloaded. Please try again later.';

/** Gemini's endpoint that is compatible with OpenAI: https://ai.google.dev/gemini-api/docs/openai */
export function gemini(): Vendor {
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
        ? { extra_content: { google: { thought_signature: seal('CiQ', { name, args }) } } }
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

/** True from Gemini 3 on: these models always think and sign their calls. */
function isSigned(model: string): boolean {
  return !model.startsWith('gemini-2');
}

function checkEffort({ reasoning_effort: effort }: ChatBody, model: string): void {
  if (effort !== 'none') return;
  if (!isSigned(model) && model !== 'gemini-2.5-pro') return;
  throw invalid('effort', 'Budget 0 is invalid. This model only works in thinking mode.');
}

/** https://github.com/mrexodia/ida-pro-mcp/issues/129 */
function checkTools(body: ChatBody): void {
  const problem = toolProblem(toolsOf(body), {
    ...commonLimits,
    namePattern: /^[a-zA-Z_][a-zA-Z0-9_.-]*$/,
    descriptionLength: Infinity,
    nestedProperties: true,
    dialect: geminiSchema,
  });
  if (problem === null) return;
  const at = `* GenerateContentRequest.tools[0].function_declarations[${'index' in problem ? problem.index : 0}]`;
  const badName = `${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.`;
  const texts = {
    'too-many':
      '* GenerateContentRequest.tools[0].function_declarations: at most 128 function declarations are supported.',
    name: badName,
    'name-length': badName,
    duplicate: `Duplicate function declaration found: ${'name' in problem ? problem.name : ''}`,
    'description-length': '',
    'not-an-object': `${at}.parameters.type: must be OBJECT.`,
    schema: '',
    keyword:
      problem.kind === 'keyword'
        ? `Invalid JSON payload received. Unknown name "${problem.keyword}" at '${[at, 'parameters', ...problem.path].join('.')}': Cannot find field.`
        : '',
  };
  throw invalid(
    `tools: ${problem.kind}`,
    problem.kind === 'schema' ? schemaText(at, problem) : texts[problem.kind],
  );
}

function schemaText(at: string, problem: { missing: string; path: readonly string[] }): string {
  const path = ['parameters', ...problem.path].join('.');
  const what =
    problem.missing === 'items'
      ? 'items: missing field.'
      : 'properties: should be non-empty for OBJECT type';
  return `${at}.${path}.${what}`;
}

function checkMessages(messages: readonly ChatMessage[]): void {
  const contents = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  if (contents.length === 0) {
    throw invalid('empty-message', '* GenerateContentRequest.contents: contents is not specified');
  }
  for (const [index, entry] of contents.entries()) {
    const says = textOf(entry) !== '' || Array.isArray(entry.content);
    if (says || entry.role === 'tool' || (entry.tool_calls ?? []).length > 0) continue;
    const message = `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`;
    throw invalid('empty-message', message);
  }
  // https://github.com/google-gemini/gemini-cli/issues/17208
  const problem = orderProblem(messages);
  if (problem?.kind === 'unanswered') {
    const message =
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    throw invalid('order', message);
  }
  if (problem !== null) {
    const message =
      'Please ensure that function response turn comes immediately after a function call turn.';
    throw invalid('order', message);
  }
}

/** Values that Gemini's documentation allows if a client has no signature. */
const waived = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/** Of the current turn, the first call of each step: https://ai.google.dev/gemini-api/docs/thought-signatures */
function checkSignatures(messages: readonly ChatMessage[]): void {
  const contents = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  const turn = contents.findLastIndex(({ role }) => role === 'user');
  for (const [index, { tool_calls: calls }] of contents.entries()) {
    const first = calls?.[0];
    if (index < turn || first === undefined) continue;
    const signature = signatureOf(first['extra_content']);
    const isOwn = signature !== null && unseal('CiQ', signature) !== null;
    if (isOwn || waived.includes(signature ?? '')) continue;
    if (signature !== null) throw invalid('signature-valid', 'Thought signature is not valid');
    const message = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.function.name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;
    throw invalid('signature-returned', message);
  }
}

function signatureOf(extra: unknown): string | null {
  const { google } = (extra ?? {}) as { google?: { thought_signature?: string } };
  return google?.thought_signature ?? null;
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
