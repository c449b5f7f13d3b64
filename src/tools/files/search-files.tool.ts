import { builtInTool } from '../built-in-tool.js';
import { globMatcher } from './glob.js';
import { matchLine } from './match-line.js';
import { matchPage, offsetSchema } from './match-page.js';
import { patternDescription, searchText } from './search-text.js';

const maxMatches = 120;
const maxFileBytes = 512 * 1024;

interface SearchFilesArguments {
  readonly pattern: string;
  readonly path: string;
  readonly glob: string;
  readonly offset: number;
}

export const searchFilesTool = builtInTool<SearchFilesArguments>({
  name: 'search_files',
  description:
    'Find the lines of text files that match a regular expression, at most 120, node_modules, .git and what .gitignore leaves out not searched, unless path names it.',
  required: ['pattern'],
  properties: {
    pattern: { type: 'string', minLength: 1, description: patternDescription },
    path: { type: 'string', minLength: 1, default: '.', description: 'Directory to search.' },
    glob: {
      type: 'string',
      maxLength: 500,
      default: '',
      description: 'Only files of this name, such as **/*.ts.',
    },
    offset: offsetSchema,
  },
  readOnly: true,
  run: async ({ pattern, path, glob, offset }, { workspaceRoot, signal }) => {
    const found = await searchText({
      workspaceRoot,
      path,
      pattern,
      ignoreCase: false,
      included: globMatcher(glob),
      maxFileBytes,
      maxMatches,
      offset,
      signal,
    });
    return matchPage(found, { pattern, offset }, (files) =>
      files
        .flatMap(({ path: file, lines, matching }) =>
          matching.map((index) => matchLine(file, index, lines[index])),
        )
        .join('\n'),
    );
  },
});
