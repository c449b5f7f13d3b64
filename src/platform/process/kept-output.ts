import type { Readable } from 'node:stream';
import { clip, clipStart } from '../text/clip.js';

export interface KeptLimits {
  /** Characters kept from the beginning, of all streams together. */
  readonly head?: number;
  /** Characters kept from each stream's end. */
  readonly tail?: number;
  /** Text that replaces dropped characters; absent: none. */
  readonly gap?: (dropped: number) => string;
}

/**
 * Keeps the beginning, the end or both of some streams. The middle is read and dropped, so the
 * writer never blocks and memory is bounded.
 */
export class KeptOutput {
  private headLeft: number;
  private readonly tailMax: number;
  private readonly gap: (dropped: number) => string;
  private cut = false;

  constructor({ head = 0, tail = 0, gap = () => '' }: KeptLimits) {
    this.headLeft = head;
    this.tailMax = tail;
    this.gap = gap;
  }

  /** True if a character was dropped. */
  get truncated(): boolean {
    return this.cut;
  }

  /** @returns a function that returns the kept text so far. */
  collect(stream: Readable): () => string {
    const head: string[] = [];
    let tail = '';
    let dropped = 0;
    // A pipe may break when its writer is killed; the text so far is kept.
    stream.on('error', () => undefined);
    stream.setEncoding('utf8').on('data', (text: string) => {
      const begun = this.takeHead(text);
      if (begun !== '') head.push(begun);
      tail += text.slice(begun.length);
      this.cut ||= tail.length > this.tailMax;
      // Twice the limit, so that many small pieces do not copy the tail each time.
      if (tail.length > 2 * this.tailMax) {
        const kept = clipStart(tail, this.tailMax);
        dropped += tail.length - kept.length;
        tail = kept;
      }
    });
    return () => {
      const end = clipStart(tail, this.tailMax);
      const missing = dropped + tail.length - end.length;
      return head.join('') + (missing > 0 ? this.gap(missing) : '') + end;
    };
  }

  private takeHead(text: string): string {
    const kept = clip(text, this.headLeft);
    // After the first character that did not fit, nothing more is kept, or the text would have a
    // gap.
    this.headLeft = kept.length < text.length ? 0 : this.headLeft - kept.length;
    return kept;
  }
}
