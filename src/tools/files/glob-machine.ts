/** Parts of a pattern: `some` is `*`, `any` is `**`, `parts` any number of whole path parts. */
export type GlobPiece =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'one' | 'some' | 'any' | 'parts' }
  /** One character except a slash. */
  | { readonly kind: 'class'; readonly holds: (character: string) => boolean }
  | Choice;

/** One of the branches; `repeated`: any number of them. */
export interface Choice {
  readonly kind: 'choice';
  readonly branches: readonly GlobPieces[];
  readonly repeated?: 'or none' | 'once at least';
}

export type GlobPieces = readonly GlobPiece[];

export type TextTest = (text: string) => boolean;

/**
 * Compiles a test for whole paths, case-sensitive. All possibilities are followed in parallel: time
 * is the path's length times the number of pieces.
 */
export function compileGlob(pieces: GlobPieces): TextTest {
  const text = textOf(pieces);
  if (text !== undefined) return (path) => path === text;
  const steps: Step[] = [];
  append(steps, pieces);
  return (path) => matches(steps, path);
}

/** The literal text of pieces without wildcards. */
function textOf(pieces: GlobPieces): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') return undefined;
    text += piece.character;
  }
  return text;
}

/**
 * A step of a pattern; its successor follows it. `parts` may be skipped, or entered through the
 * following step `inside`, which is left only at a slash. `ways` consumes no character.
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

/** The set of reached positions. */
class Frontier {
  readonly positions: number[] = [];
  private readonly held: Uint8Array;

  constructor(private readonly steps: readonly Step[]) {
    this.held = new Uint8Array(steps.length + 1);
  }

  /** Adds a position and all those reachable without a character. */
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
