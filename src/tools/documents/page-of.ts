import { documentTexts } from '../../protocol/texts/tools.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';
import type { Documents, ReadableDocument, ToolResult } from '../tool.js';
import { failure } from '../checked-tool.js';

/** Characters of one page: with its note it stays within what a result may have. */
const pageCharacters = 7500;

/** A page of a document, with how to read on; without an id, the list of what there is. */
export function pageOf(documents: Documents, id: string, offset: number): ToolResult {
  if (id === '') return { ok: true, content: listed(documents) };
  const document = documents.read(id);
  if (document === undefined) return failure(documentTexts.unknown(id, listed(documents)));
  const { title, text } = document;
  if (offset > 0 && offset >= text.length) {
    return failure(documentTexts.behindEnd(id, text.length, offset));
  }
  const from = splitsPair(text, offset) ? offset - 1 : offset;
  const to = endOf(document, from);
  const more = to < text.length ? `\n${documentTexts.more(to, text.length)}` : '';
  const place = documentTexts.place(title, from, to, text.length);
  return { ok: true, content: `${place}\n\n${text.slice(from, to)}${more}`, preview: place };
}

function endOf({ text }: ReadableDocument, from: number): number {
  const to = Math.min(text.length, from + pageCharacters);
  return splitsPair(text, to) ? to - 1 : to;
}

function listed(documents: Documents): string {
  const lines = documents.list().map(({ id, title }) => `- ${id}: ${title}`);
  return lines.length === 0 ? documentTexts.none : lines.join('\n');
}
