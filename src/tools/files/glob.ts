/**
 * A pattern of file names (behaviour-engine.md 7.1): `*` within a part of the path, `**` across
 * parts, `**` and a slash for any number of whole parts, `?` one character. Case does not matter, a
 * pattern without a slash matches at any depth, an empty one matches everything.
 *
 * The common glob libraries make a backtracking regular expression of it, which a hostile pattern
 * can keep busy for hours. This one follows all possibilities at once: time is the length of the
 * path times the length of the pattern, and no more.
 *
 * @returns a test for paths with `/` between their parts.
 */
export function globMatcher(pattern: string): PathTest {
  const trimmed = pattern.trim().replace(/^\.\//, '');
  if (trimmed === '') return () => true;
  const whole = (trimmed.includes('/') ? trimmed : `**/${trimmed}`).toLowerCase();
  const matches = compileGlob((whole.match(/\*\*+\/?|\*|\?|[^*?]/gu) ?? []).map(pieceOf));
  return (path) => matches(path.toLowerCase());
}

export type PathTest = (path: string) => boolean;

/** A pattern's part: `some` is `*`, `any` is `**`, `parts` any number of whole parts. */
export type GlobPiece =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'one' | 'some' | 'any' | 'parts' }
  /** One character but a slash. */
  | { readonly kind: 'class'; readonly holds: (character: string) => boolean };

/** A test for paths that are, as a whole and case-exact, what the pieces describe in turn. */
export function compileGlob(pieces: readonly GlobPiece[]): PathTest {
  const text = textOf(pieces);
  if (text !== undefined) return (path) => path === text;
  const steps = pieces.flatMap((piece): Step[] =>
    piece.kind === 'parts' ? [piece, { kind: 'inside' }] : [piece],
  );
  return (path) => matches(steps, path);
}

/** What pieces without a wildcard stand for. */
function textOf(pieces: readonly GlobPiece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') return undefined;
    text += piece.character;
  }
  return text;
}

/**
 * One step of a pattern. `parts` may be passed over, or entered through the step behind it,
 * `inside`, which is only left at a slash.
 */
type Step = GlobPiece | { readonly kind: 'inside' };

function pieceOf(text: string): GlobPiece {
  if (text === '?') return { kind: 'one' };
  if (text === '*') return { kind: 'some' };
  if (!text.startsWith('**')) return { kind: 'text', character: text };
  return { kind: text.endsWith('/') ? 'parts' : 'any' };
}

function matches(steps: readonly Step[], path: string): boolean {
  let reached = access(steps, new Set(), 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const at of reached) advance(steps, at, character, next);
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(steps.length);
}

/** Adds a position, and every one that can be had from it without a character. */
function access(steps: readonly Step[], positions: Set<number>, at: number): Set<number> {
  if (positions.has(at)) return positions;
  positions.add(at);
  const kind = steps[at]?.kind;
  if (kind === 'some' || kind === 'any') access(steps, positions, at + 1);
  if (kind === 'parts') {
    access(steps, positions, at + 2);
    access(steps, positions, at + 1);
  }
  return positions;
}

function advance(steps: readonly Step[], at: number, character: string, next: Set<number>): void {
  const step = steps[at];
  const isSlash = character === '/';
  switch (step?.kind) {
    case 'text':
      if (step.character === character) access(steps, next, at + 1);
      return;
    case 'one':
      if (!isSlash) access(steps, next, at + 1);
      return;
    case 'class':
      if (!isSlash && step.holds(character)) access(steps, next, at + 1);
      return;
    case 'some':
      if (!isSlash) access(steps, next, at);
      return;
    case 'any':
      access(steps, next, at);
      return;
    case 'inside':
      access(steps, next, at);
      if (isSlash) access(steps, next, at + 1);
      return;
    case 'parts':
    case undefined:
      return;
  }
}
