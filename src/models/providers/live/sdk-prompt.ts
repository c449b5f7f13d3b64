import type {
  AnswerPart,
  ModelImage,
  ModelMessage,
  ToolRequest,
} from '../../gateway/model-call.js';
import type { ModelTraits } from '../../catalogue/model-traits.js';
import { CallIds } from './call-ids.js';
import { messageFields, returnedReasoning } from './returned-reasoning.js';
import type { SdkPrompt, SdkOptions } from './sdk.js';
import { type ImagePlace, imagesInChatResults, placeImages } from './shown-images.js';

type SdkMessage = SdkPrompt[number];
type SdkAssistant = Extract<SdkMessage, { role: 'assistant' }>;
type SdkAnswerPart = SdkAssistant['content'][number];
type SdkUserPart = Extract<SdkMessage, { role: 'user' }>['content'][number];
type SdkResult = Extract<SdkMessage, { role: 'tool' }>['content'][number];
type SdkOutput = Extract<SdkResult, { type: 'tool-result' }>['output'];

/** The model that receives the conversation. */
interface Reader {
  readonly providerId: string;
  readonly modelId: string;
  readonly traits: ModelTraits;
  /** True if it is known to accept images. */
  readonly sees: boolean;
  /** The provider refuses reasoning in a message's fields. */
  readonly refusesReasoning: boolean;
}

/**
 * Converts a conversation for its reader into the SDK's format. The reader's own answers are sent
 * back unchanged, with reasoning and provider data. Other models' answers keep text and calls but
 * not reasoning, which only its author can verify. Blank text is left out, because providers refuse
 * it.
 */
export function sdkPrompt(messages: readonly ModelMessage[], reader: Reader): SdkPrompt {
  const ids = new CallIds(reader.providerId, reader.traits.endpoint === 'messages');
  const shown = placeImages(toldCalls(messages, reader), placeFor(reader));
  const prompt = shown.map((message) => sdkMessage(message, reader, ids));
  return reader.traits.compat.cache === 'markers' ? withCacheMarkers(prompt) : prompt;
}

function placeFor({ providerId, traits, sees }: Reader): ImagePlace {
  if (!sees) return 'nowhere';
  const inResult = traits.endpoint !== 'chat' || imagesInChatResults.includes(providerId);
  return inResult ? 'result' : 'user';
}

/**
 * Anthropic caches up to markers, at most four: after the system prompt (which covers the tools
 * before it), after the last message, where the next call continues, and after the request's blocks
 * that other turns share.
 * https://docs.claude.com/en/docs/build-with-claude/prompt-caching
 */
function withCacheMarkers(prompt: SdkPrompt): SdkPrompt {
  const system = prompt.findLastIndex(({ role }) => role === 'system');
  return prompt.map((message, index) =>
    index === system || index === prompt.length - 1
      ? { ...message, providerOptions: { ...message.providerOptions, ...marker } }
      : message,
  );
}

/** Besides the markers after the system prompt and the last message. */
const maxSharedMarkers = 2;

const marker: SdkOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/**
 * Behind OpenRouter some providers refuse calls without the encrypted reasoning that led to them:
 * other models' calls and results are therefore sent as text.
 */
function toldCalls(messages: readonly ModelMessage[], reader: Reader): readonly ModelMessage[] {
  if (reader.traits.compat.returnReasoning !== 'reasoning_details') return messages;
  let told = false;
  return messages.map((message): ModelMessage => {
    const { role, content, toolCalls = [], name = '', images } = message;
    if (role === 'tool' && told) {
      return { role: 'user', content: `Result of ${name}:\n${content}`, ...(images && { images }) };
    }
    told = role === 'assistant' && toolCalls.length > 0 && !isOwn(message, reader);
    if (!told) return message;
    const calls = toolCalls.map((call) => `Called ${call.name} with ${call.argumentsJson}`);
    return { role, content: [content, ...calls].join('\n').trim() };
  });
}

function sdkMessage(message: ModelMessage, reader: Reader, ids: CallIds): SdkMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [...userParts(message, reader), ...imageParts(message)] };
    case 'assistant':
      return answerOf(message, reader, ids.ofAnswer(message));
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: ids.ofResult(message),
            toolName: message.name ?? '',
            output: outputOf(message),
          },
        ],
      };
  }
}

function outputOf(message: ModelMessage): SdkOutput {
  const images = imageParts(message);
  return images.length === 0
    ? { type: 'text', value: message.content }
    : { type: 'content', value: [textPart(message), ...images] };
}

function textPart({ content }: ModelMessage): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: content };
}

function imageParts({ images = [] }: ModelMessage): Extract<SdkUserPart, { type: 'file' }>[] {
  return images.map(({ mediaType, data }: ModelImage) => ({
    type: 'file',
    mediaType,
    data: { type: 'data', data },
  }));
}

