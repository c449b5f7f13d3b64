import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
  textOf,
  toolsOf,
} from './core/chat-dialect.js';
import type { ChatBody, ChatMessage, ChatWords } from './core/chat-dialect.js';
import { AutomaticCache, tokensOf } from './core/prompt-cache.js';
import type { LimitStates } from './core/rate-limiter.js';
import { Refusal } from './core/refusal.js';
import type { Usage } from './core/reply.js';
import { idFrom } from './core/signatures.js';
import { commonLimits, toolProblem } from './core/tool-limits.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Json, Turn, ProviderRules } from './core/provider-rules.js';

interface MistralModel {
  readonly context: number;
  readonly reasons?: boolean;
  readonly sees?: boolean;
  /** Absent: it converses and calls tools. */
  readonly kind?: 'embedding' | 'ocr' | 'moderation' | 'transcription';
}

/** https://docs.mistral.ai/getting-started/models */
const models: Readonly<Record<string, MistralModel>> = {
  'mistral-large-4': { context: 1_048_576, reasons: true, sees: true },
  'mistral-large-latest': { context: 262_144, sees: true },
  'mistral-medium-latest': { context: 262_144, reasons: true, sees: true },
  'mistral-small-latest': { context: 262_144, reasons: true, sees: true },
  'magistral-medium-latest': { context: 262_144, reasons: true, sees: true },
  'devstral-latest': { context: 262_144 },
  'codestral-latest': { context: 256_000 },
  'ministral-8b-latest': { context: 131_072, sees: true },
  'ministral-3b-latest': { context: 131_072, sees: true },
  'open-mistral-nemo': { context: 128_000 },
  'mistral-embed': { context: 8192, kind: 'embedding' },
  'codestral-embed': { context: 8192, kind: 'embedding' },
  'mistral-ocr-latest': { context: 16_384, kind: 'ocr' },
  'mistral-moderation-latest': { context: 8192, kind: 'moderation' },
  'voxtral-mini-transcribe-2507': { context: 16_384, kind: 'transcription' },
};
const defaultOutput = 16_384;

function refusal(rule: string, status: number, message: string, type: string, code: string) {
  return new Refusal(rule, status, errorBody(message, type, code));
}

/** Mistral's chat completions: https://docs.mistral.ai/api */
export function mistral(): ProviderRules {
  return {
    id: 'mistral',
    basePath: '/v1',
    completions: { 'POST /chat/completions': complete },
    lists: { '/models': () => ({ object: 'list', data: Object.entries(models).map(listed) }) },
    newCache: () => new AutomaticCache({ atLeast: 1024, step: 64 }),
    keyIn: bearerKey,
    wrongKey: () => new Refusal('key', 401, { detail: 'Unauthorized' }),
    unknownRoute: () => new Refusal('route', 404, { detail: 'Not Found' }),
    notJson: () => new Refusal('json', 400, { detail: 'There was an error parsing the body' }),
    rateLimited: (reached) =>
      new Refusal('rate-limit', 429, errorBody('Rate limit exceeded', 'rate_limited', '1300'), {
        ...limitHeaders(reached),
        'retry-after': String(reached.retryMs / 1000),
      }),
    limitHeaders,
    failure: (kind) =>
      kind === 'overloaded'
        ? refusal('failure', 503, overloadedText, 'service_tier_capacity_exceeded', '3505')
        : refusal('failure', 500, 'Internal server error', 'internal_server_error', '1000'),
    errorFrame: { data: errorBody(overloadedText, 'service_tier_capacity_exceeded', '3505') },
    errorBody: errorBody('Internal server error', 'internal_server_error', '1000'),
  };
}

const overloadedText = 'Service tier capacity exceeded for this model.';

function errorBody(message: Json[string], type: string, code: string | null): Json {
  return { object: 'error', message, type, param: null, code };
}

