import type { AnswerPiece } from './answers/answer-reader.js';
import type { ThinkTags, Told } from './think-tags.js';

/** Separates tagged reasoning from the text of an answer's pieces. */
export class Untagged {
  private block = 0;
  private last: Told['type'] = 'text';

  /** @param tags null: all text is text */
  constructor(private readonly tags: ThinkTags | null) {}

  split(piece: AnswerPiece): readonly AnswerPiece[] {
    if (this.tags === null) return [piece];
    if (piece.type === 'text') return this.pieces(this.tags.take(piece.text));
    return [...this.end(), piece];
  }

  /** The text that was held back at the end. */
  end(): readonly AnswerPiece[] {
    return this.pieces(this.tags?.end() ?? []);
  }

  private pieces(told: readonly Told[]): readonly AnswerPiece[] {
    return told.map(({ type, text }) => {
      if (type !== this.last) this.block += 1;
      this.last = type;
      return { type, block: `tagged ${this.block}`, text };
    });
  }
}
