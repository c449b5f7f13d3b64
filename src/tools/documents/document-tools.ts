import { limits } from '../../protocol/limits.js';
import { builtInTool } from '../built-in-tool.js';
import type { Documents, Tool, ToolContext } from '../tool.js';
import { readPageCharacters } from '../results/result-pages.js';
import { pageOf } from './page-of.js';

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
