import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { builtInTool } from '../built-in-tool.js';
import { readTextFile, splitLines } from './read-text.js';

const maxBytes = 1024 * 1024;
const maxLines = 400;

interface ReadFileArguments {
  readonly path: string;
  readonly startLine: number;
  readonly endLine?: number;
}

export const readFileTool = builtInTool<ReadFileArguments>({
  name: 'read_file',
  description: 'Read a text file of the workspace with line numbers, at most 400 lines a call.',
  required: ['path'],
  properties: {
    path: { type: 'string', minLength: 1, description: 'File, relative to the workspace root.' },
    startLine: {
      type: 'integer',
      minimum: 1,
      default: 1,
      description: 'First line, counted from 1.',
    },
    endLine: {
      type: 'integer',
      minimum: 1,
      description: 'Last line; 399 after the first when absent.',
    },
  },
  readOnly: true,
  run: async ({ path, startLine, endLine }, { workspaceRoot }) => {
    const bytes = await readTextFile(new ConfinedRoot(workspaceRoot), path, maxBytes);
    const lines = splitLines(bytes.toString('utf8'));
    const end = Math.min(endLine ?? Infinity, startLine + maxLines - 1, lines.length);
    const shown = lines.slice(startLine - 1, end);
    if (shown.length === 0) {
      return { ok: true, content: '(no lines in range)', preview: `${path}: no lines in range` };
    }
    const numbered = shown.map(
      (line, index) => `${String(startLine + index).padStart(4)}| ${line}`,
    );
    return {
      ok: true,
      content: [...numbered, ...remaining(lines.length, end)].join('\n'),
      preview: `${path}: lines ${startLine} to ${end} of ${lines.length}`,
    };
  },
});

function remaining(total: number, end: number): string[] {
  if (end >= total) return [];
  return [`(${total - end} more line(s); continue with startLine ${end + 1})`];
}
