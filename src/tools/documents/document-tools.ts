import { builtInTool } from '../built-in-tool.js';
import type { Documents, Tool, ToolContext } from '../tool.js';
import { pageOf } from './page-of.js';

interface ReadArguments {
  readonly id: string;
  readonly offset: number;
}

const noDocuments: Documents = { list: () => [], read: () => undefined };

function reader(
  name: string,
  description: string,
  documentsOf: (context: ToolContext) => Documents | undefined,
): Tool {
  return builtInTool<ReadArguments>({
    name,
    description,
    properties: {
      id: { type: 'string', default: '' },
      offset: { type: 'integer', minimum: 0, default: 0 },
    },
    readOnly: true,
    run: async ({ id, offset }, context) =>
      pageOf(documentsOf(context) ?? noDocuments, id.trim(), offset),
  });
}

/** How the rest is read of what was shortened. */
export const documentTools: readonly Tool[] = [
  reader(
    'read_document',
    'Read a document of this job by pages. Without id: lists them.',
    ({ documents }) => documents,
  ),
  reader('read_skill', 'Read one of your skills. Without id: lists them.', ({ skills }) => skills),
];
