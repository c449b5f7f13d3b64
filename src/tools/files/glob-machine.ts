/** A pattern's part: `some` is `*`, `any` is `**`, `parts` any number of whole parts. */
export type GlobPiece =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'one' | 'some' | 'any' | 'parts' }
  /** One character but a slash. */
  | { readonly kind: 'class'; readonly holds: (character: string) => boolean }
  | Choice;

/** One of the branches; `repeated`: any of them, one after another. */
export interface Choice {
  readonly kind: 'choice';
  readonly branches: readonly GlobPieces[];
  readonly repeated?: 'or none' | 'once at least';
}

export type GlobPieces = readonly GlobPiece[];

export type TextTest = (text: string) => boolean;

/**
 * A test for paths that are, as a whole and case-exact, what the pieces describe in turn. It follows
 * all possibilities at once: time is the length of the path times the number of pieces, and no more.
 */
export function compileGlob(pieces: GlobPieces): TextTest {
  const text = textOf(pieces);
  if (text !== undefined) return (path) => path === text;
  const steps: Step[] = [];
  append(steps, pieces);
  return (path) => matches(steps, path);
}

/** What pieces without a wildcard stand for. */
function textOf(pieces: GlobPieces): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') return undefined;
    text += piece.character;
  }
  return text;
}

/**
 * One step of a pattern; the next one stands behind it. `parts` may be passed over, or entered
 * through the step behind it, `inside`, which is only left at a slash. `ways` takes no character.
 */
type Step =
  | Exclude<GlobPiece, Choice>
  | { readonly kind: 'inside' }
  | { readonly kind: 'ways'; readonly to: number[] };

function append(steps: Step[], pieces: GlobPieces): void {
  for (const piece of pieces) {
    if (piece.kind === 'choice') appendChoice(steps, piece);
    else if (piece.kind === 'parts') steps.push(piece, { kind: 'inside' });
    else steps.push(piece);
  }
}

function appendChoice(steps: Step[], { branches, repeated }: Choice): void {
  const start = steps.length;
  const begin: number[] = [];
  steps.push({ kind: 'ways', to: begin });
  const end: number[] = [];
  for (const branch of branches) {
    begin.push(steps.length);
    append(steps, branch);
    steps.push({ kind: 'ways', to: end });
  }
  end.push(steps.length);
  if (repeated) end.push(start);
  if (repeated === 'or none') begin.push(steps.length);
}

/** Positions that are reached, each once. */
class Frontier {
  readonly positions: number[] = [];
  private readonly held: Uint8Array;

  constructor(private readonly steps: readonly Step[]) {
    this.held = new Uint8Array(steps.length + 1);
  }

  /** Adds a position, and every one that can be had from it without a character. */
  reach(position: number): void {
    const open = [position];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.held[at] === 1) continue;
      this.held[at] = 1;
      this.positions.push(at);
      const step = this.steps[at];
      if (step?.kind === 'some' || step?.kind === 'any') open.push(at + 1);
      if (step?.kind === 'parts') open.push(at + 1, at + 2);
      if (step?.kind === 'ways') open.push(...step.to);
    }
  }

  has(position: number): boolean {
    return this.held[position] === 1;
  }

  clear(): void {
    for (const position of this.positions) this.held[position] = 0;
    this.positions.length = 0;
  }
}

function matches(steps: readonly Step[], path: string): boolean {
  let [reached, next] = [new Frontier(steps), new Frontier(steps)];
  reached.reach(0);
  for (const character of path) {
    for (const at of reached.positions) advance(steps, at, character, next);
    if (next.positions.length === 0) return false;
    reached.clear();
    [reached, next] = [next, reached];
  }
  return reached.has(steps.length);
}

function advance(steps: readonly Step[], at: number, character: string, next: Frontier): void {
  const step = steps[at];
  const isSlash = character === '/';
  switch (step?.kind) {
    case 'text':
      if (step.character === character) next.reach(at + 1);
      return;
    case 'one':
      if (!isSlash) next.reach(at + 1);
      return;
    case 'class':
      if (!isSlash && step.holds(character)) next.reach(at + 1);
      return;
    case 'some':
      if (!isSlash) next.reach(at);
      return;
    case 'any':
      next.reach(at);
      return;
    case 'inside':
      next.reach(at);
      if (isSlash) next.reach(at + 1);
      return;
    case 'parts':
    case 'ways':
    case undefined:
      return;
  }
}
