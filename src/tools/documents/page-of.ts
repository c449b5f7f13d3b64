import { documentTexts } from '../../protocol/texts/tools.js';
import type { Documents, ToolResult } from '../tool.js';
import { failure } from '../checked-tool.js';
import { pageCharacters, textPage, withCursor } from '../results/result-pages.js';

/** A page of a document with how to continue; without an id, the list of documents. */
export function pageOf(
  documents: Documents,
  id: string,
  offset: number,
  max = pageCharacters,
): ToolResult {
  if (id === '') return { ok: true, content: listed(documents) };
  const document = documents.read(id);
  if (document === undefined) return failure(documentTexts.unknown(id, listed(documents)));
  const { title, text } = document;
  if (offset > 0 && offset >= text.length) {
    return failure(documentTexts.behindEnd(id, text.length, offset));
  }
  const page = textPage(text, offset, max);
  const place = documentTexts.place(title, page.from, page.next ?? text.length, text.length);
  return { ok: true, content: `${place}\n\n${withCursor(page)}`, preview: place };
}

function listed(documents: Documents): string {
  const lines = documents.list().map(({ id, title }) => `- ${id}: ${title}`);
  return lines.length === 0 ? documentTexts.none : lines.join('\n');
}
