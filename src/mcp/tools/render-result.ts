import { isPlainObject } from '../../platform/config/entry-values.js';
import { clip } from '../../platform/text/clip.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ToolResult } from '../../tools/tool.js';

/**
 * What a server answered to `tools/call`, for the model (behaviour-plugins.md 4.3): the texts, a
 * word for every block that is no text, and the structured content where there is nothing else.
 */
export function renderResult(
  answer: Readonly<Record<string, unknown>>,
  maxCharacters: number,
): Pick<ToolResult, 'ok' | 'content'> {
  const text = clip(textOf(answer), maxCharacters, mcpTexts.truncated(maxCharacters));
  return answer.isError === true
    ? { ok: false, content: mcpTexts.toolReportedError(text) }
    : { ok: true, content: text };
}

function textOf({ content, structuredContent }: Readonly<Record<string, unknown>>): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  if (blocks.length > 0) return blocks.map(blockText).join('\n');
  return isPlainObject(structuredContent) ? JSON.stringify(structuredContent) : '';
}

function blockText(block: unknown): string {
  if (!isPlainObject(block) || typeof block.type !== 'string') return mcpTexts.block('unknown');
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  return mcpTexts.block(clip(block.type, 40));
}