function listed([id, { context, reasons = false, sees = false, kind }]: [string, MistralModel]) {
  const converses = kind === undefined;
  return {
    id,
    object: 'model',
    created: 1_780_000_000,
    owned_by: 'mistralai',
    capabilities: {
      completion_chat: converses,
      completion_fim: id.startsWith('codestral'),
      function_calling: converses,
      reasoning: reasons,
      fine_tuning: false,
      vision: sees,
      classification: kind === 'moderation',
      moderation: kind === 'moderation',
      ocr: kind === 'ocr',
      audio: kind === 'transcription',
    },
    name: id,
    description: null,
    max_context_length: context,
    aliases: [],
    deprecation: null,
    default_model_temperature: 0.3,
    type: 'base',
  };
}

/** https://docs.mistral.ai/deployment/ai-studio/tier */
function limitHeaders({ requests, tokens }: LimitStates): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit-req-minute': String(requests.limit),
    'x-ratelimit-remaining-req-minute': String(requests.remaining),
    'x-ratelimit-limit-tokens-minute': String(tokens.limit),
    'x-ratelimit-remaining-tokens-minute': String(tokens.remaining),
  };
}

function complete(call: Call): Turn {
  const { body, model } = read(call);
  checkTools(body);
  checkRoles(body.messages);
  checkCalls(body.messages);
  const segments = chatSegments(body);
  const tokens = tokensOf(segments);
  if (tokens > model.context) {
    const message = `Prompt contains ${tokens} tokens and 0 draft tokens, too large for model with ${model.context} maximum context length`;
    throw refusal('context', 400, message, 'invalid_request_invalid_args', '3051');
  }
  const words: ChatWords = {
    id: idFrom(`mistral ${call.number}`, 32),
    model: body.model,
    finish: { stop: 'stop', length: 'length' },
    usage,
    // https://docs.mistral.ai/capabilities/reasoning: a chunk of the content.
    reasoning: (text) => ({
      content: [{ type: 'thinking', thinking: [{ type: 'text', text }], closed: true }],
    }),
    wholeCalls: true,
    usageInLastChunk: true,
    countsAsked: true,
  };
  return {
    conversation: chatConversation('mistral', body),
    segments,
    cacheLane: `${body.model} ${body.prompt_cache_key ?? call.number}`,
    streamed: body.stream === true,
    thinks: model.reasons === true && (body.reasoning_effort ?? 'none') !== 'none',
    outputLimit: body.max_tokens ?? defaultOutput,
    callId: (_name, index) => idFrom(`mistral ${call.number} ${index}`, 9),
    frames: (answer, used) => chatFrames(words, answer, used),
    whole: (answer, used) => chatWhole(words, answer, used),
  };
}

/** https://docs.mistral.ai/api/endpoint/chat: other fields are refused. */
const bodyFields = new Set(
  [
    'model messages stream stop random_seed metadata response_format tools tool_choice temperature',
    'top_p max_tokens presence_penalty frequency_penalty n prediction parallel_tool_calls',
    'reasoning_effort prompt_mode guardrails prompt_cache_key service_tier safe_prompt',
  ].flatMap((line) => line.split(' ')),
);
const messageFields: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
};

function read({ body: given }: Call): { body: ChatBody; model: MistralModel } {
  const extra = Object.keys(given).find((name) => !bodyFields.has(name));
  if (extra !== undefined) throw forbidden([extra], given[extra]);
  const parsed = chatBody.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map(String);
    throw unprocessable('shape', 'missing', path, issue?.message ?? '', null);
  }
  for (const [index, entry] of parsed.data.messages.entries()) checkFields(index, entry);
  const model = models[parsed.data.model];
  if (model === undefined || model.kind !== undefined) {
    throw refusal('model', 400, `Invalid model: ${parsed.data.model}`, 'invalid_model', '1500');
  }
  return { body: parsed.data, model };
}

