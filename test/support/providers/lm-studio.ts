import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
  commonFinish,
  openAiUsage,
  toolsOf,
} from './core/chat-dialect.js';
import type { ChatBody, ChatWords } from './core/chat-dialect.js';
import { noCache, tokensOf } from './core/prompt-cache.js';
import { Refusal } from './core/refusal.js';
import type { Answer, Usage } from './core/reply.js';
import { idFrom } from './core/signatures.js';
import { commonLimits, toolProblem } from './core/tool-limits.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Turn, ProviderRules } from './core/provider-rules.js';

export interface LmStudioOptions {
  /** Installed models with their loaded context, by id. */
  readonly models?: Readonly<Record<string, number>>;
  /** True if models write `<think>` into their text instead of a field. */
  readonly thinkTags?: boolean;
  /** The answer to a prompt that is too long; the GGUF engine sends an empty stream. */
  readonly overflow?: 'refuse' | 'empty-stream';
}

const shipped = {
  'qwen/qwen3-coder-30b': 32_768,
  'openai/gpt-oss-20b': 16_384,
  'text-embedding-nomic-embed-text-v1.5': 2048,
};

/** LM Studio's server, without a key: https://lmstudio.ai/docs/developer/openai-compat */
export function lmStudio(options: LmStudioOptions = {}): ProviderRules {
  const models: Readonly<Record<string, number>> = options.models ?? shipped;
  return {
    id: 'lmstudio',
    basePath: '/v1',
    keyless: true,
    completions: { 'POST /chat/completions': (call) => complete(call, models, options) },
    lists: {
      '/models': () => ({
        data: Object.keys(models).map((id) => ({
          id,
          object: 'model',
          owned_by: 'organization_owner',
        })),
        object: 'list',
      }),
    },
    newCache: () => noCache,
    keyIn: bearerKey,
    wrongKey: () => new Refusal('key', 401, { error: 'Malformed LM Studio API token provided' }),
    // An unknown path is answered with 200 and an error: https://lmstudio.ai/docs/developer
    unknownRoute: (method, path) =>
      new Refusal('route', 200, { error: `Unexpected endpoint or method. (${method} /v1${path})` }),
    notJson: () => new Refusal('json', 400, { error: 'Invalid JSON in request body' }),
    rateLimited: () => new Refusal('rate-limit', 429, { error: 'Too many requests' }),
    limitHeaders: () => ({}),
    failure: () => new Refusal('failure', 500, { error: crashed }),
    errorFrame: { event: 'error', data: { error: { message: crashed }, message: crashed } },
    errorBody: { error: crashed },
  };
}

const crashed = 'The model has crashed without additional information. (Exit code: null)';

function complete(
  call: Call,
  models: Readonly<Record<string, number>>,
  { thinkTags = false, overflow = 'refuse' }: LmStudioOptions,
): Turn {
  const body = read(call, models);
  checkTools(body);
  const segments = chatSegments(body);
  const context = models[body.model] ?? 0;
  const isTooLong = tokensOf(segments) > context;
  if (isTooLong && overflow === 'refuse') throw tooLong(tokensOf(segments), context);
  const words = wordsFor(call, body);
  const say = (answer: Answer): Answer => (thinkTags ? inTags(answer) : answer);
  const nothing: Answer = { reasoning: null, text: '', calls: [], ending: 'stop' };
  const said = (answer: Answer): Answer => (isTooLong ? nothing : say(answer));
  return {
    conversation: chatConversation('lmstudio', body),
    segments,
    cacheLane: '',
    streamed: body.stream === true,
    thinks: thinkTags || body.model.includes('gpt-oss'),
    outputLimit: body.max_tokens ?? context,
    callId: (_name, index) => String(100_000_000 + call.number * 10 + index),
    frames: (answer: Answer, used: Usage) => chatFrames(words, said(answer), used),
    whole: (answer: Answer, used: Usage) => chatWhole(words, said(answer), used),
  };
}

function wordsFor(call: Call, body: ChatBody): ChatWords {
  return {
    id: `chatcmpl-${idFrom(`lmstudio ${call.number}`, 21)}`,
    model: body.model,
    finish: commonFinish,
    usage: openAiUsage,
    // https://lmstudio.ai/docs/developer/openai-compat: a separate field since 0.3.9.
    reasoning: (text) => ({ reasoning_content: text }),
    countsAsked: body.stream !== true || body.stream_options?.include_usage === true,
  };
}

function inTags({ reasoning, text, ...rest }: Answer): Answer {
  return { ...rest, reasoning: null, text: `<think>\n${reasoning ?? ''}\n</think>\n\n${text}` };
}

/** https://github.com/continuedev/continue/issues/12757 */
function read({ body: given }: Call, models: Readonly<Record<string, number>>): ChatBody {
  const parsed = chatBody.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Refusal('shape', 400, { error: `'${issue?.path.join('.')}': ${issue?.message}` });
  }
  const { model } = parsed.data;
  if (models[model] !== undefined) return parsed.data;
  const known = Object.keys(models).slice(0, 3).join(', ');
  const message = `Invalid model identifier "${model}". Please specify a valid downloaded model (e.g., ${known}).`;
  throw new Refusal('model', 400, {
    error: { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
  });
}

function checkTools(body: ChatBody): void {
  const unlimited = { ...commonLimits, most: Infinity, nameLength: Infinity };
  const limits = { ...unlimited, namePattern: /^/, descriptionLength: Infinity };
  const problem = toolProblem(toolsOf(body), limits);
  if (problem === null || problem.kind === 'duplicate') return;
  const index = 'index' in problem ? problem.index : 0;
  const missing = problem.kind === 'schema' ? problem.missing : 'type';
  const error = `Invalid 'tools': [{"code":"invalid_type","path":[${index},"function","parameters","${missing}"],"message":"Required"}]`;
  throw new Refusal(`tools: ${problem.kind}`, 400, { error });
}

/** https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546 */
function tooLong(tokens: number, context: number): Refusal {
  const error = `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${context} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`;
  return new Refusal('context', 400, { error });
}
