import {
  claudeConversation,
  claudeError,
  claudeSegments,
  invalidClaude,
  readMessages,
} from './anthropic-body.js';
import type { MessagesBody } from './anthropic-body.js';
import { claudeModel, claudeModelList } from './anthropic-models.js';
import type { ClaudeModel } from './anthropic-models.js';
import {
  checkContent,
  checkMarkers,
  checkReturnedThinking,
  checkSampling,
  checkThinking,
  checkToolUse,
  checkTools,
  isThinking,
  prefixMark,
  thinkingSeal,
} from './anthropic-rules.js';
import { piecesOf } from './core/frames.js';
import type { Frame } from './core/frames.js';
import { MarkedCache, tokensOf } from './core/prompt-cache.js';
import type { LimitReached, LimitState, LimitStates } from './core/rate-limiter.js';
import { Refusal } from './core/refusal.js';
import type { Answer, Ending, Usage } from './core/reply.js';
import { idFrom, seal } from './core/signatures.js';
import { bearerKey } from './core/provider-rules.js';
import type { Call, Json, Turn, ProviderRules } from './core/provider-rules.js';

/** Anthropic's messages. */
export function anthropic(): ProviderRules {
  const thoughtBefore = new Set<string>();
  return {
    id: 'anthropic',
    basePath: '/v1',
    completions: { 'POST /messages': (call) => complete(call, thoughtBefore) },
    lists: { '/models': claudeModelList },
    // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
    newCache: () => new MarkedCache(),
    // Either header: the official SDK sends the first before its version 1, the second since.
    keyIn: ({ 'x-api-key': key, ...headers }) =>
      typeof key === 'string' && key !== '' ? key : bearerKey(headers),
    wrongKey: (key) =>
      claudeError(
        'key',
        401,
        'authentication_error',
        key === null ? 'x-api-key header is required' : 'invalid x-api-key',
      ),
    unknownRoute: () => claudeError('route', 404, 'not_found_error', 'Not Found'),
    notJson: () => invalidClaude('json', 'The request body is not valid JSON'),
    rateLimited,
    limitHeaders,
    failure: (kind) =>
      kind === 'overloaded'
        ? claudeError('failure', 529, 'overloaded_error', 'Overloaded')
        : claudeError('failure', 500, 'api_error', 'Internal server error'),
    errorFrame: {
      event: 'error',
      data: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    },
    errorBody: { type: 'error', error: { type: 'api_error', message: 'Internal server error' } },
  };
}

/** https://platform.claude.com/docs/en/api/rate-limits */
function rateLimited(reached: LimitReached): Refusal {
  const { by, retryMs } = reached;
  const what = by === 'requests' ? 'requests' : 'input tokens';
  const message = `This request would exceed your organization's rate limit of ${reached[by].limit} ${what} per minute. For details, refer to: https://docs.claude.com/en/api/rate-limits.`;
  const error = { type: 'rate_limit_error', message };
  const body = { type: 'error', error, request_id: 'req_simulated' };
  return new Refusal('rate-limit', 429, body, {
    ...limitHeaders(reached),
    'retry-after': String(retryMs / 1000),
  });
}

function limitHeaders({ requests, tokens }: LimitStates): Readonly<Record<string, string>> {
  const told = (
    name: string,
    { limit, remaining, resetMs }: LimitState,
  ): Record<string, string> => ({
    [`anthropic-ratelimit-${name}-limit`]: String(limit),
    [`anthropic-ratelimit-${name}-remaining`]: String(remaining),
    [`anthropic-ratelimit-${name}-reset`]: new Date(Date.now() + resetMs).toISOString(),
  });
  return {
    ...told('requests', requests),
    ...told('input-tokens', tokens),
    ...told('tokens', tokens),
  };
}

function complete(call: Call, thoughtBefore: Set<string>): Turn {
  const body = readMessages(call);
  const model = claudeModel(body.model);
  if (model === undefined) {
    throw claudeError('model', 404, 'not_found_error', `model: ${body.model}`);
  }
  checkThinking(body, model);
  checkSampling(body, model);
  checkTools(body);
  checkMarkers(body);
  checkContent(body, model);
  checkToolUse(body);
  checkReturnedThinking(body, model, thoughtBefore, call);
  const segments = claudeSegments(body);
  checkLength(body, model, tokensOf(segments));
  const thinks = isThinking(body, model);
  const tell = (answer: Answer, usage: Usage): Told => {
    if (thinks) for (const { id } of answer.calls) thoughtBefore.add(id);
    return { id: `msg_01${idFrom(`claude ${call.number}`, 22)}`, body, model, answer, usage };
  };
  return {
    conversation: claudeConversation(body),
    segments,
    cacheLane: body.model,
    cachesFrom: model.cachesFrom,
    streamed: body.stream === true,
    thinks,
    outputLimit: body.max_tokens,
    callId: (_name, index) => `toolu_01${idFrom(`claude ${call.number} ${index}`, 22)}`,
    frames: (answer, usage) => framesOf(tell(answer, usage)),
    whole: (answer, usage) => wholeOf(tell(answer, usage)),
  };
}

