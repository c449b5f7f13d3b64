import { shownName } from '../../platform/paths/shown-name.js';
import { builtInTool } from '../built-in-tool.js';
import { admit } from '../secrets/admit.js';
import { matchLine } from './match-line.js';
import { matchPage, offsetSchema } from './match-page.js';
import { maxContext } from './search-parts.js';
import { patternDescription, searchText } from './search-text.js';
import type { FileMatches } from './search-text.js';

const maxMatches = 150;

interface GrepArguments {
  readonly pattern: string;
  readonly path: string;
  readonly include: string;
  readonly exclude: string;
  readonly context: number;
  readonly ignoreCase: boolean;
  readonly filesOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

export const grepTool = builtInTool<GrepArguments>({
  name: 'grep',
  description: 'Search text files by line for a regular expression.',
  required: ['pattern'],
  properties: {
    pattern: { type: 'string', minLength: 1, description: patternDescription },
    path: { type: 'string', minLength: 1, default: '.' },
    include: {
      type: 'string',
      maxLength: 500,
      default: '',
      description: 'Such as src/**/*.ts.',
    },
    exclude: {
      type: 'string',
      maxLength: 500,
      default: '',
    },
    context: {
      type: 'integer',
      minimum: 0,
      maximum: maxContext,
      default: 0,
      description: `Lines, at most ${maxContext}.`,
    },
    ignoreCase: { type: 'boolean', default: false },
    filesOnly: {
      type: 'boolean',
      default: false,
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: maxMatches,
      default: maxMatches,
    },
    offset: offsetSchema,
  },
  // It only shortens a result that is paged anyway.
  unshown: ['limit'],
  readOnly: true,
  run: async (args, toolContext) => {
    const { workspaceRoot, signal, hidden } = toolContext;
    const { pattern, path, include, exclude, ignoreCase, limit, offset } = args;
    await admit(toolContext, path);
    const found = await searchText({
      workspaceRoot,
      path,
      pattern,
      ignoreCase,
      include,
      exclude,
      context: args.context,
      maxMatches: limit,
      offset,
      signal,
      ...(hidden && { hidden }),
    });
    return matchPage(found, args, (files) => shown(files, args));
  },
});

function shown(files: readonly FileMatches[], { filesOnly, context }: GrepArguments): string {
  if (filesOnly) {
    const paths = files.map(({ path }) => path).sort();
    return paths.map(shownName).join('\n');
  }
  if (context > 0) return files.flatMap((file) => matchBlocks(file, context)).join('\n--\n');
  return files
    .flatMap(({ path, lines, matching }) =>
      matching.map((index) => matchLine(path, index, lines.get(index))),
    )
    .join('\n');
}

/** A file's matches with surrounding lines as blocks; adjacent ones are merged. */
function matchBlocks({ path, lines, matching }: FileMatches, context: number): string[] {
  const matched = new Set(matching);
  return ranges(matching, context).map((range) =>
    range
      .filter((index) => lines.has(index))
      .map((index) => matchLine(path, index, lines.get(index), matched.has(index) ? ':' : '-'))
      .join('\n'),
  );
}

/** Ranges of adjacent line indices, ascending. */
function ranges(matching: readonly number[], context: number): number[][] {
  const merged: number[][] = [];
  for (const index of matching) {
    const last = merged.at(-1);
    const begin = Math.max(0, index - context);
    const end = index + context;
    const lastEnd = last?.at(-1) ?? -Infinity;
    const joins = last !== undefined && begin <= lastEnd + 1;
    const range = joins ? last : [];
    if (!joins) merged.push(range);
    for (let at = joins ? Math.max(begin, lastEnd + 1) : begin; at <= end; at += 1) range.push(at);
  }
  return merged;
}
