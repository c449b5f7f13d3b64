import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
  commonFinish,
} from './core/chat-dialect.js';
import type { ChatBody, ChatWords } from './core/chat-dialect.js';
import { noCache } from './core/prompt-cache.js';
import { Refusal } from './core/refusal.js';
import { idFrom } from './core/signatures.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Turn, ProviderRules } from './core/provider-rules.js';

/** Pulled models, and whether their template supports tools. */
const models: Readonly<Record<string, { readonly tools: boolean; readonly reasons: boolean }>> = {
  'qwen3:8b': { tools: true, reasons: true },
  'llama3.1:8b': { tools: true, reasons: false },
  'gemma3:4b': { tools: false, reasons: false },
};

function refusal(rule: string, status: number, message: string, type: string): Refusal {
  return new Refusal(rule, status, { error: { message, type, param: null, code: null } });
}

/** Ollama's compatible endpoint, without a key: https://docs.ollama.com/api/openai-compatibility */
export function ollama(): ProviderRules {
  return {
    id: 'ollama',
    basePath: '/v1',
    keyless: true,
    completions: { 'POST /chat/completions': complete },
    lists: {
      '/models': () => ({
        object: 'list',
        data: Object.keys(models).map((id) => ({
          id,
          object: 'model',
          created: 1_780_000_000,
          owned_by: 'library',
        })),
      }),
    },
    newCache: () => noCache,
    keyIn: bearerKey,
    wrongKey: () => refusal('key', 401, 'unauthorized', 'authentication_error'),
    unknownRoute: () => new Refusal('route', 404, '404 page not found'),
    notJson: () => refusal('json', 400, 'unexpected EOF', 'invalid_request_error'),
    rateLimited: () => refusal('rate-limit', 429, 'too many requests', 'rate_limit_error'),
    limitHeaders: () => ({}),
    failure: (kind) =>
      kind === 'overloaded'
        ? refusal('failure', 503, 'server busy, please try again.', 'api_error')
        : refusal('failure', 500, 'llama runner process has terminated', 'api_error'),
    errorFrame: { data: { error: { message: 'llama runner process has terminated' } } },
    errorBody: { error: { message: 'llama runner process has terminated', type: 'api_error' } },
  };
}

function complete(call: Call): Turn {
  const body = read(call);
  const words: ChatWords = {
    id: `chatcmpl-${call.number}`,
    model: body.model,
    finish: commonFinish,
    usage: ({ input, output }) => ({
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
    }),
    reasoning: (text) => ({ reasoning: text }),
    wholeCalls: true,
    countsAsked: body.stream !== true || body.stream_options?.include_usage === true,
  };
  return {
    conversation: chatConversation('ollama', body),
    segments: chatSegments(body),
    cacheLane: '',
    streamed: body.stream === true,
    thinks: models[body.model]?.reasons === true && body.reasoning_effort !== 'none',
    outputLimit: body.max_tokens ?? Infinity,
    callId: (_name, index) => `call_${idFrom(`ollama ${call.number} ${index}`, 8).toLowerCase()}`,
    frames: (answer, used) => chatFrames(words, answer, used),
    whole: (answer, used) => chatWhole(words, answer, used),
  };
}

/** https://github.com/louisho5/picobot/issues/6 */
function read({ body: given }: Call): ChatBody {
  const parsed = chatBody.safeParse(given);
  if (!parsed.success) {
    const message = `json: cannot unmarshal ${parsed.error.issues[0]?.path.join('.')}`;
    throw refusal('shape', 400, message, 'invalid_request_error');
  }
  const body = parsed.data;
  const model = models[body.model];
  if (model === undefined) {
    throw refusal('model', 404, `model '${body.model}' not found`, 'not_found_error');
  }
  if ((body.tools ?? []).length > 0 && !model.tools) {
    const message = `registry.ollama.ai/library/${body.model} does not support tools`;
    throw refusal('tools-supported', 400, message, 'api_error');
  }
  return body;
}
