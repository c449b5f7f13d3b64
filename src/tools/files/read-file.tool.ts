import type { FileHandle } from 'node:fs/promises';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { limits } from '../../protocol/limits.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { readPageCharacters } from '../results/result-pages.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { linePage } from './line-page.js';
import type { LinePage, LineRange } from './line-page.js';
import { linePieces } from './line-pieces.js';
import type { LinePiece } from './line-pieces.js';
import { openTextFile, readAtMost, splitLines } from './read-text.js';
import { noteView } from './stale-write.js';
import { decodeText } from './text-encoding.js';

/** Larger files are read in pieces, as far as needed. */
const heldBytes = 1024 * 1024;
const longestMs = 10_000;

interface ReadFileArguments extends LineRange {
  readonly path: string;
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
  resultCharacters: limits.readResultCharacters,
  run: async ({ path, ...range }, context) => {
    const root = new ConfinedRoot(context.workspaceRoot);
    const { file, size } = await openTextFile(root, path);
    await using opened = file;
    const bytes = await readAtMost(opened, size, heldBytes);
    if (!bytes) return resultOf(path, range, await pageOfLarge(opened, path, range, context));
    const decoded = decodeText(bytes);
    if (!decoded) throw new RefusedError(toolTexts.isBinary(path));
    await noteView(context, root, path, decoded.text);
    const lines = splitLines(decoded.text);
    const page = await linePage([{ first: 0, lines, open: false }], range, readPageCharacters);
    return resultOf(path, range, { ...page, total: lines.length });
  },
});

async function pageOfLarge(
  file: FileHandle,
  path: string,
  range: LineRange,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<LinePage> {
  const pieces = await linePieces(file, range.startLine - 1);
  if (!pieces) throw new RefusedError(toolTexts.isBinary(path));
  const endsAt = performance.now() + longestMs;
  const inTime = async function* (): AsyncGenerator<LinePiece> {
    for await (const piece of pieces) {
      if (signal.aborted || performance.now() > endsAt) {
        throw new RefusedError(toolTexts.readTooSlow(path, range.startLine, longestMs));
      }
      yield piece;
    }
  };
  return linePage(inTime(), range, readPageCharacters);
}

function resultOf(path: string, range: LineRange, page: LinePage): ToolResult {
  const { startLine } = range;
  const { text, last, total } = page;
  const name = shownName(path);
  if (last < startLine) {
    const content = resultTexts.noLines(total);
    return { ok: true, content, preview: `${name}: no lines in range` };
  }
  const note = noteOf(range, page);
  const of = total === undefined ? '' : ` of ${total}`;
  return {
    ok: true,
    content: note === undefined ? text : `${text}\n${note}`,
    preview: `${name}: lines ${startLine} to ${last}${of}`,
  };
}

/** Where to continue; at the end, notes about the file. */
function noteOf({ startLine, endLine = Infinity }: LineRange, page: LinePage): string | undefined {
  const { last, total, cut } = page;
  if (cut === 'between lines') {
    const left = total === undefined ? undefined : Math.min(endLine, total) - last;
    return resultTexts.linesGoOn(last + 1, left);
  }
  if (cut) return resultTexts.lineGoesOn(last, cut.offset, cut.left);
  if (total === undefined || total === last) return undefined;
  return resultTexts.ofLines(startLine, last, total);
}
