import type { AnswerPiece } from './answers/answer-reader.js';

/** A classified piece of text. */
interface Told {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

const opening = '<think>';
const closing = '</think>';

/**
 * Separates reasoning from text if a model writes `<think>...</think>` into its text, however the
 * pieces are cut. A possible beginning of a tag is held back until the next piece; blanks before a
 * block, at its beginning and at the beginning of the following text are dropped.
 *
 * `anywhere`: blocks count at any place; `first`: only before any other text.
 */
export class ThinkTags {
  private held = '';
  private thinking = false;
  /** Blanks directly after a tag are dropped. */
  private isBehindTag = false;
  private hasText = false;

  constructor(private readonly where: 'anywhere' | 'first') {}

  /** Processes the next piece. */
  take(piece: string): Told[] {
    const told: Told[] = [];
    this.held += piece;
    for (;;) {
      const tag = this.nextTag();
      const at = tag === null ? -1 : this.held.indexOf(tag);
      if (tag === null || at < 0) break;
      const before = this.held.slice(0, at);
      if (this.thinking || before.trim() !== '') this.tell(told, before);
      this.held = this.held.slice(at + tag.length);
      this.thinking = tag === opening;
      this.isBehindTag = true;
    }
    const kept = this.keptBack();
    this.tell(told, this.held.slice(0, this.held.length - kept));
    this.held = kept === 0 ? '' : this.held.slice(-kept);
    return told;
  }

  /**
   * At the end of the text or at a tool call: returns what was held back and closes an open block.
   */
  end(): Told[] {
    const told: Told[] = [];
    this.tell(told, this.held);
    this.held = '';
    this.thinking = false;
    this.isBehindTag = false;
    this.hasText = false;
    return told;
  }

  /** The next tag to look for; null: none counts any more. */
  private nextTag(): string | null {
    if (this.thinking) return closing;
    if (this.where === 'anywhere') return opening;
    const isNext = this.held.trimStart().startsWith(opening);
    return this.hasText || !isNext ? null : opening;
  }

  /** Number of final characters that may begin a tag. */
  private keptBack(): number {
    const tag = this.thinking ? closing : opening;
    if (!this.thinking && this.where === 'first') {
      const start = this.held.trimStart();
      if (this.hasText || !tag.startsWith(start)) return 0;
      return start.length;
    }
    for (let length = Math.min(tag.length - 1, this.held.length); length > 0; length -= 1) {
      if (this.held.endsWith(tag.slice(0, length))) return length;
    }
    return 0;
  }

  private tell(told: Told[], piece: string): void {
    const text = this.isBehindTag ? piece.trimStart() : piece;
    if (text === '') return;
    this.isBehindTag = false;
    if (!this.thinking && text.trim() !== '') this.hasText = true;
    told.push({ type: this.thinking ? 'reasoning' : 'text', text });
  }
}

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
