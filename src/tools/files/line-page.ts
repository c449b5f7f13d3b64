import { spelled } from '../../platform/text/spelling.js';
import { splitsPair } from '../../protocol/rules/clip-texts.js';
import { fittingCount } from '../results/result-pages.js';
import type { LinePiece } from './line-pieces.js';

/** The lines that are asked for, counted from 1. */
export interface LineRange {
  readonly startLine: number;
  /** Absent: to the end. */
  readonly endLine?: number;
  /** Characters of the first line that are passed over. */
  readonly offset: number;
}

/** Numbered lines, as many as have room, and what is behind them. */
export interface LinePage {
  readonly text: string;
  /** The last line of which something is shown; before `startLine` when there is none. */
  readonly last: number;
  /** Lines of the file, where they were counted. */
  readonly total?: number;
  /** Why it ends before what was asked for does. */
  readonly cut?: 'between lines' | { readonly offset: number; readonly left?: number };
}

/**
 * A page of the lines of a file. It holds no more of them than it shows, and reads no further than it
 * has to: the total is known only where the end was met.
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
  /** What was met of a line that goes on in the next piece. */
  private begun = '';
  /** Characters of the first line before what is held of it. */
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
    // More than has room is not needed to know that it has none.
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

  /** A line that is longer than a page. */
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
