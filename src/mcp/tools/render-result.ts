import { z } from 'zod';
import { clip } from '../../platform/text/clip.js';
import { anyList, anyObject, lenient } from '../../platform/text/foreign-fields.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ToolResult } from '../../tools/tool.js';

const answerSchema = z.object({
  isError: lenient(z.boolean()),
  content: anyList,
  structuredContent: lenient(anyObject),
});

const blockSchema = lenient(z.object({ type: z.string(), text: lenient(z.string()) }));

/**
 * What a server answered to `tools/call`, for the model (behaviour-plugins.md 4.3): the texts, a
 * word for every block that is no text, and the structured content where there is nothing else.
 */
export function renderResult(
  answer: Readonly<Record<string, unknown>>,
  maxCharacters: number,
): Pick<ToolResult, 'ok' | 'content'> {
  const read = answerSchema.parse(answer);
  const text = clip(textOf(read), maxCharacters, mcpTexts.truncated(maxCharacters));
  return read.isError === true
    ? { ok: false, content: mcpTexts.toolReportedError(text) }
    : { ok: true, content: text };
}

function textOf({ content = [], structuredContent }: z.output<typeof answerSchema>): string {
  if (content.length > 0) return content.map(blockText).join('\n');
  return structuredContent === undefined ? '' : JSON.stringify(structuredContent);
}

function blockText(given: unknown): string {
  const block = blockSchema.parse(given);
  if (block === undefined) return mcpTexts.block('unknown');
  if (block.type === 'text' && block.text !== undefined) return block.text;
  return mcpTexts.block(clip(block.type, 40));
}
