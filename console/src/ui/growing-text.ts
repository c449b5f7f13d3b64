export interface Blocks {
  /** Complete blocks. */
  readonly whole: readonly string[];
  /** The block being written; may be empty. */
  readonly last: string;
}

/** A line that opens or closes a block of code. */
const fence = /^ {0,3}(```|~~~)/;

/**
 * Splits growing text into blocks, of which only the last changes. A block ends at a blank line
 * outside of code. Complete blocks are not read again.
 */
export class GrowingText {
  private text = '';
  private whole: string[] = [];
  private begins = 0;

  read(text: string): Blocks {
    if (!text.startsWith(this.text)) {
      this.whole = [];
      this.begins = 0;
    }
    this.text = text;
    this.takeWhole();
    return { whole: [...this.whole], last: text.slice(this.begins) };
  }

  private takeWhole(): void {
    const { text } = this;
    let isCode = false;
    let at = this.begins;
    for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', at)) {
      const line = text.slice(at, end);
      if (fence.test(line)) isCode = !isCode;
      const isEnd = !isCode && line.trim() === '' && at > this.begins;
      at = end + 1;
      if (!isEnd) continue;
      this.whole.push(text.slice(this.begins, at));
      this.begins = at;
    }
  }
}
