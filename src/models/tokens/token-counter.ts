import { hash } from 'node:crypto';

/** Counts the tokens of a text as one family of models does. */
type Tokenizer = (text: string) => number;

/** The tokens of a text by one tokenizer, and at most by any usual one. */
export interface TokenCount {
  readonly likely: number;
  readonly most: number;
}

/** A tokenizer's time grows quadratically with the length of a piece without blanks. */
const pieceLength = 512;
/** Evenly spaced pieces that are counted of a longer text, so that no text blocks the process. */
const piecesCounted = 32;
const textsKept = 4000;
/** Shorter texts are their own keys. */
const digestFrom = 100;

/**
 * Counts texts and caches the counts, so that a grown conversation costs only its new part. Takes a
 * few milliseconds at most, whatever the length.
 */
export class TokenCounter {
  private readonly known = new Map<string, TokenCount>();

  constructor(private readonly tokenizer: Tokenizer) {}

  count(text: string): TokenCount {
    const name = text.length < digestFrom ? text : `${text.length} ${hash('sha1', text)}`;
    const found = this.known.get(name) ?? countIn(text, this.tokenizer);
    // Moved to the end: the least recently used entry is dropped first.
    this.known.delete(name);
    this.known.set(name, found);
    if (this.known.size > textsKept) this.forgetOldest();
    return found;
  }

  private forgetOldest(): void {
    for (const oldest of this.known.keys()) {
      this.known.delete(oldest);
      return;
    }
  }
}

/** An estimate without a tokenizer: three characters per token, ideographs one each. */
export function roughCount(text: string): TokenCount {
  const most = Math.max(Math.ceil(text.length / 3), countWide(text));
  return { likely: most, most };
}

function countIn(text: string, tokenizer: Tokenizer): TokenCount {
  const pieces = Math.ceil(text.length / pieceLength);
  const step = Math.max(1, pieces / piecesCounted);
  let likely = 0;
  let most = 0;
  let characters = 0;
  for (let at = 0; at < pieces; at += step) {
    const start = Math.floor(at) * pieceLength;
    const piece = text.slice(start, start + pieceLength);
    const tokens = tokenizer(piece);
    likely += tokens;
    most += Math.max(tokens, countWide(piece));
    characters += piece.length;
  }
  const whole = characters === 0 ? 0 : text.length / characters;
  return { likely: Math.ceil(likely * whole), most: Math.ceil(most * whole) };
}

/** Older tokenizers use one token per non-Latin character. */
function countWide(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) >= 0x250) wide += 1;
  }
  return wide;
}