function checkLength(body: MessagesBody, model: ClaudeModel, tokens: number): void {
  const { max_tokens: limit } = body;
  if (limit > model.mostOutput) {
    const message = `max_tokens: ${limit} > ${model.mostOutput}, which is the maximum allowed number of output tokens for ${body.model}`;
    throw invalidClaude('max-tokens', message);
  }
  if (tokens > model.context) {
    const message = `prompt is too long: ${tokens} tokens > ${model.context} maximum`;
    throw invalidClaude('context', message);
  }
}

interface Told {
  readonly id: string;
  readonly body: MessagesBody;
  readonly model: ClaudeModel;
  readonly answer: Answer;
  readonly usage: Usage;
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const stopReasons: Readonly<Partial<Record<Ending, string>>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  refused: 'refusal',
  filtered: 'refusal',
};

function stopOf({ ending, calls }: Answer): Json {
  const reason = ending === 'stop' && calls.length > 0 ? 'tool_use' : stopReasons[ending];
  if (reason === undefined) throw new Error(`this provider has no word for "${ending}"`);
  const explanation = 'This request could enable harm.';
  return {
    stop_reason: reason,
    stop_sequence: null,
    ...(reason === 'refusal' && {
      stop_details: { type: 'refusal', category: 'general_harms', explanation },
    }),
  };
}

/** Blocks as they are at the end of the answer. */
function contentOf({ body, model, answer }: Told): readonly Json[] {
  const { reasoning, text, calls } = answer;
  return [
    ...(reasoning === null ? [] : [thinkingBlock(body, model, reasoning)]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'tool_use',
      id,
      name,
      input: parsed(args),
    })),
  ];
}

function thinkingBlock(body: MessagesBody, model: ClaudeModel, reasoning: string): Json {
  const display = body.thinking?.display ?? (model.omitsThinking ? 'omitted' : 'summarized');
  const shown = display === 'omitted' ? '' : reasoning;
  const prefix = prefixMark(body, body.messages.length);
  const signature = seal(thinkingSeal, { model: body.model, prefix, shown });
  return { type: 'thinking', thinking: shown, signature };
}

function parsed(args: string): unknown {
  try {
    return JSON.parse(args || '{}') as unknown;
  } catch {
    return {};
  }
}

function inputUsage({ input, cached, written }: Usage): Json {
  return {
    input_tokens: input - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
  };
}

function outputUsage({ output, reasoning }: Usage): Json {
  return { output_tokens: output, output_tokens_details: { thinking_tokens: reasoning } };
}

function wholeOf(told: Told): Json {
  const { id, body, answer, usage } = told;
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: contentOf(told),
    ...stopOf(answer),
    usage: { ...inputUsage(usage), ...outputUsage(usage), service_tier: 'standard' },
  };
}

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
function framesOf(told: Told): readonly Frame[] {
  const { id, body, answer, usage } = told;
  const frame = (type: string, fields: Json = {}): Frame => ({
    event: type,
    data: { type, ...fields },
  });
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...inputUsage(usage), output_tokens: 1 },
  };
  const args = answer.calls.map((call) => call.arguments);
  return [
    frame('message_start', { message }),
    frame('ping'),
    ...contentOf(told).flatMap((block, index) => [
      frame('content_block_start', { index, content_block: emptied(block) }),
      ...deltasOf(block, args).map((delta) => frame('content_block_delta', { index, delta })),
      frame('content_block_stop', { index }),
    ]),
    frame('message_delta', {
      delta: stopOf(answer),
      usage: { ...inputUsage(usage), ...outputUsage(usage) },
    }),
    frame('message_stop'),
  ];
}

function emptied(block: Json): Json {
  switch (block['type']) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'text':
      return { type: 'text', text: '' };
    default:
      return { ...block, input: {} };
  }
}

/** Arguments are streamed as the model wrote them. */
function deltasOf(block: Json, args: string[]): readonly Json[] {
  switch (block['type']) {
    case 'thinking':
      return [
        ...piecesOf(String(block['thinking'])).map((thinking) => ({
          type: 'thinking_delta',
          thinking,
        })),
        { type: 'signature_delta', signature: block['signature'] },
      ];
    case 'text':
      return piecesOf(String(block['text'])).map((text) => ({ type: 'text_delta', text }));
    default: {
      const json = args.shift() ?? '';
      return piecesOf(json).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    }
  }
}
