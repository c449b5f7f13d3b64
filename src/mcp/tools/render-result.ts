import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ModelImage } from '../../models/gateway/model-call.js';
import { clip } from '../../platform/text/clip.js';
import { anything, lenient, objectIn } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ToolResult } from '../../tools/tool.js';
import type { McpLimits } from '../mcp-limits.js';

export type ResultLimits = Pick<McpLimits, 'resultCharacters' | 'imageCharacters' | 'images'>;

type Json = Readonly<Record<string, unknown>>;

const truth = z.union([z.boolean(), z.literal('true').transform(() => true)]);
const answerSchema = z.object({ isError: lenient(truth) });

const text = lenient(z.string());

const blockSchema = lenient(
  z.object({
    type: z.string(),
    text: anything,
    data: text,
    uri: text,
    name: text,
    resource: lenient(z.object({ uri: text, text, blob: text })),
  }),
);

type Block = NonNullable<z.output<typeof blockSchema>>;

interface Rendered {
  readonly texts: string[];
  readonly images: ModelImage[];
}

/**
 * An answer to `tools/call` for the model: texts, embedded texts, supported images, a note for
 * every other block, and structured content unless a text repeats it.
 */
export function renderResult(
  answer: Json,
  limits: ResultLimits,
): Pick<ToolResult, 'ok' | 'content' | 'images'> {
  const { isError } = answerSchema.parse(answer);
  const { texts, images } = renderBlocks(blocksIn(answer), limits);
  const data = dataIn(answer).filter((value) => !saysSame(texts, value));
  const content = fitted(
    texts.join('\n'),
    data.map((value) => JSON.stringify(value)).join('\n'),
    limits.resultCharacters,
  );
  const failed = isError === true;
  return {
    ok: !failed,
    content: failed ? mcpTexts.toolReportedError(content) : content,
    ...(images.length > 0 && { images }),
  };
}

/** Servers send a list, a single block, or a text. */
function blocksIn({ content }: Json): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? (content as readonly unknown[]) : [content];
}

const envelope: readonly string[] = ['content', 'structuredContent', 'isError', 'resultType'];

/** The values besides the blocks; if there are neither, the whole answer. */
function dataIn(answer: Json): readonly unknown[] {
  const { content, structuredContent } = answer;
  if (structuredContent !== undefined && structuredContent !== null) return [structuredContent];
  if (content !== undefined && content !== null) return [];
  const rest = Object.entries(answer).filter(
    ([name, value]) => !envelope.includes(name) && !name.startsWith('_') && value !== null,
  );
  return rest.length === 0 ? [] : [Object.fromEntries(rest)];
}

/**
 * Servers repeat structured content as text for older clients: as JSON, or as its only field's
 * value.
 */
function saysSame(texts: readonly string[], value: unknown): boolean {
  if (texts.some((said) => said === value || isJsonOf(said, value))) return true;
  if (Array.isArray(value)) {
    const { length } = texts;
    return (
      length > 0 &&
      length === value.length &&
      texts.every((said, at) => saysSame([said], value[at]))
    );
  }
  const fields = Object.values(objectIn(value));
  return fields.length === 1 && texts.length > 0 && saysSame(texts, fields[0]);
}

function isJsonOf(said: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(said), value);
  } catch {
    return false;
  }
}

/** Both texts, each with at least half the room if they do not fit together. */
function fitted(said: string, data: string, max: number): string {
  const clipped = (text: string, room: number): string =>
    clip(text, room, mcpTexts.truncated(room));
  if (data === '') return clipped(said, max);
  if (said === '') return clipped(data, max);
  const half = Math.ceil(max / 2);
  const first = clipped(said, Math.max(half, max - data.length));
  return `${first}\n${clipped(data, Math.max(half, max - said.length))}`;
}

function renderBlocks(blocks: readonly unknown[], limits: ResultLimits): Rendered {
  const rendered: Rendered = { texts: [], images: [] };
  for (const given of blocks) {
    if (typeof given === 'string') rendered.texts.push(given);
    else addBlock(rendered, given, limits);
  }
  return rendered;
}

function addBlock(rendered: Rendered, given: unknown, limits: ResultLimits): void {
  const block = blockSchema.parse(given);
  rendered.texts.push(block === undefined ? unknownText(given) : textOf(block));
  const data = block === undefined ? undefined : imageDataIn(block);
  const image = data === undefined ? null : readImage(data);
  if (image === null) return;
  if (fits(rendered.images, image, limits)) rendered.images.push(image);
  else rendered.texts.push(mcpTexts.imageLeftOut);
}

/** A value that is not a block, shown unchanged. */
function unknownText(given: unknown): string {
  const named = mcpTexts.block('unknown');
  return given === null ? named : `${named}\n${JSON.stringify(given)}`;
}

function textOf({ type, text: said, resource, uri, name }: Block): string {
  if (type === 'text' && said !== undefined && said !== null) {
    return typeof said === 'string' ? said : JSON.stringify(said);
  }
  if (type === 'resource' && resource !== undefined) {
    return mcpTexts.resource(resource.uri, resource.text);
  }
  if (type === 'resource_link' && uri !== undefined) return mcpTexts.resourceLink(uri, name);
  const named = mcpTexts.block(clip(type, 40));
  return typeof said === 'string' && said !== '' ? `${named}\n${said}` : named;
}

/** Data of an image, or of a resource that may be one. */
function imageDataIn({ type, data, resource }: Block): string | undefined {
  return type === 'image' ? data : type === 'resource' ? resource?.blob : undefined;
}

function fits(images: readonly ModelImage[], { data }: ModelImage, limits: ResultLimits): boolean {
  const taken = images.reduce((sum, image) => sum + image.data.length, 0);
  return images.length < limits.images && taken + data.length <= limits.imageCharacters;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The image in base64 text; null if it is of no accepted type. The type is read from its first
 * bytes, because providers refuse a whole request with a wrong one.
 */
function readImage(data: string): ModelImage | null {
  if (data.length % 4 !== 0 || !base64.test(data)) return null;
  const mediaType = mediaTypeOf(Buffer.from(data.slice(0, 16), 'base64'));
  return mediaType && { mediaType, data };
}

function mediaTypeOf(head: Buffer): ModelImage['mediaType'] | null {
  const hex = head.toString('hex');
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png';
  if (hex.startsWith('ffd8ff')) return 'image/jpeg';
  const letters = head.toString('latin1');
  if (letters.startsWith('GIF8')) return 'image/gif';
  return letters.startsWith('RIFF') && letters.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}
