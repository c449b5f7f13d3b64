import { exampleBriefs } from '#protocol/example-briefs.js';
import type { ExampleBrief } from '#protocol/example-briefs.js';
import type { TurnKind } from '../turn-kind.js';

/** What an employee does in one turn of an example. */
export type ExamplePart =
  'plan' | 'build' | 'object' | 'require-changes' | 'revise' | 'agree' | 'approve' | 'report';

/** The example whose brief stands in a prompt, if any. */
export function exampleIn(prompt: string): ExampleBrief | undefined {
  return exampleBriefs.find(({ brief }) => prompt.includes(brief));
}

const partByKind: Readonly<Partial<Record<TurnKind, ExamplePart>>> = {
  implementation: 'build',
  report: 'report',
};

/**
 * The part of a turn, read from its prompt. Undefined where an example has no part for it, as in a
 * debate. In a first review the fault is found; from the second pass on the work is approved.
 */
export function examplePart(kind: TurnKind, prompt: string): ExamplePart | undefined {
  if (kind === 'review') return reviewPart(prompt);
  if (kind === 'plan') return /^Stage: \*\*.*\*\* \(plan,/m.test(prompt) ? 'plan' : undefined;
  return partByKind[kind];
}

const purposes =
  /\bpass (\d{1,3}) of \d{1,3}: (judge|state)|(change) your files so that they answer the review/g;

/** The purpose of a turn stands behind those of the turns it is shown. */
function reviewPart(prompt: string): ExamplePart {
  const [, pass, judges, changes] = [...prompt.matchAll(purposes)].at(-1) ?? [];
  if (changes !== undefined) return 'revise';
  if (pass !== '1') return judges === 'judge' ? 'agree' : 'approve';
  return judges === 'judge' ? 'object' : 'require-changes';
}
