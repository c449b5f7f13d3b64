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
import type { ChatBody, ChatWords } from './core/chat-dialect.js';
import { AutomaticCache, tokensOf } from './core/prompt-cache.js';
import type { LimitReached } from './core/rate-limiter.js';
import { Refusal } from './core/refusal.js';
import type { Answer, Usage } from './core/reply.js';
import { idFrom } from './core/signatures.js';
import { kimiSchema } from './core/schema-dialects.js';
import { commonLimits, toolProblem } from './core/tool-limits.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Json, Turn, ProviderRules } from './core/provider-rules.js';

interface KimiModel {
  readonly context: number;
  /** False: thinking cannot be switched off. */
  readonly mayNotThink: boolean;
  /** True: `reasoning_effort` sets the effort; false: `thinking` does. */
  readonly hasEffort: boolean;
}

/** https://platform.moonshot.ai/docs/models */
const models: Readonly<Record<string, KimiModel>> = {
  'kimi-k2.6': { context: 262_144, mayNotThink: true, hasEffort: false },
  'kimi-k2.7-code': { context: 262_144, mayNotThink: false, hasEffort: false },
  'kimi-k2.7-code-highspeed': { context: 262_144, mayNotThink: false, hasEffort: false },
  'kimi-k3': { context: 1_048_576, mayNotThink: false, hasEffort: true },
  'kimi-k3.1-pro': { context: 1_048_576, mayNotThink: false, hasEffort: true },
  'kimi-k3.1-pro-highspeed': { context: 1_048_576, mayNotThink: false, hasEffort: true },
};
const defaultOutput = 32_768;

function invalid(rule: string, message: string): Refusal {
  return new Refusal(rule, 400, { error: { message, type: 'invalid_request_error' } });
}

/** The model's reasoning, by the number of the completion and the id of the call. */
type Thoughts = Map<string, Set<string>>;

/** Moonshot's chat completions. */
export function kimi(): ProviderRules {
  const thoughts: Thoughts = new Map();
  return {
    id: 'moonshotai',
    basePath: '/v1',
    completions: { 'POST /chat/completions': (call) => complete(call, thoughts) },
    lists: { '/models': () => ({ object: 'list', data: Object.entries(models).map(listed) }) },
    // https://platform.moonshot.ai/docs/guide/use-context-caching-feature-of-kimi-api
    newCache: () => new AutomaticCache({ atLeast: 256, step: 256 }),
    keyIn: bearerKey,
    // https://platform.moonshot.ai/docs/api/errors
    wrongKey: () =>
      new Refusal('key', 401, {
        error: { message: 'Invalid Authentication', type: 'invalid_authentication_error' },
      }),
    unknownRoute: () => new Refusal('route', 404, { code: 5, error: 'url.not_found' }),
    notJson: () => invalid('json', 'Invalid request: invalid character in body'),
    rateLimited,
    limitHeaders: () => ({}),
    failure: (kind) =>
      kind === 'overloaded'
        ? new Refusal('failure', 429, { error: overloaded })
        : new Refusal('failure', 500, { error: serverError }),
    errorFrame: { data: { error: overloaded } },
    errorBody: { error: serverError },
  };
}

const overloaded = {
  message: 'The engine is currently overloaded, please try again later',
  type: 'engine_overloaded_error',
};
const serverError = { message: 'The server had an error', type: 'server_error' };

function listed([id, { context }]: [string, KimiModel]): Json {
  return {
    id,
    object: 'model',
    created: 1_780_000_000,
    owned_by: 'moonshot',
    context_length: context,
    supports_image_in: true,
    supports_reasoning: true,
  };
}

/** https://platform.moonshot.ai/docs/api/errors: only the text has the wait. */
function rateLimited({ by, retryMs, requests, tokens }: LimitReached): Refusal {
  const [name, limit] = by === 'requests' ? ['RPM', requests.limit] : ['TPM', tokens.limit];
  const seconds = retryMs / 1000;
  const message = `Your account reached max organization ${name}: ${limit}, please try again after ${seconds} seconds`;
  return new Refusal('rate-limit', 429, { error: { message, type: 'rate_limit_reached_error' } });
}

function complete(call: Call, thoughts: Thoughts): Turn {
  const { body, model } = read(call);
  const thinks = isThinking(body, model);
  checkTools(body);
  checkMessages(body);
  if (thinks) checkReasoning(body, thoughts, call);
  const segments = chatSegments(body);
  const tokens = tokensOf(segments);
  if (tokens > model.context) throw tooLong(model.context, tokens);
  const words: ChatWords = {
    id: `chatcmpl-${idFrom(`kimi ${call.number}`, 24)}`,
    model: body.model,
    finish: commonFinish,
    usage,
    reasoning: (text) => ({ reasoning_content: text }),
    countsAsked: body.stream !== true || body.stream_options?.include_usage === true,
  };
  return {
    conversation: chatConversation('moonshotai', body),
    segments,
    cacheLane: body.model,
    streamed: body.stream === true,
    thinks,
    outputLimit: body.max_completion_tokens ?? body.max_tokens ?? defaultOutput,
    // Every answer has the same ids: https://github.com/maximhq/bifrost/issues/5097
    callId: (name, index) => `functions.${name}:${index}`,
    frames: (answer, used) => {
      note(thoughts, answer);
      return chatFrames(words, answer, used);
    },
    whole: (answer, used) => {
      note(thoughts, answer);
      return chatWhole(words, answer, used);
    },
  };
}

