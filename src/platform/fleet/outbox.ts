/** Lines of one message at most, so that nobody reads for long. */
const linesAtOnce = 200;
const bytesAtOnce = 512 * 1024;
/** More than this that waits, in characters: streamed text is left out, and then everything. */
const mostPieces = 512 * 1024;
const mostOfAll = 8 * 1024 * 1024;

/**
 * What waits to be told, in order and bounded. What is left out is not lost: committed events are in
 * the log, and `takeGap` says that the others have to read it.
 */
export class Outbox {
  private lines: string[] = [];
  private size = 0;
  private gap = false;

  get isEmpty(): boolean {
    return this.lines.length === 0 && !this.gap;
  }

  addPiece(line: string): void {
    if (this.size + line.length <= mostPieces) this.add(line);
  }

  addEvent(line: string): void {
    if (this.size + line.length > mostOfAll) this.leaveToLog();
    else this.add(line);
  }

  /** Committed events did not or will not get out; all that waits is thrown away. */
  leaveToLog(): void {
    this.lines = [];
    this.size = 0;
    this.gap = true;
  }

  /** Whether events have been left out since it was last asked. */
  takeGap(): boolean {
    const { gap } = this;
    this.gap = false;
    return gap;
  }

  /** The next lines for one message, oldest first. */
  take(): readonly string[] {
    let count = 0;
    let size = 0;
    for (const line of this.lines) {
      if (count > 0 && (count >= linesAtOnce || size + line.length > bytesAtOnce)) break;
      count += 1;
      size += line.length;
    }
    this.size -= size;
    return this.lines.splice(0, count);
  }

  private add(line: string): void {
    this.lines.push(line);
    this.size += line.length;
  }
}
