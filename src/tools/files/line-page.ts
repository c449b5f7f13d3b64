import { spelled } from '../../platform/text/spelling.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';
import { fittingCount } from '../results/result-pages.js';
import type { LinePiece } from './line-pieces.js';

/** A range of lines, from 1. */
export interface LineRange {
  readonly startLine: number;
  /** Absent: up to the end. */
  readonly endLine?: number;
  /** Characters of the first line to skip. */
  readonly offset: number;
}

/** Numbered lines that fit, and what follows them. */
export interface LinePage {
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
export async function linePage(
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
