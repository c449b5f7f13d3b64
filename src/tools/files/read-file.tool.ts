import type { FileHandle } from 'node:fs/promises';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { spelled } from '../../platform/text/spelling.js';
import { limits } from '../../protocol/limits.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { fittingCount, readPageCharacters } from '../results/result-pages.js';
import { admit, secretQuestion } from '../secrets/admit.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { linePieces, type LinePiece } from './line-pieces.js';
import { openTextFile, readAtMost, splitLines } from './read-text.js';
import { decodeText } from './text-encoding.js';

/** Larger files are read in pieces, as far as needed. */
const heldBytes = 1024 * 1024;
const longestMs = 10_000;

interface ReadFileArguments extends LineRange {
  readonly path: string;
}

export const readFileTool = builtInTool<ReadFileArguments>({
  name: 'read_file',
  description: 'Read a text file with line numbers, by pages.',
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
  foresees: ({ path }, context) => secretQuestion(context, path),
  resultCharacters: limits.readResultCharacters,
  run: async ({ path, ...range }, context) => {
    await admit(context, path);
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

/** A range of lines, from 1. */
interface LineRange {
  readonly startLine: number;
  /** Absent: up to the end. */
  readonly endLine?: number;
  /** Characters of the first line to skip. */
  readonly offset: number;
}

/** Numbered lines that fit, and what follows them. */
interface LinePage {
  readonly text: string;
  /** The last line shown, at least in part; before `startLine` if there is none. */
  readonly last: number;
  /** Number of lines of the file, if known. */
  readonly total?: number;
  /** Why it ends before the end of the range. */
  readonly cut?: 'between lines' | { readonly offset: number; readonly left?: number };
}

/**
 * A page of a file's lines. Holds only what it shows and reads only as far as needed: the total is
 * known only if the end was reached.
 *
 * @param max characters
 */
async function linePage(
  pieces: AsyncIterable<LinePiece> | Iterable<LinePiece>,
  range: LineRange,
  max: number,
): Promise<LinePage> {
  const page = new PageOfLines(range, max);
  let total = 0;
  for await (const { first, lines, open } of pieces) {
    for (const [index, line] of lines.entries()) {
      const isEnded = !open || index < lines.length - 1;
      if (first + index + 1 >= range.startLine) page.take(first + index + 1, line, isEnded);
      if (page.isFull) return page.shown();
    }
    total = first + lines.length;
  }
  return page.shown(total);
}

class PageOfLines {
  private readonly rendered: string[] = [];
  private characters = 0;
  private last: number;
  /** The beginning of a line that continues in the next piece. */
  private begun = '';
  /** Characters of the first line before the held ones. */
  private passed = 0;
  private cut: LinePage['cut'];
  private isOver = false;

  constructor(
    private readonly range: LineRange,
    private readonly max: number,
  ) {
    this.last = range.startLine - 1;
  }

  get isFull(): boolean {
    return this.isOver;
  }

  take(number: number, part: string, isEnded: boolean): void {
    if (number > (this.range.endLine ?? Infinity)) {
      this.isOver = true;
      return;
    }
    this.begun += part;
    if (number === this.range.startLine) this.passOver();
    // Once a line exceeds the room, the rest of it is not needed.
    if (!isEnded && this.begun.length <= this.max + 1) return;
    this.add(number, this.begun, isEnded);
    this.begun = '';
  }

  shown(total?: number): LinePage {
    return {
      text: this.rendered.join('\n'),
      last: this.last,
      ...(total !== undefined && { total }),
      ...(this.cut !== undefined && { cut: this.cut }),
    };
  }

  private passOver(): void {
    const offset = this.range.offset - this.passed;
    const start = splitsPair(this.begun, offset) ? offset - 1 : offset;
    const passed = Math.min(Math.max(0, start), this.begun.length);
    this.begun = this.begun.slice(passed);
    this.passed += passed;
  }

  private add(number: number, line: string, isEnded: boolean): void {
    const text = isEnded ? numbered(number, spelled(line)) : '';
    if (isEnded && this.characters + text.length + 1 <= this.max) {
      this.rendered.push(text);
      this.characters += text.length + 1;
      this.last = number;
      return;
    }
    this.isOver = true;
    if (this.rendered.length > 0) this.cut = 'between lines';
    else this.addPart(number, line, isEnded);
  }

  /** Adds a line that is longer than a page. */
  private addPart(number: number, line: string, isEnded: boolean): void {
    const most = Math.min(line.length, this.max);
    const render = (count: number): string => numbered(number, spelled(line.slice(0, count)));
    const fits = fittingCount(most, render, this.max);
    const count = fits > 1 && splitsPair(line, fits) ? fits - 1 : fits;
    this.rendered.push(render(count));
    this.last = number;
    const before = number === this.range.startLine ? this.passed : 0;
    const offset = before + count;
    this.cut = { offset, ...(isEnded && { left: line.length - count }) };
  }
}

function numbered(number: number, line: string): string {
  return `${String(number).padStart(4)}| ${line}`;
}

/** Records that the turn has seen the file's present content. */
async function noteView(
  { views }: Pick<ToolContext, 'views'>,
  root: ConfinedRoot,
  path: string,
  text: string,
): Promise<void> {
  views?.note(root.relative(await root.check(path)), text);
}
