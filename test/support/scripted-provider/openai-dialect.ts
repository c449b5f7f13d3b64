import { finishOf, usageIn } from './scripted-reply.js';
import type { ScriptedReply, ScriptedUsage } from './scripted-reply.js';

/** Chunks of a streamed chat completion, as objects. */
export function openAiChunks(reply: ScriptedReply, model: string, withUsage: boolean): object[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const finish = finishOf(reply);
  const usage = usageIn(reply);
  return [
    ...(reply.reasoning ?? []).map((piece) => chunk({ reasoning_content: piece })),
    ...(reply.text ?? []).map((piece) => chunk({ content: piece })),
    ...toolCallDeltas(reply).map((call) => chunk({ tool_calls: [call] })),
    ...(finish === null ? [] : [chunk({}, finish)]),
    ...(usage !== null && withUsage
      ? [{ id: 'chatcmpl-1', model, choices: [], usage: openAiUsage(usage) }]
      : []),
  ];
}

/** A chat completion that is not streamed. */
export function openAiCompletion(reply: ScriptedReply, model: string): object {
  const usage = usageIn(reply);
  const toolCalls = (reply.toolCalls ?? []).map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args.join('') },
  }));
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text?.join('') ?? null,
          ...(reply.reasoning && { reasoning_content: reply.reasoning.join('') }),
          ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
        },
        finish_reason: finishOf(reply),
      },
    ],
    ...(usage !== null && { usage: openAiUsage(usage) }),
  };
}

/** The first delta names the call, the others continue its arguments. */
function toolCallDeltas(reply: ScriptedReply): object[] {
  return (reply.toolCalls ?? []).flatMap(({ id, name, args }, index) => [
    { index, id, type: 'function', function: { name, arguments: '' } },
    ...args.map((piece) => ({ index, function: { arguments: piece } })),
  ]);
}

function openAiUsage({ tokensIn, tokensOut, reasoningTokens }: ScriptedUsage): object {
  return {
    ...(tokensIn !== undefined && { prompt_tokens: tokensIn }),
    ...(tokensOut !== undefined && { completion_tokens: tokensOut }),
    ...(reasoningTokens !== undefined && {
      completion_tokens_details: { reasoning_tokens: reasoningTokens },
    }),
  };
}
