import { builtInTool } from '../built-in-tool.js';
import { admit } from '../secrets/admit.js';
import { matchLine } from './match-line.js';
import { matchPage, offsetSchema } from './match-page.js';
import { patternDescription, searchText } from './search-text.js';

const maxMatches = 120;

interface SearchFilesArguments {
  readonly pattern: string;
  readonly path: string;
  readonly glob: string;
  readonly offset: number;
}

export const searchFilesTool = builtInTool<SearchFilesArguments>({
  name: 'search_files',
  description: 'Search text files by line for a regular expression.',
  required: ['pattern'],
  properties: {
    pattern: { type: 'string', minLength: 1, description: patternDescription },
    path: { type: 'string', minLength: 1, default: '.' },
    glob: {
      type: 'string',
      maxLength: 500,
      default: '',
      description: 'Such as **/*.ts.',
    },
    offset: offsetSchema,
  },
  readOnly: true,
  run: async ({ pattern, path, glob, offset }, context) => {
    const { workspaceRoot, signal, hidden } = context;
    await admit(context, path);
    const found = await searchText({
      workspaceRoot,
      path,
      pattern,
      ignoreCase: false,
      include: glob,
      exclude: '',
      context: 0,
      maxMatches,
      offset,
      signal,
      ...(hidden && { hidden }),
    });
    return matchPage(found, { pattern, offset }, (files) =>
      files
        .flatMap(({ path: file, lines, matching }) =>
          matching.map((index) => matchLine(file, index, lines.get(index))),
        )
        .join('\n'),
    );
  },
});
