import { z } from 'zod';
import { done, piecesOf } from './frames.js';
import type { Frame } from './frames.js';
import type { Segment } from './prompt-cache.js';
import type { Answer, AnswerCall, Conversation, Ending, Usage } from './reply.js';
import type { ToolDefinition } from './tool-limits.js';
import type { Json } from './provider-rules.js';

/**
 * Chat completions as OpenAI defined them and others use them. Fields of a single provider are
 * loose.
 */
const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
  reasoning_content: z.string().nullish(),
});
const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string(),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
});

export const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z.unknown().optional(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  temperature: z.number().nullish(),
  reasoning_effort: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
});

export type ChatBody = z.infer<typeof chatBody>;
export type ChatMessage = z.infer<typeof message>;

export function textOf({ content }: Pick<ChatMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}

export function toolsOf({ tools }: ChatBody): readonly ToolDefinition[] {
  return (tools ?? []).map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    schema: parameters,
  }));
}

export function chatConversation(provider: string, body: ChatBody): Conversation {
  const messages = body.messages.map((entry) => ({
    role: roleOf(entry.role),
    text: textOf(entry),
  }));
  const closed = body.tool_choice === 'none';
  const toolNames = closed ? [] : toolsOf(body).map(({ name }) => name);
  return { provider, model: body.model, messages, toolNames };
}

function roleOf(role: string): Conversation['messages'][number]['role'] {
  switch (role) {
    case 'developer':
    case 'system':
      return 'system';
    case 'assistant':
    case 'tool':
      return role;
    default:
      return 'user';
  }
}

export function chatSegments(body: ChatBody): readonly Segment[] {
  const parts: readonly unknown[] = [...(body.tools ?? []), ...body.messages];
  return parts.map((entry) => ({ text: JSON.stringify(entry) }));
}

/** Tool calls without results directly after them, or results without a call. */
export type OrderProblem =
  | { readonly kind: 'unanswered'; readonly index: number; readonly ids: readonly string[] }
  | { readonly kind: 'orphan'; readonly index: number; readonly id: string };

export function orderProblem(messages: readonly ChatMessage[]): OrderProblem | null {
  let open: { readonly index: number; readonly ids: string[] } | null = null;
  for (const [index, entry] of messages.entries()) {
    if (entry.role === 'tool') {
      const id = entry.tool_call_id ?? '';
      const place: number = open?.ids.indexOf(id) ?? -1;
      if (open === null || place < 0) return { kind: 'orphan', index, id };
      open.ids.splice(place, 1);
      continue;
    }
    if (open !== null && open.ids.length > 0) return { kind: 'unanswered', ...open };
    open = { index, ids: (entry.tool_calls ?? []).map(({ id }) => id) };
  }
  return open === null || open.ids.length === 0 ? null : { kind: 'unanswered', ...open };
}

/** Wording of a provider's answers. */
export interface ChatWords {
  readonly id: string;
  readonly model: string;
  readonly finish: Readonly<Partial<Record<Ending, string>>>;
  readonly usage: (usage: Usage) => Json;
  /** Fields of a message or delta with reasoning; absent: the provider does not send it. */
  readonly reasoning?: (text: string) => Json;
  /** More fields of a message or last delta. */
  readonly more?: (answer: Answer) => Json;
  /** More fields of a call. */
  readonly callFields?: (call: AnswerCall, index: number) => Json;
  /** True if calls are not streamed in pieces. */
  readonly wholeCalls?: boolean;
  /** True if the last chunk has the counts, instead of a separate one. */
  readonly usageInLastChunk?: boolean;
  /** False: the request did not ask for counts, so none are sent. */
  readonly countsAsked: boolean;
}

const created = 1_795_000_000;

export function chatFrames(words: ChatWords, answer: Answer, usage: Usage): readonly Frame[] {
  const { id, model } = words;
  const base = { id, object: 'chat.completion.chunk', created, model };
  const chunk = (delta: Json, finish: string | null = null, more: Json = {}): Frame => ({
    data: { ...base, choices: [{ index: 0, delta, finish_reason: finish }], ...more },
  });
  const counts = words.countsAsked ? { usage: words.usage(usage) } : {};
  return [
    chunk({ role: 'assistant', content: '' }),
    ...reasoningPieces(words, answer).map((fields) => chunk(fields)),
    ...piecesOf(answer.text).map((piece) => chunk({ content: piece })),
    ...answer.calls.flatMap((call, index) =>
      callDeltas(words, call, index).map((delta) => chunk({ tool_calls: [delta] })),
    ),
    chunk(
      words.more?.(answer) ?? {},
      finishOf(words, answer),
      words.usageInLastChunk ? counts : {},
    ),
    ...(words.countsAsked && !words.usageInLastChunk
      ? [{ data: { ...base, choices: [], ...counts } }]
      : []),
    done,
  ];
}

function reasoningPieces(words: ChatWords, { reasoning }: Answer): readonly Json[] {
  const { reasoning: fields } = words;
  return fields === undefined || reasoning === null ? [] : piecesOf(reasoning).map(fields);
}

function callDeltas(words: ChatWords, call: AnswerCall, index: number): readonly Json[] {
  const { id, name, arguments: args } = call;
  const more = words.callFields?.(call, index) ?? {};
  const head = { index, id, type: 'function', ...more };
  if (words.wholeCalls) return [{ ...head, function: { name, arguments: args } }];
  return [
    { ...head, function: { name, arguments: '' } },
    ...piecesOf(args).map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

export function chatWhole(words: ChatWords, answer: Answer, usage: Usage): Json {
  const calls = answer.calls.map((call, index) => ({
    id: call.id,
    type: 'function',
    ...words.callFields?.(call, index),
    function: { name: call.name, arguments: call.arguments },
  }));
  const reasoning = answer.reasoning === null ? {} : (words.reasoning?.(answer.reasoning) ?? {});
  const content = answer.text === '' && calls.length > 0 ? null : answer.text;
  const chunks = reasoning['content'];
  const said = {
    role: 'assistant',
    content,
    ...reasoning,
    ...(Array.isArray(chunks) && {
      content: [...(chunks as unknown[]), { type: 'text', text: answer.text }],
    }),
    ...words.more?.(answer),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choice = { index: 0, message: said, finish_reason: finishOf(words, answer) };
  const { id, model } = words;
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [choice],
    usage: words.usage(usage),
  };
}

function finishOf({ finish }: ChatWords, { ending, calls }: Answer): string {
  if (ending === 'stop' && calls.length > 0) return 'tool_calls';
  const word = finish[ending];
  if (word === undefined) throw new Error(`this provider has no word for "${ending}"`);
  return word;
}

/** Finish reasons of every provider of this dialect. */
export const commonFinish = { stop: 'stop', length: 'length', filtered: 'content_filter' } as const;

/** Counts in OpenAI's format. */
export function openAiUsage({ input, cached, written, output, reasoning }: Usage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cached,
      ...(written > 0 && { cache_write_tokens: written }),
    },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
