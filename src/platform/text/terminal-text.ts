/** What moves about or erases on a terminal; without any of it, a text is shown as it is. */
const moving = new RegExp(String.raw`\r(?!\n)|[\b]|(?:\x1b\[|\x9b)[0-?]*[ -/]*[A-HJKf]|\x1bc`);

/**
 * What a terminal obeys, tried in this order: a control sequence with its parameters and its letter, a
 * title or another string for the terminal, a short escape, a line end, any other control.
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
 * What stands on a terminal after it was sent the text: a carriage return or a backspace goes back,
 * and what follows is written over what stands there, character by character; lines and their rest
 * are erased; moving up writes over earlier lines. So progress is shown as its last state. Where a
 * program clears the screen or places its text, a new line begins instead: nothing that was said
 * before is lost. A text that moves loses its colours; one that does not is as it was.
 *
 * Takes time in proportion to the text, whatever it says: the cursor never stands behind the end of
 * a line, so none is ever filled up to it. Doing it twice changes nothing more.
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
    else if (letter !== undefined) screen.obey(letter, parameters);
    else if (escape === 'c') screen.beginLine();
    else if (sequence.startsWith('\r')) screen.goTo(0);
    else if (sequence.startsWith('\b')) screen.goBy(-sequence.length);
  }
  screen.write(text.slice(written));
  return screen.text();
}

/** Lines of characters, and where the next one is written. */
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

  /** A line of its own for what comes, behind all others. */
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

  obey(letter: string, parameters: string): void {
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

  /** The rest of it, or all of it; its beginning alone stays, for that would be filled with blanks. */
  private eraseLine(which: number): void {
    if (which === 2) this.column = 0;
    if (which !== 1) this.line.length = this.column;
  }
}
