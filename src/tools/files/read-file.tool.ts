import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { builtInTool } from '../built-in-tool.js';
import { fittingLines, textPage } from '../results/result-pages.js';
import { noteView } from './stale-write.js';
import { readTextFile, splitLines } from './read-text.js';

const maxBytes = 1024 * 1024;
const maxLines = 400;

interface ReadFileArguments {
  readonly path: string;
  readonly startLine: number;
  readonly endLine?: number;
  readonly offset: number;
}

export const readFileTool = builtInTool<ReadFileArguments>({
  name: 'read_file',
  description: 'Read a text file with line numbers, by pages; the end says where to go on.',
  required: ['path'],
  properties: {
    path: { type: 'string', minLength: 1 },
    startLine: { type: 'integer', minimum: 1, default: 1 },
    endLine: { type: 'integer', minimum: 1 },
    offset: {
      type: 'integer',
      minimum: 0,
      default: 0,
    },
  },
  readOnly: true,
  run: async ({ path, startLine, endLine, offset }, context) => {
    const root = new ConfinedRoot(context.workspaceRoot);
    const text = (await readTextFile(root, path, maxBytes)).toString('utf8');
    await noteView(context, root, path, text);
    const lines = splitLines(text);
    const end = Math.min(endLine ?? Infinity, startLine + maxLines - 1, lines.length);
    const shown = lines.slice(startLine - 1, end);
    if (shown.length === 0) {
      return { ok: true, content: '(no lines in range)', preview: `${path}: no lines in range` };
    }
    const numbered = shown.map((line, index) =>
      numberedLine(startLine + index, index === 0 ? line.slice(offset) : line),
    );
    const count = fittingLines(numbered);
    const last = startLine + Math.max(count, 1) - 1;
    const content =
      count === 0
        ? partOfLine(shown[0] ?? '', startLine, offset)
        : [...numbered.slice(0, count), ...remaining(lines.length, last)].join('\n');
    const preview = `${path}: lines ${startLine} to ${last} of ${lines.length}`;
    return { ok: true, content, preview };
  },
});

function numberedLine(number: number, line: string): string {
  return `${String(number).padStart(4)}| ${line}`;
}

/** A line that is longer than a page. */
function partOfLine(line: string, number: number, offset: number): string {
  const { text, next, left } = textPage(line, offset);
  const note = next === null ? [] : [resultTexts.lineGoesOn(number, left, next)];
  return [numberedLine(number, text), ...note].join('\n');
}

function remaining(total: number, end: number): string[] {
  if (end >= total) return [];
  return [`(${total - end} more line(s); continue with startLine ${end + 1})`];
}
