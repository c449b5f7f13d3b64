import { limits } from '../../protocol/limits.js';
import { documentTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import type { Documents, Tool, ToolContext, ToolResult } from '../tool.js';
import {
  pageCharacters,
  readPageCharacters,
  textPage,
  withCursor,
} from '../results/result-pages.js';

interface ReadArguments {
  readonly id: string;
  readonly offset: number;
}

/** Characters of a whole result, and of its text. */
interface PageSize {
  readonly result: number;
  readonly text: number;
}

const noDocuments: Documents = { list: () => [], read: () => undefined };

function reader(
  name: string,
  description: string,
  documentsOf: (context: ToolContext) => Documents | undefined,
  page?: PageSize,
): Tool {
  return builtInTool<ReadArguments>({
    name,
    description,
    properties: {
      id: { type: 'string', default: '' },
      offset: { type: 'integer', minimum: 0, default: 0 },
    },
    readOnly: true,
    ...(page && { resultCharacters: page.result }),
    run: async ({ id, offset }, context) =>
      pageOf(documentsOf(context) ?? noDocuments, id.trim(), offset, page?.text),
  });
}

/** Tools that read the rest of shortened texts. */
export const documentTools: readonly Tool[] = [
  reader(
    'read_document',
    'Read a document of this job by pages. Without id: lists them.',
    ({ documents }) => documents,
    { result: limits.readResultCharacters, text: readPageCharacters },
  ),
  reader('read_skill', 'Read one of your skills. Without id: lists them.', ({ skills }) => skills),
];

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
