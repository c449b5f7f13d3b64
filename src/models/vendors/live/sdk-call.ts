import type { ModelMessage, ToolRequest, ToolSchema } from '../../gateway/model-call.js';
import type { ProviderKind } from '../../../platform/config/office-config.js';
import type { ProviderRequest } from '../model-provider.js';
import type { SdkCall, SdkPrompt } from './sdk.js';

type SdkMessage = SdkPrompt[number];
type SdkTool = NonNullable<SdkCall['tools']>[number];

/** A request in the words of the SDK (behaviour-engine.md 6.3, 6.4). */
export function sdkCall(
  request: ProviderRequest,
  kind: ProviderKind,
  abortSignal: AbortSignal,
): SdkCall {
  // The Anthropic dialect cannot do without a limit.
  const fallback = kind === 'anthropic' ? request.model.maxOutputTokens : undefined;
  const maxOutputTokens = request.maxOutputTokens ?? fallback;
  return {
    prompt: sdkPrompt(request.messages),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(sdkTool),
      toolChoice: { type: 'auto' },
    }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    abortSignal,
  };
}

function sdkPrompt(messages: readonly ModelMessage[]): SdkPrompt {
  return messages.map(sdkMessage);
}

function sdkMessage(message: ModelMessage): SdkMessage {
  const text = { type: 'text' as const, text: message.content };
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [text] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.content === '' ? [] : [text]),
          ...(message.toolCalls ?? []).map(sdkToolCall),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.toolCallId ?? '',
            toolName: message.name ?? '',
            output: { type: 'text', value: message.content },
          },
        ],
      };
  }
}

function sdkToolCall({ id, name, argumentsJson }: ToolRequest) {
  return {
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: parsedArguments(argumentsJson),
  };
}

/** What the model wrote, or nothing where it wrote no JSON object. */
function parsedArguments(argumentsJson: string): object {
  try {
    const parsed: unknown = JSON.parse(argumentsJson);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function sdkTool({ name, description, parameters }: ToolSchema): SdkTool {
  return { type: 'function', name, description, inputSchema: parameters };
}
