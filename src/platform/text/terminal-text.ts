/** Controls that move the cursor or erase; a text without them is shown unchanged. */
const moving = new RegExp(String.raw`\r(?!\n)|[\b]|(?:\x1b\[|\x9b)[0-?]*[ -/]*[A-HJKf]|\x1bc`);

/**
 * Terminal controls, tried in this order: a control sequence with parameters and letter, a title or
 * another string, a short escape, a line end, any other control.
 */
const obeyed = new RegExp(
  [
    String.raw`(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])`,
    String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)`,
    String.raw`\x1b[ -/]*([0-~])`,
    String.raw`\r?(\n)`,
    String.raw`\r+|[\b]+|[\x1b\x90\x98\x9b\x9d-\x9f]`,
  ].join('|'),
  'g',
);

/**
 * The text that a terminal shows after output: carriage returns and backspaces move back, and later
 * characters overwrite earlier ones; lines are erased as requested; moving up overwrites earlier
 * lines. So progress appears in its last state. Clearing the screen or placing text starts a new
 * line instead, so that nothing is lost. A text with movements loses its colours; any other is
 * unchanged.
 *
 * Linear in the length of the text: the cursor never stands behind the end of a line, so none is
 * padded. Idempotent.
 */
export function terminalText(text: string): string {
  if (!moving.test(text)) return text;
  const screen = new Screen();
  let written = 0;
  for (const {
    index,
    0: sequence,
    1: parameters = '',
    2: letter,
    3: escape,
    4: end,
  } of text.matchAll(obeyed)) {
    screen.write(text.slice(written, index));
    written = index + sequence.length;
    if (end !== undefined) screen.endLine();
    else if (letter !== undefined) screen.applySequence(letter, parameters);
    else if (escape === 'c') screen.beginLine();
    else if (sequence.startsWith('\r')) screen.goTo(0);
    else if (sequence.startsWith('\b')) screen.goBy(-sequence.length);
  }
  screen.write(text.slice(written));
  return screen.text();
}

/** Lines of characters and the cursor. */
class Screen {
  private readonly lines: string[][] = [[]];
  private row = 0;
  private column = 0;

  text(): string {
    return this.lines.map((line) => line.join('')).join('\n');
  }

  write(words: string): void {
    const { line } = this;
    for (const character of words) line[this.column++] = character;
  }

  endLine(): void {
    if (this.row === this.lines.length - 1) this.lines.push([]);
    this.row += 1;
    this.column = 0;
  }

  /** Starts a new last line. */
  beginLine(): void {
    if ((this.lines.at(-1)?.length ?? 0) > 0) this.lines.push([]);
    this.row = this.lines.length - 1;
    this.column = 0;
  }

  goTo(column: number): void {
    this.column = Math.min(Math.max(0, column), this.line.length);
  }

  goBy(columns: number): void {
    this.goTo(this.column + columns);
  }

  applySequence(letter: string, parameters: string): void {
    const count = Number.parseInt(parameters, 10) || 0;
    const steps = Math.max(1, count);
    switch (letter) {
      case 'A':
        return this.goToLine(this.row - steps);
      case 'B':
        return this.goToLine(this.row + steps);
      case 'C':
        return this.goBy(steps);
      case 'D':
        return this.goBy(-steps);
      case 'E':
      case 'F':
        this.goToLine(letter === 'E' ? this.row + steps : this.row - steps);
        return this.goTo(0);
      case 'G':
        return this.goTo(steps - 1);
      case 'H':
      case 'f':
        return this.beginLine();
      case 'J':
        return count === 0 ? this.eraseBelow() : this.beginLine();
      case 'K':
        return this.eraseLine(count);
    }
  }

  private get line(): string[] {
    return (this.lines[this.row] ??= []);
  }

  private goToLine(row: number): void {
    this.row = Math.min(Math.max(0, row), this.lines.length - 1);
    this.goBy(0);
  }

  private eraseBelow(): void {
    this.line.length = this.column;
    this.lines.length = this.row + 1;
  }

  /**
   * Erases a line or its rest. Erasing only its beginning (1) is ignored, because it would have to
   * be filled with blanks.
   */
  private eraseLine(which: number): void {
    if (which === 2) this.column = 0;
    if (which !== 1) this.line.length = this.column;
  }
}
