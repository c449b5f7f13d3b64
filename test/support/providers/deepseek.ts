import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
} from './core/chat-dialect.js';
import { commonFinish, orderProblem, toolsOf } from './core/chat-dialect.js';
import type { ChatBody, ChatMessage, ChatWords } from './core/chat-dialect.js';
import { openAiToolText } from './core/openai-words.js';
import { AutomaticCache, tokensOf } from './core/prompt-cache.js';
import { Refusal } from './core/refusal.js';
import type { Usage } from './core/reply.js';
import { idFrom } from './core/signatures.js';
import { commonLimits, toolProblem } from './core/tool-limits.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Turn, ProviderRules } from './core/provider-rules.js';

/** https://api-docs.deepseek.com/quick_start/pricing */
const models: Readonly<Record<string, { readonly sees: boolean }>> = {
  'deepseek-flash': { sees: true },
  'deepseek-v4-pro': { sees: false },
};
const contextWindow = 1_000_000;
const mostOutput = 384_000;
const defaultOutput = 32_768;

function invalid(rule: string, message: string, status = 400): Refusal {
  const error = {
    message,
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_request_error',
  };
  return new Refusal(rule, status, { error });
}

/** The model's reasoning, by the id of the call that it led to. */
type Thoughts = Map<string, string>;

/** DeepSeek's chat completions. */
export function deepSeek(): ProviderRules {
  const thoughts: Thoughts = new Map();
  return {
    id: 'deepseek',
    basePath: '/v1',
    completions: { 'POST /chat/completions': (call) => complete(call, thoughts) },
    lists: {
      // https://api-docs.deepseek.com/api/list-models
      '/models': () => ({
        object: 'list',
        data: Object.keys(models).map((id) => ({ id, object: 'model', owned_by: 'deepseek' })),
      }),
    },
    // https://api-docs.deepseek.com/guides/kv_cache: by itself, in units of 64 tokens.
    newCache: () => new AutomaticCache({ atLeast: 64, step: 64 }),
    keyIn: bearerKey,
    // https://github.com/BerriAI/litellm/issues/10403
    wrongKey: (key) =>
      new Refusal('key', 401, {
        error: {
          message: `Authentication Fails, Your api key: ****${(key ?? '').slice(-4)} is invalid`,
          type: 'authentication_error',
          param: null,
          code: 'invalid_request_error',
        },
      }),
    unknownRoute: () => new Refusal('route', 404, { error_msg: 'Not Found' }),
    notJson: () => invalid('json', 'Failed to parse the request body as JSON'),
    // https://api-docs.deepseek.com/quick_start/error_codes: no header says how long to wait.
    rateLimited: () =>
      new Refusal('rate-limit', 429, {
        error: {
          message: 'Rate limit reached for requests',
          type: 'rate_limit_error',
          param: null,
          code: 'rate_limit_reached',
        },
      }),
    limitHeaders: () => ({}),
    failure: (kind) =>
      new Refusal('failure', kind === 'overloaded' ? 503 : 500, { error: serverError(kind) }),
    errorFrame: { data: { error: serverError('overloaded') } },
    errorBody: { error: serverError('server-error') },
  };
}

function serverError(kind: 'overloaded' | 'server-error'): object {
  const message =
    kind === 'overloaded'
      ? 'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.'
      : 'Internal Server Error';
  return { message, type: 'server_error', param: null, code: 'internal_error' };
}

function complete(call: Call, thoughts: Thoughts): Turn {
  const body = read(call);
  const thinks = isThinking(body);
  checkMessages(body);
  checkTools(body);
  checkOrder(body);
  if (thinks) checkReasoning(body.messages, thoughts, call);
  const segments = chatSegments(body);
  checkLength(body, tokensOf(segments));
  const words: ChatWords = {
    id: idFrom(`deepseek ${call.number}`, 36),
    model: body.model,
    // https://api-docs.deepseek.com/api/create-chat-completion: finish_reason.
    finish: { ...commonFinish, overloaded: 'insufficient_system_resource' },
    usage,
    reasoning: (text) => ({ reasoning_content: text }),
    usageInLastChunk: true,
    countsAsked: true,
  };
  return {
    conversation: chatConversation('deepseek', body),
    segments,
    cacheLane: body.model,
    streamed: body.stream === true,
    thinks,
    outputLimit: body.max_tokens ?? defaultOutput,
    callId: (_name, index) => `call_0${index}_${idFrom(`${call.number} ${index}`, 24)}`,
    frames: (answer, used) => {
      remember(answer, thoughts);
      return chatFrames(words, answer, used);
    },
    whole: (answer, used) => {
      remember(answer, thoughts);
      return chatWhole(words, answer, used);
    },
  };
}

