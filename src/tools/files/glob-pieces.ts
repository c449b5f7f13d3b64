import { RefusedError } from '../../platform/errors/office-error.js';
import { globTexts } from '../../protocol/texts/searches.js';
import { classOf } from './glob-class.js';
import type { Choice, GlobPiece, GlobPieces } from './glob-machine.js';

const classExpression = /\[[!^]?\]?(?:\\[^]|\[:[a-z]*:\]|[^\\\]]){0,500}\]/uy;

/** Total number of values in all ranges of a pattern. */
const maxRangeValues = 100;

const special = '*?[]{}()!@+|,\\';

const slash: GlobPiece = { kind: 'text', character: '/' };

/** A pair of brackets with the positions of its separators. */
interface Bracket {
  readonly open: number;
  readonly separators: number[];
  close: number;
}

/** How the brackets of a pattern pair up, found in one pass. */
interface BracketMap {
  readonly pairs: ReadonlyMap<number, Bracket>;
  /** Commas outside all brackets. */
  readonly commas: readonly number[];
  /** Unclosed brackets. */
  readonly unclosed: readonly string[];
}

const closers: Readonly<Record<string, string>> = { '}': '{', ')': '(' };
const separatorOf: Readonly<Record<string, string>> = { '{': ',', '(': '|' };

export function bracketsOf(pattern: string): BracketMap {
  const pairs = new Map<number, Bracket>();
  const commas: number[] = [];
  const unclosed: string[] = [];
  let inside: Bracket[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') {
      const whole = classAt(pattern, at);
      if (whole === undefined) unclosed.push(character);
      else at += whole.length - 1;
    } else if (separatorOf[character] !== undefined) {
      inside.push({ open: at, separators: [], close: -1 });
    } else if (closers[character] !== undefined) {
      const from = inside.findLastIndex(({ open }) => pattern[open] === closers[character]);
      const bracket = inside[from];
      if (!bracket) continue;
      bracket.close = at;
      pairs.set(bracket.open, bracket);
      inside = inside.slice(0, from);
    } else {
      const last = inside.at(-1);
      if (last === undefined && character === ',') commas.push(at);
      if (last && separatorOf[pattern.charAt(last.open)] === character) last.separators.push(at);
    }
  }
  unclosed.push(...inside.map(({ open }) => pattern.charAt(open)));
  return { pairs, commas, unclosed };
}

/**
 * Parses a pattern: `*`, `**`, `?`, classes, braces and ranges, `@(a|b)` and the like,
 * case-insensitive. A class or group also matches its own text, so that `app/[id]/*.tsx` finds a
 * directory with that name.
 *
 * @throws RefusedError for unsupported syntax
 */
export function piecesOf(pattern: string): GlobPieces {
  return new PatternReader(pattern.normalize('NFC')).read();
}

