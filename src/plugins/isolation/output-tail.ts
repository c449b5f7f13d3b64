import type { Readable } from 'node:stream';

/** The last characters of what a stream said; all of it is read, so its writer never blocks. */
export class OutputTail {
  private tail = '';

  constructor(stream: Readable, max: number) {
    stream.on('error', () => undefined);
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.tail = (this.tail + text).slice(-max);
    });
  }

  toString(): string {
    return this.tail;
  }
}
