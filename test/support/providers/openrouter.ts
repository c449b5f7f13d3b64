import {
  chatBody,
  chatConversation,
  chatFrames,
  chatSegments,
  chatWhole,
  commonFinish,
  openAiUsage,
  orderProblem,
  toolsOf,
} from './core/chat-dialect.js';
import type { ChatBody, ChatMessage, ChatWords } from './core/chat-dialect.js';
import { comment } from './core/frames.js';
import { openAiOrderText, openAiToolText } from './core/openai-words.js';
import { AutomaticCache, tokensOf } from './core/prompt-cache.js';
import { Refusal } from './core/refusal.js';
import type { Answer, Usage } from './core/reply.js';
import { idFrom, seal, sign, unseal } from './core/signatures.js';
import { openAiLimits, toolProblem } from './core/tool-limits.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Json, Turn, ProviderRules } from './core/provider-rules.js';
import { listedModel, routedModels } from './openrouter-models.js';
import type { RoutedModel } from './openrouter-models.js';

/** https://openrouter.ai/docs/api/reference/errors-and-debugging */
function refusal(rule: string, code: number, message: string, metadata?: Json): Refusal {
  return new Refusal(rule, code, {
    error: { message, code, ...(metadata !== undefined && { metadata }) },
    user_id: 'user_simulated',
  });
}

/** A refusal of the provider behind it. */
function upstream(rule: string, provider: string, raw: string): Refusal {
  return refusal(rule, 400, 'Provider returned error', { raw, provider_name: provider });
}

/** OpenRouter: many providers behind one dialect. */
export function openRouter(): ProviderRules {
  return {
    id: 'openrouter',
    basePath: '/api/v1',
    completions: { 'POST /chat/completions': complete },
    lists: { '/models': () => ({ data: Object.entries(routedModels).map(listedModel) }) },
    newCache: () => new AutomaticCache({ atLeast: 1024, step: 64 }),
    keyIn: bearerKey,
    wrongKey: (key) =>
      refusal('key', 401, key === null ? 'No auth credentials found' : 'User not found.'),
    unknownRoute: () => refusal('route', 404, 'Not Found'),
    notJson: () => refusal('json', 400, 'Invalid JSON in request body'),
    rateLimited: ({ retryMs, requests }) => {
      const headers = {
        'X-RateLimit-Limit': String(requests.limit),
        'X-RateLimit-Remaining': String(requests.remaining),
        'X-RateLimit-Reset': String(Date.now() + retryMs),
      };
      const raw = 'The model is temporarily rate-limited upstream. Please retry shortly.';
      const body = {
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: { raw, provider_name: 'Simulated', headers },
        },
      };
      return new Refusal('rate-limit', 429, body, { 'retry-after': String(retryMs / 1000) });
    },
    limitHeaders: () => ({}),
    failure: (kind) =>
      kind === 'overloaded'
        ? refusal('failure', 503, 'No instances available')
        : refusal('failure', 502, 'Provider returned error', { provider_name: 'Simulated' }),
    // https://openrouter.ai/docs/api/reference/streaming: the error and a finish reason in one chunk.
    errorFrame: {
      data: {
        id: 'gen-simulated',
        object: 'chat.completion.chunk',
        error: { code: 502, message: 'Provider disconnected unexpectedly' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      },
    },
    errorBody: { error: { code: 502, message: 'Provider returned error' } },
  };
}

function complete(call: Call): Turn {
  const { body, model } = read(call);
  checkTools(body, model);
  const order = orderProblem(body.messages);
  if (order !== null) throw upstream('order', 'Simulated', openAiOrderText(order).message);
  if (model.reasons) checkReasoning(body, call);
  const segments = chatSegments(body);
  checkLength(body, model, tokensOf(segments));
  const words = wordsFor(call, body, model);
  return {
    conversation: chatConversation('openrouter', body),
    segments,
    cacheLane: body.model,
    streamed: body.stream === true,
    thinks: model.reasons && !isSwitchedOff(body),
    outputLimit: Math.min(body.max_completion_tokens ?? body.max_tokens ?? 32_768, model.output),
    callId: (_name, index) => `call_${idFrom(`openrouter ${call.number} ${index}`, 24)}`,
    frames: (answer, used) => [
      comment('OPENROUTER PROCESSING'),
      ...chatFrames(words, answer, used),
    ],
    whole: (answer, used) => chatWhole(words, answer, used),
  };
}

/** https://openrouter.ai/docs/use-cases/reasoning-tokens */
function isSwitchedOff(body: ChatBody): boolean {
  const reasoning = (body['reasoning'] ?? {}) as { enabled?: boolean; effort?: string };
  return reasoning.enabled === false || (reasoning.effort ?? body.reasoning_effort) === 'none';
}