/** Text in the form used for comparison. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

export function textPieces(text: string): GlobPieces {
  return [...folded(text)].map((character) => ({ kind: 'text', character }));
}

class PatternReader {
  private readonly brackets: BracketMap;
  private rangeValues = 0;

  constructor(private readonly pattern: string) {
    this.brackets = bracketsOf(pattern);
  }

  read(): GlobPieces {
    return this.sequence(0, this.pattern.length, true);
  }

  private sequence(from: number, to: number, isOutermost: boolean): GlobPieces {
    const pieces: GlobPiece[] = [];
    for (let at = from; at < to;) {
      const [found, next] = this.piece(at, to, isOutermost);
      pieces.push(...found);
      at = next;
    }
    return withSlashesInside(pieces);
  }

  private piece(at: number, to: number, isOutermost: boolean): readonly [GlobPieces, number] {
    const { pattern } = this;
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    const follower = pattern.charAt(at + 1);
    if (character === '\\' && at + 1 < to && special.includes(follower)) {
      return [textPieces(follower), at + 2];
    }
    if (character === '[') return this.class(at, to);
    const group = this.group(at, to);
    if (group !== undefined) {
      const own = textPieces(pattern.slice(at, group.end));
      const { choice, end } = group;
      if (!isOutermost) return [[choice], end];
      return [[choice.repeated ? eitherOf([choice], own) : eitherOf(...choice.branches, own)], end];
    }
    if (character === '?') return [[{ kind: 'one' }], at + 1];
    if (character === '*') return this.stars(at, to);
    return [textPieces(character), at + character.length];
  }

  private stars(at: number, to: number): readonly [GlobPieces, number] {
    let end = at;
    while (end < to && this.pattern[end] === '*') end += 1;
    if (end - at === 1) return [[{ kind: 'some' }], end];
    if (end < to && this.pattern[end] === '/') return [[{ kind: 'parts' }], end + 1];
    return [[{ kind: 'any' }], end];
  }

  private class(at: number, to: number): readonly [GlobPieces, number] {
    const text = classAt(this.pattern, at);
    const test = text === undefined || at + text.length > to ? undefined : classOf(text, true);
    if (text === undefined || test === undefined) return [textPieces('['), at + 1];
    return [[eitherOf([test], textPieces(text))], at + text.length];
  }

  /** The alternatives that begin here, as branches; undefined: none. */
  private group(
    at: number,
    to: number,
  ): { readonly choice: Choice; readonly end: number } | undefined {
    const { pattern } = this;
    const mark = '*?+@!'.includes(pattern.charAt(at)) ? pattern.charAt(at) : '';
    const bracket = this.brackets.pairs.get(at + mark.length);
    if (!bracket || bracket.close >= to) return undefined;
    const isBrace = pattern[bracket.open] === '{';
    if (isBrace && mark !== '') return undefined;
    if (mark === '!') throw new RefusedError(globTexts.noNegatedGroup(pattern));
    const end = bracket.close + 1;
    if (mark === '' && bracket.separators.length === 0) {
      const range = isBrace ? this.range(pattern.slice(at + 1, end - 1)) : undefined;
      return range && { choice: choiceOf('', range), end };
    }
    const ends = [...bracket.separators, bracket.close];
    const branches = ends.map((until, index) =>
      this.sequence((ends[index - 1] ?? bracket.open) + 1, until, false),
    );
    return { choice: choiceOf(mark, branches), end };
  }

  /** The values of `1..9` or `a..e`. */
  private range(text: string): readonly GlobPieces[] | undefined {
    const values = rangeOf(text, maxRangeValues - this.rangeValues);
    if (values === 'too many') {
      throw new RefusedError(globTexts.rangeTooLong(this.pattern, maxRangeValues));
    }
    this.rangeValues += values?.length ?? 0;
    return values?.map(textPieces);
  }
}

export function eitherOf(...branches: readonly GlobPieces[]): Choice {
  return { kind: 'choice', branches };
}

function choiceOf(mark: string, branches: readonly GlobPieces[]): Choice {
  if (mark === '?') return { kind: 'choice', branches: [...branches, []] };
  if (mark === '*') return { kind: 'choice', branches, repeated: 'or none' };
  if (mark === '+') return { kind: 'choice', branches, repeated: 'once at least' };
  return { kind: 'choice', branches };
}

// A slash after `{a,**}` is moved into its branches: only so can `**` match no part.
function withSlashesInside(pieces: readonly GlobPiece[]): GlobPieces {
  const done: GlobPiece[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    const next = pieces[index + 1];
    if (!piece) continue;
    const takesSlash =
      piece.kind === 'choice' &&
      !piece.repeated &&
      next?.kind === 'text' &&
      next.character === '/' &&
      piece.branches.some((branch) => branch.at(-1)?.kind === 'any');
    if (!takesSlash) {
      done.push(piece);
      continue;
    }
    done.push({ kind: 'choice', branches: piece.branches.map(withSlash) });
    index += 1;
  }
  return done;
}

function withSlash(branch: GlobPieces): GlobPieces {
  return branch.at(-1)?.kind === 'any'
    ? [...branch.slice(0, -1), { kind: 'parts' }]
    : [...branch, slash];
}

/** @returns undefined if it is not a range. */
function rangeOf(text: string, max: number): readonly string[] | 'too many' | undefined {
  const [, low = '', high = '', by = '1'] =
    /^(-?\d{1,9}|[a-z])\.\.(-?\d{1,9}|[a-z])(?:\.\.(\d{1,9}))?$/i.exec(text) ?? [];
  const isNumeric = /\d/.test(low);
  if (low === '' || isNumeric !== /\d/.test(high)) return undefined;
  const [from, to] = isNumeric
    ? [Number(low), Number(high)]
    : [low.charCodeAt(0), high.charCodeAt(0)];
  const step = Math.max(1, Number(by)) * (from <= to ? 1 : -1);
  const count = Math.floor((to - from) / step) + 1;
  if (count > max) return 'too many';
  const isPadded = /^-?0\d/.test(low) || /^-?0\d/.test(high);
  const width = isPadded ? Math.max(low.length, high.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * step;
    return isNumeric ? padded(value, width) : String.fromCharCode(value);
  });
}

function padded(value: number, width: number): string {
  const digits = String(Math.abs(value));
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}

/** The character class at an index of a pattern, such as `[a-z]`; undefined: none. */
function classAt(pattern: string, index: number): string | undefined {
  classExpression.lastIndex = index;
  return classExpression.exec(pattern)?.[0];
}
