import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { styleText } from 'node:util';
import { printable } from './printable.js';
import { table } from './table.js';

type Paint = Parameters<typeof styleText>[0];

/** A command's results, as lines for people or as JSON for programs, one record per line. */
export class Output {
  constructor(
    private readonly stream: NodeJS.WriteStream,
    readonly isJson: boolean,
  ) {}

  get isTerminal(): boolean {
    return this.stream.isTTY && !this.isJson;
  }

  show<T>(record: T, render: (record: T) => readonly string[]): void {
    if (this.isJson) this.line(JSON.stringify(record));
    else this.lines(render(record));
  }

  list<T>(records: readonly T[], render: (records: readonly T[]) => readonly string[]): void {
    if (this.isJson) for (const record of records) this.line(JSON.stringify(record));
    else this.lines(render(records));
  }

  /** Only for people. */
  say(...lines: readonly string[]): void {
    if (!this.isJson) this.lines(lines);
  }

  lines(lines: readonly string[]): void {
    for (const line of lines) this.line(line);
  }

  /**
   * Passes bytes on at the reader's pace: unchanged for programs, with control characters made
   * visible on a terminal.
   */
  async pour(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const shown = this.isTerminal ? printableLines(bytes) : bytes;
    await pipeline(Readable.from(shown), this.stream, { end: false });
  }

  /** Coloured on a terminal, unless NO_COLOR is set. */
  paint(format: Paint, text: string): string {
    return styleText(format, text, { stream: this.stream });
  }

  /** A table with a dimmed heading and coloured statuses. */
  table(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
    const [head = '', ...lines] = table([heading, ...rows], (cell) => this.status(cell));
    return [this.paint('dim', head), ...lines];
  }

  /** A status in its colour; any other text unchanged. */
  status(text: string): string {
    const format = formats[text.trim()];
    return format === undefined ? text : this.paint(format, text);
  }

  private line(text: string): void {
    this.stream.write(`${text}\n`);
  }
}

async function* printableLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open = '';
  for await (const piece of bytes) {
    const text = open + decoder.decode(piece, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) yield printable(text.slice(0, end));
    open = text.slice(end);
  }
  yield printable(open + decoder.decode());
}

const formats: Readonly<Record<string, Paint | undefined>> = {
  done: 'green',
  ok: 'green',
  loaded: 'green',
  ready: 'green',
  docked: 'green',
  running: 'cyan',
  engaged: 'cyan',
  queued: 'cyan',
  'awaiting-approval': 'yellow',
  paused: 'yellow',
  warn: 'yellow',
  failed: 'red',
  error: 'red',
  cancelled: 'dim',
  disabled: 'dim',
};
