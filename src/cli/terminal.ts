import { clearLine, createInterface, cursorTo } from 'node:readline';
import type { Interface } from 'node:readline';

type Answer = 'yes' | 'no' | 'nobody';

interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Ctrl-C during a question: in raw mode the terminal delivers keys, not signals. */
  readonly onInterrupt: () => void;
}

/** Prints lines, and asks one yes-or-no question at a time. */
export class Terminal {
  private lines: Interface | undefined;
  private waiting: ((line: string | null) => void) | undefined;
  private ended = false;
  /** Answers piped in before their question. */
  private readonly ahead: string[] = [];

  constructor(private readonly streams: TerminalStreams) {}

  print(lines: readonly string[]): void {
    const { output } = this.streams;
    const asking = this.waiting !== undefined && output.isTTY === true;
    if (asking) {
      cursorTo(output, 0);
      clearLine(output, 0);
    }
    for (const line of lines) output.write(`${line}\n`);
    if (asking) this.lines?.prompt(true);
  }

  /**
   * Asks until the answer is yes or no. `nobody`: the input has ended, or the signal withdrew the
   * question.
   */
  async ask(question: string, withdrawn: AbortSignal): Promise<Answer> {
    for (;;) {
      const line = await this.readLine(question, withdrawn);
      if (line === null) return 'nobody';
      const answer = line.trim().toLowerCase();
      if (answer === 'y' || answer === 'yes') return 'yes';
      if (answer === 'n' || answer === 'no') return 'no';
    }
  }

  close(): void {
    this.lines?.close();
  }

  private readLine(question: string, withdrawn: AbortSignal): Promise<string | null> {
    const lines = (this.lines ??= this.open());
    const early = this.ahead.shift();
    if (early !== undefined) return Promise.resolve(early);
    if (this.ended || withdrawn.aborted) return Promise.resolve(null);
    lines.setPrompt(question);
    lines.prompt();
    return new Promise((resolve) => {
      const settle = (line: string | null) => {
        // A piped answer echoed no line break.
        if (line === null || !this.streams.input.isTTY) this.streams.output.write('\n');
        this.waiting = undefined;
        withdrawn.removeEventListener('abort', withdraw);
        resolve(line);
      };
      const withdraw = () => settle(null);
      withdrawn.addEventListener('abort', withdraw);
      this.waiting = settle;
    });
  }

  private open(): Interface {
    const { input, output, onInterrupt } = this.streams;
    const lines = createInterface({ input, output, terminal: input.isTTY === true });
    lines.on('line', (line) => {
      if (this.waiting) this.waiting(line);
      else if (!input.isTTY) this.ahead.push(line);
    });
    lines.on('close', () => {
      this.ended = true;
      this.waiting?.(null);
    });
    lines.on('SIGINT', onInterrupt);
    return lines;
  }
}