/** Blocks for providers that cache by markers; a single text for all others. */
function userParts({ content, blocks }: ModelMessage, { traits }: Reader): SdkUserPart[] {
  if (blocks === undefined || traits.compat.cache !== 'markers') {
    return [{ type: 'text', text: content }];
  }
  const marked = blocks.filter(({ sharedUntilHere }) => sharedUntilHere).slice(-maxSharedMarkers);
  const ownFrom = blocks.findLastIndex(({ sharedUntilHere }) => sharedUntilHere) + 1;
  const own = blocks.slice(ownFrom).map(({ text }) => text);
  const shared = blocks.slice(0, ownFrom).map((block) => ({
    type: 'text' as const,
    text: block.text,
    ...(marked.includes(block) && { providerOptions: marker }),
  }));
  return [...shared, ...(own.length > 0 ? [{ type: 'text' as const, text: own.join('') }] : [])];
}

function answerOf(message: ModelMessage, reader: Reader, ids: readonly string[]): SdkAssistant {
  const { origin, toolCalls = [] } = message;
  const own = isOwn(message, reader);
  const parts = (own ? origin?.parts : undefined) ?? plainParts(message);
  const content = parts.flatMap((part) => sdkPart(part, toolCalls, ids, reader));
  const options = fieldsBack(message, content, reader);
  const firstCall = own ? -1 : content.findIndex(({ type }) => type === 'tool-call');
  return {
    role: 'assistant',
    content: content
      .map((part, index) => (index === firstCall ? { ...part, ...unsignedCall(reader) } : part))
      .filter(({ type }) => type !== 'reasoning' || sendsReasoning(reader)),
    ...(Object.keys(options).length > 0 && { providerOptions: options }),
  };
}

/** Encrypted reasoning can be read by its own model; plain text by all models of the provider. */
function isOwn(message: ModelMessage, reader: Reader): boolean {
  const { origin } = message;
  if (origin === undefined) return true;
  if (origin.servedBy.providerId !== reader.providerId) return false;
  const { endpoint, compat } = reader.traits;
  const isUnknown = endpoint === 'chat' && compat.returnReasoning === undefined;
  const isPlain = isUnknown || compat.returnReasoning === 'reasoning_content';
  return isPlain || isOfModel(message, reader);
}

function isOfModel({ origin }: ModelMessage, { modelId }: Reader): boolean {
  return origin === undefined || origin.servedBy.modelId === modelId;
}

/** Data sent back with a message as a whole, including reasoning in its own fields. */
function fieldsBack(
  message: ModelMessage,
  content: readonly SdkAnswerPart[],
  reader: Reader,
): SdkOptions {
  const own = isOwn(message, reader) && isOfModel(message, reader);
  const metadata = (own ? message.origin?.vendor : undefined) ?? {};
  if (reader.traits.endpoint !== 'chat') return metadata;
  const parts = content.filter((part) => part.type === 'reasoning');
  const fields = returnedReasoning(parts, metadata[messageFields] ?? {}, reader);
  const { [messageFields]: _, ...others } = metadata;
  return { ...others, ...(Object.keys(fields).length > 0 && { [messageFields]: fields }) };
}

function plainParts({ content, toolCalls = [] }: ModelMessage): readonly AnswerPart[] {
  return [
    { type: 'text', text: content },
    ...toolCalls.map((_, index) => ({ type: 'tool-call' as const, index })),
  ];
}

function sdkPart(
  part: AnswerPart,
  toolCalls: readonly ToolRequest[],
  ids: readonly string[],
  { traits }: Reader,
): SdkAnswerPart[] {
  const providerOptions = part.vendor;
  const options = providerOptions && { providerOptions };
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...options }];
  if (part.type === 'text') {
    return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text, ...options }];
  }
  const call = toolCalls[part.index];
  if (call === undefined) return [];
  const { input, fields } = argumentsOf(call, traits);
  return [
    {
      type: 'tool-call',
      toolCallId: ids[part.index] ?? call.id,
      toolName: call.name,
      input,
      providerOptions: { ...providerOptions, ...(fields && { [messageFields]: fields }) },
    },
  ];
}

/**
 * Invalid JSON arguments are sent back as written; if the dialect requires an object, wrapped in
 * one.
 */
function argumentsOf(
  { name, argumentsJson }: ToolRequest,
  { endpoint }: ModelTraits,
): { readonly input: unknown; readonly fields?: SdkOptions[string] } {
  const parsed = parsedObject(argumentsJson);
  if (parsed !== null) return { input: parsed };
  if (endpoint === 'messages') return { input: { unparsed: argumentsJson } };
  if (endpoint === 'responses') return { input: argumentsJson };
  return { input: {}, fields: { function: { name, arguments: argumentsJson } } };
}

function parsedObject(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * True for dialects in which reasoning is a content part; in others it is a field, or is not sent.
 */
function sendsReasoning({ traits }: Reader): boolean {
  return traits.endpoint !== 'chat';
}

/** Gemini's replacement for the signature of a call that it did not make. */
const unsigned = 'skip_thought_signature_validator';

function unsignedCall({ traits }: Reader): { providerOptions?: SdkOptions } {
  if (traits.compat.returnReasoning !== 'thought_signature') return {};
  return { providerOptions: { google: { thoughtSignature: unsigned } } };
}
