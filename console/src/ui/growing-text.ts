export interface Blocks {
  /** Complete blocks, in groups of a bounded length; the same group while it has the same blocks. */
  readonly groups: readonly (readonly string[])[];
  /** The block being written; may be empty. */
  readonly last: string;
  /** A part of the text is not read yet. */
  readonly isBehind: boolean;
}

/** Characters read per frame, so that a burst is rendered in several frames. */
const mostAtOnce = 4000;

const mostInGroup = 16;

/** A line that opens or closes a block of code. */
const fence = /^ {0,3}(```|~~~)/;

/**
 * Splits growing text into blocks, of which only the last changes. A block ends at a blank line
 * outside of code. Complete blocks are not read again; a burst is read in pieces.
 */
export class GrowingText {
  private text = '';
  private groups: (readonly string[])[] = [];
  private begins = 0;

  read(text: string): Blocks {
    if (!text.startsWith(this.text)) {
      this.text = '';
      this.groups = [];
      this.begins = 0;
    }
    this.text = text.slice(0, this.text.length + mostAtOnce);
    this.takeWhole();
    return {
      groups: [...this.groups],
      last: this.text.slice(this.begins),
      isBehind: this.text.length < text.length,
    };
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
      this.add(text.slice(this.begins, at));
      this.begins = at;
    }
  }

  private add(block: string): void {
    const group = this.groups.at(-1);
    if (group === undefined || group.length === mostInGroup) this.groups.push([block]);
    else this.groups[this.groups.length - 1] = [...group, block];
  }
}
