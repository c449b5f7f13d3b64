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
import type { ChatBody, ChatWords } from './core/chat-dialect.js';
import { openAiOrderText, openAiToolText, tooLong } from './core/openai-words.js';
import { tokensOf } from './core/prompt-cache.js';
import type { Refusal } from './core/refusal.js';
import { idFrom } from './core/signatures.js';
import { toolProblem } from './core/tool-limits.js';
import type { Call, Turn } from './core/provider-rules.js';
import { effortOf, invalidOpenAi, openAiModel } from './openai-models.js';
import type { OpenAiModel } from './openai-models.js';

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create */
const fields = new Set(
  [
    'model messages stream stream_options tools tool_choice parallel_tool_calls max_tokens',
    'max_completion_tokens temperature top_p n stop seed user metadata store logprobs top_logprobs',
    'logit_bias presence_penalty frequency_penalty response_format reasoning_effort verbosity',
    'prompt_cache_key prompt_cache_retention prompt_cache_options safety_identifier service_tier',
    'prediction modalities audio web_search_options functions function_call moderation',
  ].flatMap((line) => line.split(' ')),
);
const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];
const mostIdLength = 40;

/** OpenAI's chat completions. */
export function openAiChat(call: Call): Turn {
  const body = read(call);
  const model = openAiModel(body.model, 'chat');
  const effort = effortOf(model, body.reasoning_effort, 'reasoning_effort');
  checkSampling(body, model, effort);
  checkTools(body);
  checkToolsWithEffort(body, model, effort);
  checkMessages(body);
  const segments = chatSegments(body);
  checkLength(body, model, tokensOf(segments));
  const words = wordsFor(call, body);
  return {
    conversation: chatConversation('openai', body),
    segments,
    cacheLane: `${body.model} ${body.prompt_cache_key ?? segments[0]?.text.slice(0, 1000)}`,
    billsCacheWrites: model.billsCacheWrites,
    streamed: body.stream === true,
    thinks: effort !== 'none' && model.efforts.length > 0,
    outputLimit: body.max_completion_tokens ?? body.max_tokens ?? model.mostOutput,
    callId: (_name, index) => `call_${idFrom(`openai ${call.number} ${index}`, 24)}`,
    frames: (answer, used) => chatFrames(words, answer, used),
    whole: (answer, used) => chatWhole(words, answer, used),
  };
}

/** Its reasoning is not sent. */
function wordsFor(call: Call, body: ChatBody): ChatWords {
  return {
    id: `chatcmpl-${idFrom(`openai ${call.number}`, 29)}`,
    model: body.model,
    finish: { ...commonFinish, refused: 'stop' },
    usage: openAiUsage,
    more: ({ ending, text }) => (ending === 'refused' ? { refusal: text, content: null } : {}),
    countsAsked: body.stream !== true || body.stream_options?.include_usage === true,
  };
}

function read({ body: given }: Call): ChatBody {
  const extra = Object.keys(given).find((name) => !fields.has(name));
  if (extra !== undefined) {
    const message = `Unrecognized request argument supplied: ${extra}`;
    throw invalidOpenAi('unknown-field', { message, param: extra, code: 'unknown_parameter' });
  }
  const parsed = chatBody.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  const message = `Invalid type for '${param}': ${issue?.message}`;
  throw invalidOpenAi('shape', { message, param, code: 'invalid_type' });
}

/** https://github.com/sipeed/picoclaw/issues/16 */
function checkSampling(body: ChatBody, model: OpenAiModel, effort: string): void {
  if (model.efforts.length === 0) return;
  if (body.max_tokens !== undefined && body.max_tokens !== null) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    throw invalidOpenAi('max-tokens', {
      message,
      param: 'max_tokens',
      code: 'unsupported_parameter',
    });
  }
  const { temperature } = body;
  if (effort === 'none' || temperature === undefined || temperature === null || temperature === 1) {
    return;
  }
  // https://developers.openai.com/api/docs/guides/latest-model
  const message = `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`;
  throw invalidOpenAi('temperature', { message, param: 'temperature', code: 'unsupported_value' });
}

function checkTools(body: ChatBody): void {
  const problem = toolProblem(toolsOf(body));
  if (problem !== null) {
    throw invalidOpenAi(`tools: ${problem.kind}`, openAiToolText(problem, '.function'));
  }
}

/** https://github.com/laurent22/joplin/pull/16451: the default effort counts like a given one. */
function checkToolsWithEffort(body: ChatBody, model: OpenAiModel, effort: string): void {
  if (!model.toolsNeedResponses || effort === 'none' || (body.tools ?? []).length === 0) return;
  const message = `Function tools with reasoning_effort are not supported for ${model.id} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
  throw invalidOpenAi('tools-endpoint', { message, param: 'reasoning_effort', code: null });
}

function checkMessages({ messages }: ChatBody): void {
  for (const [index, entry] of messages.entries()) {
    if (!roles.includes(entry.role)) throw unknownRole(index, entry.role);
    const calls = entry.tool_calls ?? [];
    if (entry.role === 'assistant' && calls.length === 0 && entry.content === null) {
      const param = `messages.[${index}].content`;
      const message = `Invalid value for 'content': expected a string, got null.`;
      throw invalidOpenAi('empty-message', { message, param, code: null });
    }
    for (const [place, { id }] of calls.entries()) {
      if (id.length <= mostIdLength) continue;
      const param = `messages[${index}].tool_calls[${place}].id`;
      throw invalidOpenAi('call-id', tooLong(param, mostIdLength, id.length));
    }
  }
  const problem = orderProblem(messages);
  if (problem !== null) throw invalidOpenAi('order', openAiOrderText(problem));
}

function unknownRole(index: number, role: string): Refusal {
  const known = roles.map((name) => `'${name}'`).join(', ');
  const message = `Invalid value: '${role}'. Supported values are: ${known}.`;
  return invalidOpenAi('roles', {
    message,
    param: `messages[${index}].role`,
    code: 'invalid_value',
  });
}

/** https://developers.openai.com/api/docs/guides/error-codes */
function checkLength(body: ChatBody, model: OpenAiModel, tokens: number): void {
  const asked = body.max_completion_tokens ?? body.max_tokens ?? 0;
  if (asked > model.mostOutput) {
    const param = 'max_tokens';
    const message = `max_tokens is too large: ${asked}. This model supports at most ${model.mostOutput} completion tokens, whereas you provided ${asked}.`;
    throw invalidOpenAi('output-limit', { message, param, code: 'invalid_value' });
  }
  if (tokens <= model.context) return;
  const message = `This model's maximum context length is ${model.context} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
  throw invalidOpenAi('context', { message, param: 'messages', code: 'context_length_exceeded' });
}
