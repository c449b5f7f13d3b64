import { finishOf, usageIn } from './scripted-reply.js';
import type { ScriptedReply } from './scripted-reply.js';

const stopReasons: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};

/** Events of a streamed message, as objects. */
export function anthropicEvents(reply: ScriptedReply, model: string): object[] {
  const usage = usageIn(reply);
  const blocks = contentBlocks(reply);
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        usage: { input_tokens: usage?.tokensIn ?? 0, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...blocks.flatMap(({ block, deltas }, index) => [
      { type: 'content_block_start', index, content_block: block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: {
        output_tokens: usage?.tokensOut ?? 0,
        ...(usage?.reasoningTokens !== undefined && {
          output_tokens_details: { thinking_tokens: usage.reasoningTokens },
        }),
      },
    },
    { type: 'message_stop' },
  ];
}

/** A message that is not streamed. */
export function anthropicMessage(reply: ScriptedReply, model: string): object {
  const usage = usageIn(reply);
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(reply.text ? [{ type: 'text', text: reply.text.join('') }] : []),
      ...(reply.toolCalls ?? []).map(({ id, name, args }) => ({
        type: 'tool_use',
        id,
        name,
        input: JSON.parse(args.join('') || '{}') as unknown,
      })),
    ],
    stop_reason: stopReason(reply),
    stop_sequence: null,
    usage: { input_tokens: usage?.tokensIn ?? 0, output_tokens: usage?.tokensOut ?? 0 },
  };
}

function stopReason(reply: ScriptedReply): string | null {
  const finish = finishOf(reply);
  return finish === null ? null : (stopReasons[finish] ?? finish);
}

function contentBlocks(reply: ScriptedReply): { block: object; deltas: object[] }[] {
  return [
    ...(reply.reasoning
      ? [
          {
            block: { type: 'thinking', thinking: '', signature: '' },
            deltas: reply.reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
          },
        ]
      : []),
    ...(reply.text
      ? [
          {
            block: { type: 'text', text: '' },
            deltas: reply.text.map((text) => ({ type: 'text_delta', text })),
          },
        ]
      : []),
    ...(reply.toolCalls ?? []).map(({ id, name, args }) => ({
      block: { type: 'tool_use', id, name, input: {} },
      deltas: args.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ];
}
