import { fileURLToPath } from 'node:url';
import { isAbsolute, relative } from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { editorTexts } from '../../protocol/texts/editor.js';
import { codeFence } from '../../protocol/rules/code-fence.js';

/** A prompt that cannot become a brief; the message is for the person. */
export class UnreadablePrompt extends Error {}

/**
 * The brief of a prompt: its texts in order, names of linked files, and attached texts in fences.
 * @throws UnreadablePrompt for an image, audio or binary file, or an empty prompt
 */
export function briefOf(prompt: readonly ContentBlock[], cwd: string): string {
  const brief = prompt
    .map((block) => partOf(block, cwd))
    .join('')
    .trim();
  if (brief === '') throw new UnreadablePrompt(editorTexts.nothingSaid);
  return brief;
}

function partOf(block: ContentBlock, cwd: string): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return ` ${placeOf(block.uri, cwd)} `;
    case 'resource':
      return attached(block.resource, cwd);
    case 'image':
      throw new UnreadablePrompt(editorTexts.noImages);
    case 'audio':
      throw new UnreadablePrompt(editorTexts.noAudio);
  }
}

function attached(resource: { readonly uri: string } & object, cwd: string): string {
  const place = placeOf(resource.uri, cwd);
  if (!('text' in resource) || typeof resource.text !== 'string') {
    throw new UnreadablePrompt(editorTexts.noBinary(place));
  }
  const fence = codeFence(resource.text);
  return `\n\n${place}:\n${fence}\n${resource.text}\n${fence}\n\n`;
}

/**
 * The path of a linked file, relative to the folder if inside it, with the lines named in the URI.
 */
function placeOf(uri: string, cwd: string): string {
  if (!uri.startsWith('file://')) return uri;
  try {
    const url = new URL(uri);
    const lines = url.hash === '' ? '' : ` (${url.hash.slice(1)})`;
    url.hash = '';
    url.search = '';
    const path = fileURLToPath(url);
    const within = relative(cwd, path);
    const isWithin = within !== '' && !within.startsWith('..') && !isAbsolute(within);
    return `${isWithin ? within : path}${lines}`;
  } catch {
    return uri;
  }
}
