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
export function globMatcher(pattern: string): (path: string) => boolean {
  const trimmed = pattern.trim().replace(/^\.\//, '');
  if (trimmed === '') return () => true;
  const steps = compile((trimmed.includes('/') ? trimmed : `**/${trimmed}`).toLowerCase());
  return (path) => matches(steps, path.toLowerCase());
}

/**
 * One step of a pattern. `parts` may be passed over, or entered through the step behind it,
 * `inside`, which is only left at a slash.
 */
type Step =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'one' | 'some' | 'any' | 'parts' | 'inside' };

function compile(pattern: string): readonly Step[] {
  const pieces = pattern.match(/\*\*+\/|\*\*+|\*|\?|[^*?]/g) ?? [];
  return pieces.flatMap(stepsOf);
}

function stepsOf(piece: string): readonly Step[] {
  if (piece === '?') return [{ kind: 'one' }];
  if (piece === '*') return [{ kind: 'some' }];
  if (!piece.startsWith('**')) return [{ kind: 'text', character: piece }];
  return piece.endsWith('/') ? [{ kind: 'parts' }, { kind: 'inside' }] : [{ kind: 'any' }];
}

function matches(steps: readonly Step[], path: string): boolean {
  let reached = reach(steps, new Set(), 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const at of reached) advance(steps, at, character, next);
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(steps.length);
}

/** Adds a position, and every one that can be had from it without a character. */
function reach(steps: readonly Step[], positions: Set<number>, at: number): Set<number> {
  if (positions.has(at)) return positions;
  positions.add(at);
  const kind = steps[at]?.kind;
  if (kind === 'some' || kind === 'any') reach(steps, positions, at + 1);
  if (kind === 'parts') {
    reach(steps, positions, at + 2);
    reach(steps, positions, at + 1);
  }
  return positions;
}

function advance(steps: readonly Step[], at: number, character: string, next: Set<number>): void {
  const step = steps[at];
  const isSlash = character === '/';
  switch (step?.kind) {
    case 'text':
      if (step.character === character) reach(steps, next, at + 1);
      return;
    case 'one':
      if (!isSlash) reach(steps, next, at + 1);
      return;
    case 'some':
      if (!isSlash) reach(steps, next, at);
      return;
    case 'any':
      reach(steps, next, at);
      return;
    case 'inside':
      reach(steps, next, at);
      if (isSlash) reach(steps, next, at + 1);
      return;
    case 'parts':
    case undefined:
      return;
  }
}
