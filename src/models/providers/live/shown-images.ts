import type { ModelMessage } from '../../gateway/model-call.js';

/** Where a conversation's reader accepts images of tool results. */
export type ImagePlace =
  /** In the result itself. */
  | 'result'
  /** In a user message after the results, because results are text only. */
  | 'user'
  /** Nowhere: the model is text-only, or its abilities are unknown. */
  | 'nowhere';

/**
 * Chat completions providers that accept images in results and no user message after one.
 * https://docs.mistral.ai/api/#tag/chat: the content of a tool message may be chunks.
 */
export const imagesInChatResults: readonly string[] = ['mistral'];

/** The conversation with its images where the reader accepts them; notes replace those left out. */
export function placeImages(
  messages: readonly ModelMessage[],
  place: ImagePlace,
): readonly ModelMessage[] {
  if (place === 'result' || !messages.some(hasImages)) return messages;
  return place === 'user' ? messages.flatMap(behindResults) : messages.map(withNote);
}

function hasImages({ images = [] }: ModelMessage): boolean {
  return images.length > 0;
}

function withNote(message: ModelMessage): ModelMessage {
  const { images = [], ...rest } = message;
  if (images.length === 0) return message;
  const note = `[${images.length} image(s) left out: this model reads text only]`;
  return { ...rest, content: `${rest.content}\n${note}` };
}

/** Results of one answer must be adjacent, so their images follow the last of them. */
function behindResults(
  message: ModelMessage,
  index: number,
  all: readonly ModelMessage[],
): readonly ModelMessage[] {
  if (message.role !== 'tool') return [message];
  const { images: _, ...result } = message;
  if (all[index + 1]?.role === 'tool') return [result];
  const first = all.findLastIndex(({ role }, at) => at < index && role !== 'tool') + 1;
  const shown = all.slice(first, index + 1).filter(hasImages);
  if (shown.length === 0) return [result];
  const names = shown.map(({ name = '' }) => name).join(', ');
  return [
    result,
    {
      role: 'user',
      content: `The images that came with the results above (${names}), in their order:`,
      images: shown.flatMap(({ images = [] }) => images),
    },
  ];
}
