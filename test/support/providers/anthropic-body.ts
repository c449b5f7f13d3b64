import { z } from 'zod';
import type { Segment } from './core/prompt-cache.js';
import { Refusal } from './core/refusal.js';
import type { Conversation } from './core/reply.js';
import type { Call, Json } from './core/provider-rules.js';

/** Messages in Anthropic's format: https://platform.claude.com/docs/en/api/messages/create */
const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  thinking: z.string().optional(),
  signature: z.string().optional(),
  data: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  cache_control: z.looseObject({ type: z.literal('ephemeral') }).nullish(),
});
export type Block = z.infer<typeof block> & {
  readonly content?: string | readonly Json[];
};

const message = z.looseObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(block)]),
});

export const messagesBody = z.looseObject({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(block)]).optional(),
  tools: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().optional(),
        input_schema: z.record(z.string(), z.unknown()),
        cache_control: block.shape.cache_control,
      }),
    )
    .optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']) }).optional(),
  thinking: z
    .looseObject({
      type: z.enum(['enabled', 'adaptive', 'disabled', 'between_tools']),
      budget_tokens: z.int().optional(),
      display: z.enum(['summarized', 'omitted']).nullish(),
    })
    .optional(),
  output_config: z.looseObject({ effort: z.string().nullish() }).optional(),
  temperature: z.number().optional(),
  stream: z.boolean().optional(),
});
export type MessagesBody = z.infer<typeof messagesBody>;
export type Message = MessagesBody['messages'][number];

const fields = new Set(
  [
    'model max_tokens messages system tools tool_choice thinking output_config temperature top_p top_k',
    'stream stop_sequences metadata service_tier cache_control container context_management',
    'inference_geo mcp_servers speed diagnostics fallbacks output_format',
  ].flatMap((line) => line.split(' ')),
);

/** https://platform.claude.com/docs/en/api/errors */
export function claudeError(rule: string, status: number, type: string, message: string): Refusal {
  const error = { type, message };
  return new Refusal(rule, status, { type: 'error', error, request_id: 'req_simulated' });
}

export function invalidClaude(rule: string, message: string): Refusal {
  return claudeError(rule, 400, 'invalid_request_error', message);
}

export function readMessages({ body, headers }: Call): MessagesBody {
  if (headers['anthropic-version'] === undefined) {
    throw invalidClaude('version', 'anthropic-version: header is required');
  }
  const extra = Object.keys(body).find((name) => !fields.has(name));
  if (extra !== undefined) {
    throw invalidClaude('unknown-field', `${extra}: Extra inputs are not permitted`);
  }
  const parsed = messagesBody.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  const missing = issue?.code === 'invalid_type' && issue.message.includes('undefined');
  const rule = where === 'max_tokens' ? 'max-tokens' : 'shape';
  throw invalidClaude(rule, `${where}: ${missing ? 'Field required' : issue?.message}`);
}

export function blocksOf({ content }: Message): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function systemBlocks({ system }: MessagesBody): readonly Block[] {
  if (system === undefined) return [];
  return typeof system === 'string' ? [{ type: 'text', text: system }] : system;
}

/** In the order of the cache: tools, system, messages. */
export function claudeSegments(body: MessagesBody): readonly Segment[] {
  const parts: readonly Json[] = [
    ...(body.tools ?? []),
    ...systemBlocks(body),
    ...body.messages.flatMap((entry) =>
      blocksOf(entry).map((part) => ({ role: entry.role, ...part })),
    ),
  ];
  const top = body['cache_control'] !== undefined;
  return parts.map((part, index) => ({
    text: JSON.stringify(unmarked(part)),
    marked: isMarked(part) || (top && index === parts.length - 1),
  }));
}

function isMarked({ cache_control: marker }: Json): boolean {
  return marker !== undefined && marker !== null;
}

function unmarked({ cache_control: _marker, ...part }: Json): Json {
  return part;
}

export function markersIn(body: MessagesBody): number {
  return claudeSegments(body).filter(({ marked }) => marked).length;
}

/** Everything before a message, without parts that do not change its meaning. */
export function prefixOf(body: MessagesBody, length: number): string {
  const tools = (body.tools ?? []).map(unmarked);
  const system = systemBlocks(body).map(unmarked);
  const messages = body.messages
    .slice(0, length)
    .map((entry) => ({ role: entry.role, content: blocksOf(entry).map(unmarked) }));
  return JSON.stringify({ tools, system, messages });
}

export function claudeConversation(body: MessagesBody): Conversation {
  const system = systemBlocks(body).map(({ text = '' }) => ({ role: 'system' as const, text }));
  const messages = body.messages.flatMap((entry): Conversation['messages'][number][] => {
    const blocks = blocksOf(entry);
    const results = blocks.filter(({ type }) => type === 'tool_result');
    const texts = blocks.flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
    return [
      ...results.map((part) => ({ role: 'tool' as const, text: resultText(part) })),
      ...(texts.length > 0 || results.length === 0
        ? [{ role: entry.role, text: texts.join('\n') }]
        : []),
    ];
  });
  const closed = body.tool_choice?.type === 'none';
  const toolNames = closed ? [] : (body.tools ?? []).map(({ name }) => name);
  return {
    provider: 'anthropic',
    model: body.model,
    messages: [...system, ...messages],
    toolNames,
  };
}

function resultText({ content = '' }: Block): string {
  if (typeof content === 'string') return content;
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}