function read({ body: given }: Call): { body: ChatBody; model: RoutedModel } {
  const parsed = chatBody.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusal(
      'shape',
      400,
      `Input validation error: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  }
  const body = parsed.data;
  const model = routedModels[body.model];
  if (model === undefined) throw refusal('model', 400, `${body.model} is not a valid model ID`);
  return { body, model };
}

/** https://github.com/Routstr/routstr-core/issues/554 */
function checkTools(body: ChatBody, model: RoutedModel): void {
  if ((body.tools ?? []).length > 0 && !model.tools) {
    const message =
      'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection';
    throw refusal('tools-supported', 404, message);
  }
  const problem = toolProblem(toolsOf(body), openAiLimits);
  if (problem === null) return;
  const { message, param, code } = openAiToolText(problem, '.function');
  const raw = JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } });
  throw upstream(`tools: ${problem.kind}`, 'OpenAI', raw);
}

function checkLength(body: ChatBody, { context }: RoutedModel, tokens: number): void {
  const output = body.max_completion_tokens ?? body.max_tokens ?? 0;
  if (tokens + output <= context) return;
  const message = `This endpoint's maximum context length is ${context} tokens. However, you requested about ${tokens + output} tokens (${tokens} of text input, ${output} in the output). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`;
  throw refusal('context', 400, message);
}

interface Detail {
  readonly type?: string;
  readonly text?: string;
  readonly data?: string;
  readonly signature?: string;
}

/**
 * Reasoning of messages with tool calls must be returned unchanged, or the provider behind refuses.
 */
function checkReasoning({ model, messages }: ChatBody, call: Call): void {
  const [author = ''] = model.split('/');
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  for (const [index, entry] of messages.entries()) {
    if ((entry.tool_calls ?? []).length === 0) continue;
    const details = (entry['reasoning_details'] ?? []) as readonly Detail[];
    if (author === 'google' && index > turn) checkGoogle(entry, details, index);
    if (author === 'deepseek' || author === 'moonshotai') checkPlain(author, entry, details, index);
    if (details.length === 0) call.lose(`reasoning_details of message ${index}`);
  }
}

/** https://github.com/microsoft/agent-framework/issues/2947 */
function checkGoogle(entry: ChatMessage, details: readonly Detail[], index: number): void {
  const isOwn = details.some(({ data }) => data !== undefined && unseal('CiQ', data) !== null);
  if (isOwn) return;
  const name = entry.tool_calls?.[0]?.function.name ?? '';
  const message = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;
  const error = JSON.stringify(
    { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
    null,
    2,
  );
  const raw = `Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks. Upstream error: ${error}\n`;
  throw upstream('reasoning-returned', 'Google AI Studio', raw);
}

/** https://github.com/iOfficeAI/AionUi/issues/2746 */
function checkPlain(
  author: 'deepseek' | 'moonshotai',
  entry: ChatMessage,
  details: readonly Detail[],
  index: number,
): void {
  const plain = entry.reasoning_content ?? entry['reasoning'];
  if (details.length > 0 || typeof plain === 'string') return;
  const texts = {
    deepseek: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    moonshotai: `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
  };
  const provider = author === 'deepseek' ? 'DeepSeek' : 'Moonshot AI';
  const raw = JSON.stringify({ error: { message: texts[author], type: 'invalid_request_error' } });
  throw upstream('reasoning-returned', provider, raw);
}

function wordsFor(call: Call, body: ChatBody, model: RoutedModel): ChatWords {
  return {
    id: `gen-${1_795_000_000 + call.number}-${idFrom(`openrouter ${call.number}`, 20)}`,
    model: body.model,
    finish: { ...commonFinish, refused: 'content_filter' },
    usage: (used) => ({ ...openAiUsage(used), cost: costOf(used, model) }),
    reasoning: (text) => ({ reasoning: text, reasoning_details: [textDetail(body.model, text)] }),
    more: (answer) => lastDetails(body.model, answer),
    countsAsked: true,
  };
}

function textDetail(model: string, text: string): Json {
  const isClaude = model.startsWith('anthropic/');
  return {
    type: 'reasoning.text',
    text,
    format: isClaude ? 'anthropic-claude-v1' : 'unknown',
    index: 0,
  };
}

/** The end has the opaque part: https://openrouter.ai/docs/use-cases/reasoning-tokens */
function lastDetails(model: string, { reasoning, calls }: Answer): Json {
  if (reasoning === null) return {};
  const [author] = model.split('/');
  const index = 0;
  switch (author) {
    case 'anthropic': {
      const signature = sign('openrouter', reasoning);
      return {
        reasoning_details: [
          { type: 'reasoning.text', signature, format: 'anthropic-claude-v1', index },
        ],
      };
    }
    case 'google': {
      const [first] = calls;
      if (first === undefined) return {};
      const { id, name } = first;
      const data = seal('CiQ', { name });
      return {
        reasoning_details: [
          { type: 'reasoning.encrypted', data, id, format: 'google-gemini-v1', index },
        ],
      };
    }
    case 'openai': {
      const data = seal('gAAAAAB', reasoning);
      const id = `rs_${sign(reasoning).slice(0, 40)}`;
      return {
        reasoning_details: [
          { type: 'reasoning.encrypted', data, id, format: 'openai-responses-v1', index },
        ],
      };
    }
    default:
      return {};
  }
}

/** Credits are USD: https://openrouter.ai/docs/use-cases/usage-accounting */
function costOf({ input, cached, output }: Usage, { price }: RoutedModel): number {
  return ((input - cached) * price.in + cached * price.cached + output * price.out) / 1e6;
}