function remember(
  { calls, reasoning }: { calls: readonly { id: string }[]; reasoning: string | null },
  thoughts: Thoughts,
): void {
  for (const { id } of calls) thoughts.set(id, reasoning ?? '');
}

function read({ body }: Call): ChatBody {
  const parsed = chatBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    const message = `Failed to deserialize the JSON body into the target type: ${where}: ${issue?.message}`;
    throw invalid('shape', message, 422);
  }
  if (models[parsed.data.model] === undefined) throw invalid('model', 'Model Not Exist');
  return parsed.data;
}

/** True unless switched off: https://api-docs.deepseek.com/guides/thinking_mode */
function isThinking(body: ChatBody): boolean {
  const thinking = body['thinking'] as { type?: string } | undefined;
  return thinking?.type !== 'disabled' && body.reasoning_effort !== 'none';
}

/**
 * https://api-docs.deepseek.com/api/create-chat-completion: the roles, and those that may send
 * images.
 */
function checkMessages({ model, messages }: ChatBody): void {
  for (const [index, { role, content }] of messages.entries()) {
    if (!roles.includes(role)) throw unknownVariant(index, role, roles);
    const image = Array.isArray(content) && content.some(({ type }) => type === 'image_url');
    if (image && models[model]?.sees === false) throw unknownVariant(index, 'image_url', ['text']);
  }
}

const roles = ['system', 'user', 'assistant', 'tool'];

function unknownVariant(index: number, found: string, expected: readonly string[]): Refusal {
  const known = expected.map((name) => `\`${name}\``).join(', ');
  const message = `Failed to deserialize the JSON body into the target type: messages[${index}]: unknown variant \`${found}\`, expected one of ${known}`;
  return invalid('roles', message, 422);
}

/** https://github.com/mrexodia/ida-pro-mcp/issues/129 */
function checkTools(body: ChatBody): void {
  const limits = { ...commonLimits, descriptionLength: Infinity };
  const problem = toolProblem(toolsOf(body), limits);
  if (problem === null) return;
  throw invalid(`tools: ${problem.kind}`, openAiToolText(problem, '.function').message);
}

/** https://github.com/zed-industries/zed/issues/51944, https://github.com/FoundationAgents/OpenManus/issues/227 */
function checkOrder({ messages }: ChatBody): void {
  const problem = orderProblem(messages);
  if (problem === null) return;
  const message =
    problem.kind === 'unanswered'
      ? "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)"
      : "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
  throw invalid('order', message);
}

/**
 * Once a turn called a tool, the reasoning of each of its assistant messages comes back in every
 * later request; empty is fine, absent is not. https://api-docs.deepseek.com/guides/thinking_mode
 */
function checkReasoning(messages: readonly ChatMessage[], thoughts: Thoughts, call: Call): void {
  for (const turn of turnsOf(messages)) {
    const usedTools = turn.some(({ tool_calls: calls }) => (calls ?? []).length > 0);
    if (usedTools && turn.some(({ reasoning_content: text }) => typeof text !== 'string')) {
      throw invalid(
        'reasoning-returned',
        'The `reasoning_content` in the thinking mode must be passed back to the API.',
      );
    }
    for (const { tool_calls: calls, reasoning_content: text } of turn) {
      const first = calls?.[0]?.id ?? '';
      const thought = thoughts.get(first);
      if (thought !== undefined && thought !== text) call.lose(`the reasoning before ${first}`);
    }
  }
}

/** The assistant messages between one user message and the next. */
function turnsOf(messages: readonly ChatMessage[]): readonly ChatMessage[][] {
  const turns: ChatMessage[][] = [];
  for (const entry of messages) {
    if (entry.role === 'user') turns.push([]);
    if (entry.role === 'assistant') turns.at(-1)?.push(entry);
  }
  return turns;
}

function checkLength({ max_tokens: asked }: ChatBody, tokens: number): void {
  if (asked !== undefined && asked !== null && (asked < 1 || asked > mostOutput)) {
    const message = `Invalid max_tokens value, the valid range of max_tokens is [1, ${mostOutput}]`;
    throw invalid('max-tokens', message);
  }
  const output = asked ?? 0;
  if (tokens + output <= contextWindow) return;
  const message = `This model's maximum context length is ${contextWindow} tokens. However, you requested ${tokens + output} tokens (${tokens} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`;
  throw invalid('context', message);
}

/** https://api-docs.deepseek.com/api/create-chat-completion: usage. */
function usage({ input, cached, output, reasoning }: Usage): Record<string, unknown> {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
    prompt_cache_hit_tokens: cached,
    prompt_cache_miss_tokens: input - cached,
  };
}
