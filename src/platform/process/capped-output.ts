import type { Readable } from 'node:stream';
import { clip } from '../text/clip.js';

/**
 * Collects what several streams say, at most `max` characters over all of them. What comes after
 * is read and dropped, so that its writer never blocks and memory does not grow.
 */
export class CappedOutput {
  private left: number;
  private cut = false;

  constructor(max: number) {
    this.left = max;
  }

  /** Something was dropped. */
  get truncated(): boolean {
    return this.cut;
  }

  /** @returns a function that gives what the stream has said so far. */
  collect(stream: Readable): () => string {
    const pieces: string[] = [];
    // A pipe may break when its writer is killed; what was said until then stands.
    stream.on('error', () => undefined);
    stream.setEncoding('utf8').on('data', (text: string) => {
      const kept = clip(text, this.left);
      this.left = kept.length < text.length ? 0 : this.left - kept.length;
      this.cut ||= kept.length < text.length;
      if (kept) pieces.push(kept);
    });
    return () => pieces.join('');
  }
}