function checkFields(index: number, entry: ChatMessage): void {
  const fields = messageFields[entry.role];
  const at = ['messages', String(index)];
  if (fields === undefined) {
    const message = `Input tag '${entry.role}' found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'`;
    throw unprocessable('roles', 'union_tag_invalid', at, message, entry.role);
  }
  const extra = Object.keys(entry).find((name) => !fields.includes(name));
  // https://github.com/charmbracelet/crush/issues/1590
  if (extra !== undefined) throw forbidden([...at, entry.role, extra], entry[extra]);
}

/** https://github.com/editor-code-assistant/eca/issues/231 */
function forbidden(path: readonly string[], input: unknown): Refusal {
  const message = 'Extra inputs are not permitted';
  return unprocessable('unknown-field', 'extra_forbidden', path, message, input);
}

function unprocessable(
  rule: string,
  type: string,
  path: readonly string[],
  msg: string,
  input: unknown,
) {
  const detail = [{ type, loc: ['body', ...path], msg, input }];
  return new Refusal(rule, 422, errorBody({ detail }, 'invalid_request_error', null));
}

function checkTools(body: ChatBody): void {
  const problem = toolProblem(toolsOf(body), { ...commonLimits, descriptionLength: Infinity });
  if (problem === null) return;
  const message =
    problem.kind === 'too-many'
      ? 'Too many tools: at most 128 are supported'
      : `Function name was ${problem.kind === 'description-length' ? '' : problem.name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`;
  const isSchema = problem.kind === 'schema' || problem.kind === 'not-an-object';
  const text = isSchema ? `Invalid schema for function '${problem.name}'` : message;
  throw refusal(`tools: ${problem.kind}`, 400, text, 'invalid_request_invalid_args', '3051');
}

/** https://github.com/mistralai/mistral-common: the validator of the order of messages. */
const mayFollow: Readonly<Record<string, readonly string[]>> = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool'],
};

/** https://github.com/pipecat-ai/pipecat-flows/issues/178 */
function checkRoles(messages: readonly ChatMessage[]): void {
  for (const [index, { role }] of messages.entries()) {
    const before = messages[index - 1]?.role;
    if (before === undefined || mayFollow[before]?.includes(role)) continue;
    throw wrongOrder(`Unexpected role '${role}' after role '${before}'`, '3230');
  }
  const last = messages.at(-1);
  if (last?.role === 'user' || last?.role === 'tool' || last?.['prefix'] === true) return;
  const message = `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${last?.role}`;
  throw wrongOrder(message, '3230');
}

function wrongOrder(message: string, code: string): Refusal {
  return refusal('order', 400, message, 'invalid_request_message_order', code);
}

function checkCalls(messages: readonly ChatMessage[]): void {
  for (const [index, entry] of messages.entries()) {
    const calls = entry.tool_calls ?? [];
    if (entry.role === 'assistant' && calls.length === 0 && textOf(entry) === '') {
      const message = 'Assistant message must have either content or tool_calls, but not none.';
      throw refusal('empty-message', 400, message, 'invalid_request_assistant_message', '3240');
    }
    for (const { id } of calls) checkId(id);
    if (entry.role === 'tool') checkId(entry.tool_call_id ?? 'null');
    if (calls.length === 0) continue;
    const after = messages.slice(index + 1);
    const end = after.findIndex(({ role }) => role !== 'tool');
    const results = end === -1 ? after.length : end;
    // https://github.com/mistralai/client-ts/issues/106
    if (results !== calls.length) {
      throw wrongOrder('Not the same number of function calls and responses', '3230');
    }
  }
}

/** https://github.com/zed-industries/zed/issues/53034 */
function checkId(id: string): void {
  if (/^[a-zA-Z0-9]{9}$/.test(id)) return;
  const message = `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
  throw refusal('call-id', 400, message, 'invalid_function_call', '3280');
}

function usage({ input, cached, output }: Usage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    num_cached_tokens: cached,
  };
}
