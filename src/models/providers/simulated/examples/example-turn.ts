import { exampleBriefs } from '#protocol/example-briefs.js';
import type { ExampleBrief } from '#protocol/example-briefs.js';
import type { TurnKind } from '../turn-kind.js';

/** An employee's work in one turn of an example. */
export type ExamplePart =
  | 'intake'
  | 'plan'
  | 'specify'
  | 'build'
  | 'stand-by'
  | 'object'
  | 'require-changes'
  | 'revise'
  | 'approve'
  | 'verify'
  | 'research'
  | 'report';

/** The example whose brief the prompt contains, if any. */
export function exampleIn(prompt: string): ExampleBrief | undefined {
  return exampleBriefs.find(({ brief }) => prompt.includes(brief));
}

const partByKind: Readonly<Partial<Record<TurnKind, ExamplePart>>> = {
  intake: 'intake',
  implementation: 'build',
  test: 'verify',
  research: 'research',
  report: 'report',
};

/**
 * The part of a turn, determined from its prompt. Undefined if the example has none, as in a
 * debate. The first review finds the fault; later passes approve.
 */
export function examplePart(kind: TurnKind, prompt: string): ExamplePart | undefined {
  if (kind === 'review') return reviewPart(prompt);
  if (kind === 'plan') return /^Stage: \*\*.*\*\* \(plan,/m.test(prompt) ? 'plan' : 'specify';
  if (kind === 'implementation' && !/^You are [^\n]*\bBackend\b/m.test(prompt)) return 'stand-by';
  return partByKind[kind];
}

const purposes =
  /\bpass (\d{1,3}) of \d{1,3}: (judge|state)|(change) your files so that they answer the review/g;

/** The turn's purpose follows those of the turns that it is shown. */
function reviewPart(prompt: string): ExamplePart {
  const [, pass, judges, changes] = [...prompt.matchAll(purposes)].at(-1) ?? [];
  if (changes !== undefined) return 'revise';
  if (pass !== '1') return 'approve';
  return judges === 'judge' ? 'object' : 'require-changes';
}
