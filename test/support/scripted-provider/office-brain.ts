import type { ModelMessage, ToolSchema } from '#models/gateway/model-call.js';
import { simulatedAnswer } from '#models/providers/simulated/simulated-answer.js';
import { simulatedTurnOf } from '#models/providers/simulated/simulated-turn.js';
import type { ScriptedReply } from './scripted-reply.js';
import type { ScriptedRequest } from './scripted-provider.js';

interface Part {
  readonly type?: string;
  readonly text?: string;
  readonly content?: unknown;
}

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly Part[] | null;
}

interface WireBody {
  readonly system?: readonly Part[];
  readonly messages?: readonly WireMessage[];
  readonly tools?: readonly {
    readonly name?: string;
    readonly function?: { readonly name: string };
  }[];
}

/**
 * Plays the employee of a request, so that whole pipelines run against the provider. Its answer
 * depends only on the request.
 */
export function officeBrain({ body }: ScriptedRequest): ScriptedReply {
  const { system = [], messages = [], tools = [] } = (body ?? {}) as WireBody;
  const conversation = [
    ...system.map(({ text = '' }): ModelMessage => ({ role: 'system', content: text })),
    ...messages.map(asModelMessage),
  ];
  const schemas = tools.map((tool): ToolSchema => ({
    name: tool.name ?? tool.function?.name ?? '',
    description: '',
    parameters: {},
  }));
  const { text, toolCall } = simulatedAnswer(simulatedTurnOf(conversation, schemas, 1));
  return {
    ...(text !== '' && { text: text.match(/[\s\S]{1,80}/g) ?? [] }),
    ...(toolCall !== undefined && {
      toolCalls: [{ ...toolCall, args: toolCall.argumentsJson.match(/[\s\S]{1,50}/g) ?? [] }],
    }),
  };
}

/** Anthropic's dialect sends tool results as part of a user message. */
function asModelMessage({ role, content }: WireMessage): ModelMessage {
  if (typeof content === 'string' || content === null) {
    return { role: role as ModelMessage['role'], content: content ?? '' };
  }
  const isResult = content.some(({ type }) => type === 'tool_result');
  const text = content.map((part) => part.text ?? '').join('\n');
  return { role: isResult ? 'tool' : (role as ModelMessage['role']), content: text };
}
