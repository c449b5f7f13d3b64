import { z } from 'zod';
import type { ModelImage } from '../../models/gateway/model-call.js';
import { clip } from '../../platform/text/clip.js';
import { anyList, anyObject, lenient } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ToolResult } from '../../tools/tool.js';
import type { McpLimits } from '../mcp-limits.js';
import { readImage } from './read-image.js';

export type ResultLimits = Pick<McpLimits, 'resultCharacters' | 'imageCharacters' | 'images'>;

const answerSchema = z.object({
  isError: lenient(z.boolean()),
  content: anyList,
  structuredContent: lenient(anyObject),
});

const text = lenient(z.string());

const blockSchema = lenient(
  z.object({
    type: z.string(),
    text,
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
 * What a server answered to `tools/call`, for the model (behaviour-plugins.md 4.3): texts, the text
 * of embedded resources, images that models take, a word for every other block, and the structured
 * content where there is nothing else.
 */
export function renderResult(
  answer: Readonly<Record<string, unknown>>,
  limits: ResultLimits,
): Pick<ToolResult, 'ok' | 'content' | 'images'> {
  const read = answerSchema.parse(answer);
  const { texts, images } = renderBlocks(read, limits);
  const max = limits.resultCharacters;
  const content = clip(texts.join('\n'), max, mcpTexts.truncated(max));
  const failed = read.isError === true;
  return {
    ok: !failed,
    content: failed ? mcpTexts.toolReportedError(content) : content,
    ...(images.length > 0 && { images }),
  };
}

function renderBlocks(
  { content = [], structuredContent }: z.output<typeof answerSchema>,
  limits: ResultLimits,
): Rendered {
  const rendered: Rendered = { texts: [], images: [] };
  for (const given of content) addBlock(rendered, blockSchema.parse(given), limits);
  if (content.length === 0 && structuredContent !== undefined) {
    rendered.texts.push(JSON.stringify(structuredContent));
  }
  return rendered;
}

function addBlock(rendered: Rendered, block: Block | undefined, limits: ResultLimits): void {
  rendered.texts.push(block === undefined ? mcpTexts.block('unknown') : textOf(block));
  const data = block === undefined ? undefined : imageDataIn(block);
  const image = data === undefined ? null : readImage(data);
  if (image === null) return;
  if (fits(rendered.images, image, limits)) rendered.images.push(image);
  else rendered.texts.push(mcpTexts.imageLeftOut);
}

function textOf({ type, text: said, resource, uri, name }: Block): string {
  if (type === 'text' && said !== undefined) return said;
  if (type === 'resource' && resource !== undefined) {
    return mcpTexts.resource(resource.uri, resource.text);
  }
  if (type === 'resource_link' && uri !== undefined) return mcpTexts.resourceLink(uri, name);
  return mcpTexts.block(clip(type, 40));
}

/** Of an image, or of a resource that may be one. */
function imageDataIn({ type, data, resource }: Block): string | undefined {
  return type === 'image' ? data : type === 'resource' ? resource?.blob : undefined;
}

function fits(images: readonly ModelImage[], { data }: ModelImage, limits: ResultLimits): boolean {
  const taken = images.reduce((sum, image) => sum + image.data.length, 0);
  return images.length < limits.images && taken + data.length <= limits.imageCharacters;
}
