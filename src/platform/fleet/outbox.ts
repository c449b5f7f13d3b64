/** Lines per message, so that no reader is busy for long. */
const linesAtOnce = 200;
const bytesAtOnce = 512 * 1024;
/** Characters waiting; beyond it streamed text is dropped, and then everything. */
const mostPieces = 512 * 1024;
const mostOfAll = 8 * 1024 * 1024;

/**
 * Outgoing lines, in order and bounded. Dropped events are not lost: they are in the log, and
 * `takeGap` tells the others to read it.
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

  /** Drops all waiting lines; committed events among them are read from the log. */
  leaveToLog(): void {
    this.lines = [];
    this.size = 0;
    this.gap = true;
  }

  /** True if events were dropped since the last call. */
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