function read({ body: given }: Call): { body: ChatBody; model: KimiModel } {
  const parsed = chatBody.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid('shape', `Invalid request: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const body = parsed.data;
  const model = models[body.model];
  if (model === undefined) throw unknownModel(body.model);
  checkParameters(body, model);
  return { body, model };
}

/** https://platform.moonshot.ai/docs/api/errors */
function unknownModel(id: string): Refusal {
  const message = `Not found the model ${id} or Permission denied`;
  return new Refusal('model', 404, { error: { message, type: 'resource_not_found_error' } });
}

function tooLong(context: number, tokens: number): Refusal {
  const message = `Invalid request: Your request exceeded model token limit: ${context} (requested: ${tokens})`;
  return invalid('context', message);
}

function checkParameters(body: ChatBody, model: KimiModel): void {
  const { temperature, tool_choice: choice } = body;
  // https://github.com/tinyhumansai/openhuman/pull/2082
  if (temperature !== undefined && temperature !== null && temperature !== 1) {
    throw invalid('temperature', 'invalid temperature: only 1 is allowed for this model');
  }
  // https://github.com/HKUDS/nanobot/issues/3939
  if (body['thinking'] !== undefined && typeof body.reasoning_effort === 'string') {
    throw invalid('effort', "cannot specify both 'thinking' and 'reasoning_effort'");
  }
  const type = (body['thinking'] as { type?: string } | undefined)?.type;
  // https://github.com/mnfst/modelparams.dev/pull/168
  if (type !== undefined && (model.hasEffort || (type === 'disabled' && !model.mayNotThink))) {
    throw invalid('effort', 'invalid thinking: only type=enabled is allowed for this model');
  }
  const forced = typeof choice === 'object' && choice !== null ? 'specified' : choice;
  const isForced = forced === 'specified' || (forced === 'required' && !model.hasEffort);
  // https://github.com/UKGovernmentBEIS/inspect_ai/pull/5152
  if (isForced && isThinking(body, model)) {
    const message = `tool_choice '${forced}' is incompatible with thinking enabled`;
    throw invalid('tool-choice', message);
  }
}

/** True by default; some models cannot switch it off. */
function isThinking(body: ChatBody, { mayNotThink }: KimiModel): boolean {
  const thinking = body['thinking'] as { type?: string } | undefined;
  return !(mayNotThink && thinking?.type === 'disabled');
}

function kimiWords(keyword: string): string {
  if (keyword === 'type') return 'type is not defined';
  return `when using ${keyword}, type should be defined in ${keyword} items instead of the parent schema`;
}

/** https://github.com/MoonshotAI/kimi-cli/issues/1773 */
function checkTools(body: ChatBody): void {
  const problem = toolProblem(toolsOf(body), {
    ...commonLimits,
    namePattern: /^[a-zA-Z][a-zA-Z0-9_-]*$/,
    descriptionLength: Infinity,
    dialect: kimiSchema,
  });
  if (problem === null) return;
  const texts = {
    'too-many': 'Invalid request: the number of tools must not exceed 128',
    name: 'function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes',
    'name-length': 'function name is invalid, must not be longer than 64 characters',
    duplicate: `function name ${'name' in problem ? problem.name : ''} is duplicated`,
    'description-length': '',
    'not-an-object':
      'tools.function.parameters is not a valid moonshot flavored json schema, details: <At path root: type must be object>',
    schema:
      'tools.function.parameters is not a valid moonshot flavored json schema, details: <At path root: properties is required>',
    keyword:
      problem.kind === 'keyword'
        ? `tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${problem.path.join('.') || 'root'}': ${kimiWords(problem.keyword)}>`
        : '',
  } as const;
  throw invalid(`tools: ${problem.kind}`, texts[problem.kind]);
}

function checkMessages({ messages }: ChatBody): void {
  for (const [index, entry] of messages.entries()) {
    const says = textOf(entry) !== '' || Array.isArray(entry.content);
    if (!says && (entry.tool_calls ?? []).length === 0 && entry.role !== 'tool') {
      const message = `Invalid request: message at position ${index} with role '${entry.role}' must not be empty`;
      throw invalid('empty-message', message);
    }
  }
  const problem = orderProblem(messages);
  if (problem?.kind === 'orphan')
    throw invalid('order', 'Invalid request: tool_call_id is not found');
  if (problem !== null) {
    const ids = problem.ids.join(', ');
    const message = `Invalid request: an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`;
    throw invalid('order', message);
  }
}

/** Ids of calls repeat in later answers, so one key may have several thoughts. */
function note(thoughts: Thoughts, { calls, text, reasoning }: Answer): void {
  const key = calls.map(({ id }) => id).join() + text;
  const known = thoughts.get(key) ?? new Set();
  thoughts.set(key, known.add(reasoning ?? ''));
}

/** https://github.com/continuedev/continue/issues/11711: checks messages with tool calls. */
function checkReasoning({ messages }: ChatBody, thoughts: Thoughts, call: Call): void {
  for (const [index, entry] of messages.entries()) {
    const calls = entry.tool_calls ?? [];
    if (calls.length === 0) continue;
    const { reasoning_content: text } = entry;
    if (typeof text !== 'string') {
      const message = `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`;
      throw invalid('reasoning-returned', message);
    }
    const thought = thoughts.get(calls.map(({ id }) => id).join() + textOf(entry));
    if (thought !== undefined && !thought.has(text)) call.lose(`the reasoning of message ${index}`);
  }
}

/** https://platform.moonshot.ai/docs/api/chat */
function usage({ input, cached, output, reasoning }: Usage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    cached_tokens: cached,
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
