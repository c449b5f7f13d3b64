import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** Maximum number of repeated units; pairs of a pattern's characters grow quadratically. */
const mostUnits = 120;

/** A character for each class and literal of a pattern, in order. */
export function alphabetOf(pattern: RegExp): readonly string[] {
  const found: string[] = [];
  const ast = new RegExpParser().parsePattern(pattern.source, undefined, undefined, {
    unicode: pattern.unicode,
    unicodeSets: pattern.unicodeSets,
  });
  const member = (source: string): void => {
    const single = new RegExp(`^(?:${source})$`, pattern.flags.replace(/[gy]/g, ''));
    const match = candidates.find((candidate) => single.test(candidate));
    if (match !== undefined) found.push(match);
  };
  visitRegExpAST(ast, {
    onCharacterEnter: ({ value }) => void found.push(String.fromCodePoint(value)),
    onCharacterClassEnter: ({ raw }) => member(raw),
    onCharacterSetEnter: ({ raw }) => member(raw),
  });
  return found;
}

/** Candidates for a class: the usual ASCII characters first, then one of many scripts and kinds. */
const candidates = [
  ...'a0 -_.:/\\*#<>"\'\n\t\r=,;()[]{}|!?@$%&+~^`A',
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ...'éßЖאعक日한ก\u0301\u200b\u202e\ufeff\u2028\ud800',
  '👍',
  '\u{e0061}',
];

/**
 * Pieces whose repetition may slow a pattern down: each of its characters, every prefix of them,
 * and every pair.
 */
export function pumpsOf(alphabet: readonly string[]): readonly string[] {
  const beginnings = alphabet.map((_, index) => alphabet.slice(0, index + 1).join(''));
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));
  return [...new Set([...alphabet, ...beginnings, ...pairs])].slice(0, mostUnits);
}

/** The piece repeated to a length, after a beginning and before an end that matches nothing. */
export function repeated(piece: string, length: number, before = '', after = '\u0000!'): string {
  return before + piece.repeat(Math.ceil(length / piece.length)) + after;
}

/**
 * True if work grows faster than its text: eight times the text should take as long as eight
 * readings of the text; quadratic work takes eight times longer. Counts this thread's processor
 * time, so that a busy machine does not look like a slow pattern.
 */
export function growsTooFast(
  work: (text: string) => unknown,
  textOf: (n: number) => string,
): boolean {
  const long = textOf(8 * length);
  const begun = performance.now();
  work(long);
  const onceMs = performance.now() - begun;
  if (onceMs < negligibleMs) return false;
  const short = textOf(length);
  const rounds = Math.ceil(measurableMs / onceMs);
  for (let tries = 0; tries < 3; tries += 1) {
    const base = Math.max(
      processorMs(() => work(short), 8 * rounds),
      measurableMs / 8,
    );
    if (processorMs(() => work(long), rounds) < tooMany * base) return false;
  }
  return true;
}

const length = 3000;
/** Quadratic work on the long text takes far longer than this, ms. */
const negligibleMs = 8;
/** Several ticks of the clock that measures a thread's processor time, ms. */
const measurableMs = 60;
const tooMany = 4;

function processorMs(work: () => unknown, rounds: number): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) work();
  const after = process.threadCpuUsage();
  return (after.user - before.user + after.system - before.system) / 1000;
}
